import { z } from 'zod';
import type { RouteParameter } from './documented-route.ts';

function parameterIn(place: RouteParameter['in']) {
  return (name: string, example: string, description: string, schema: z.ZodType = z.string()): RouteParameter => {
    return { name, in: place, description, schema, example };
  };
}

/** Parameters by where they stand; text unless a schema says more. */
export const inPath = parameterIn('path');
export const inQuery = parameterIn('query');
export const inHeader = parameterIn('header');

export const TASK_ID = '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77';
export const RUN_STARTED_AT = '2026-03-01T08:30:00.000000+00:00';

/** In the path of everything that is about one task. */
export const taskIdParameter = inPath(
  'task_id',
  TASK_ID,
  'The id of the task. Tasks of other callers do not exist as far as you can see.',
  z.string().min(1).max(256),
);

export const swarmParameter = inQuery(
  'swarm',
  'newsroom',
  'The swarm the task belongs to, when it is not the default one.',
);

/** On routes that list tasks. */
export const pageParameters = [
  inQuery(
    'limit',
    '20',
    'How many tasks at most, from 1 to 1000; 1000 unless given. The newest come first.',
    z.string().regex(/^\d{1,4}$/),
  ),
  inQuery('before', TASK_ID, 'Only tasks older than this one: the last id of the page before.'),
];

/** On every route that accepts a message. */
export const idempotencyParameter = inHeader(
  'Idempotency-Key',
  'order-4711',
  'A key of your choice. The same key from the same caller for the same task is the same message: a request that is sent again gets the outcome of the first one, and another message with the key is refused with `key_reused`. Limits and a budget in `kwargs` do not make it another one: those of the first request count. Without it, the message is identified by its own id.',
  z.string().min(1).max(256),
);
