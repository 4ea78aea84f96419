import { forkedTaskWire, forkTaskWire, taskLogSchema } from '@posthouse/protocol';
import { z } from 'zod';
import type { DocumentedRoute } from './documented-route.ts';
import { RUN_STARTED_AT, swarmParameter, taskIdParameter, TASK_ID } from './shared-parameters.ts';

/** The log of a task as it is kept, and what can be made of it. */
export const taskLogRoutes: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/tasks/{task_id}/log',
    operation: 'readTaskLog',
    tag: 'tasks',
    summary: 'The log of a task as it is kept, a page at a time',
    description:
      'Every entry has a number, `seq`, which is also the `id` of the frames that show it. The keys of entries are written as in the files of the store.',
    access: 'user',
    parameters: [
      taskIdParameter,
      swarmParameter,
      {
        name: 'after',
        in: 'query',
        description: 'Only entries behind this `seq`; 0, the default, begins at the beginning.',
        schema: z.string().regex(/^\d+$/),
        example: '0',
      },
      {
        name: 'limit',
        in: 'query',
        description: 'How many entries at most, from 1 to 1000; 1000 unless given.',
        schema: z.string().regex(/^\d{1,4}$/),
        example: '100',
      },
    ],
    answers: {
      200: {
        description: 'The entries, how the task stands, and the `seq` of its newest entry.',
        schema: taskLogSchema,
        example: {
          task_id: TASK_ID,
          status: 'complete',
          head: 6,
          entries: [{ seq: 6, at: RUN_STARTED_AT, run: 1, type: 'run-ended', outcome: 'complete', text: '408' }],
        },
      },
    },
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'post',
    path: '/tasks/{task_id}/fork',
    operation: 'forkTask',
    tag: 'tasks',
    summary: 'A new task that starts as this one stood before one of its runs',
    access: 'user',
    parameters: [taskIdParameter, swarmParameter],
    body: {
      schema: forkTaskWire.schema,
      example: { before_run: 1 },
      keys: {
        before_run: 'The run before which it stood so; runs count from 1.',
        new_task_id: 'What the new task is called; an id is made unless given.',
      },
    },
    answers: {
      200: {
        description: 'The new task. The old one stays as it is.',
        schema: forkedTaskWire.schema,
        example: { task_id: '0b7e5a9c-51a4-4b0e-8f43-1d5c0c9f7a10', forked_from: TASK_ID },
      },
    },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted', 'task_exists'],
  },
];
