import { z } from 'zod';
import type { RouteParameter } from './documented-route.ts';

export const TASK_ID = '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77';
export const RUN_STARTED_AT = '2026-03-01T08:30:00.000000+00:00';

/** In the path of everything that is about one task. */
export const taskIdParameter: RouteParameter = {
  name: 'task_id',
  in: 'path',
  description: 'The id of the task. Tasks of other callers do not exist as far as you can see.',
  schema: z.string().min(1).max(256),
  example: TASK_ID,
};

export const swarmParameter: RouteParameter = {
  name: 'swarm',
  in: 'query',
  description: 'The swarm the task belongs to, when it is not the default one.',
  schema: z.string(),
  example: 'newsroom',
};

/** On routes that list tasks. */
export const pageParameters: RouteParameter[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'How many tasks at most, from 1 to 1000; 1000 unless given. The newest come first.',
    schema: z.string().regex(/^\d{1,4}$/),
    example: '20',
  },
  {
    name: 'before',
    in: 'query',
    description: 'Only tasks older than this one: the last id of the page before.',
    schema: z.string(),
    example: TASK_ID,
  },
];

/** On every route that accepts a message. */
export const idempotencyParameter: RouteParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A key of your choice. The same key from the same caller for the same task is the same message: a request that is sent again gets the outcome of the first one, and another message with the key is refused with `key_reused`. Without it, the message is known by its own id.',
  schema: z.string().min(1).max(256),
  example: 'order-4711',
};
