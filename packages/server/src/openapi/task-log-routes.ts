import { forkedTaskWire, forkTaskWire, type LogEntry, taskLogSchema } from '@posthouse/protocol';
import { z } from 'zod';
import { describeRoutes, get, gives, post, takes } from './describe-routes.ts';
import { inQuery, RUN_STARTED_AT, swarmParameter, taskIdParameter, TASK_ID } from './shared-parameters.ts';

/** The log of a task as it is kept, and what can be made of it. */
export const taskLogRoutes = describeRoutes('tasks', {
  readTaskLog: get('/tasks/{task_id}/log', 'user', {
    summary: 'The log of a task as it is kept, a page at a time',
    description:
      'Every entry has a number, `seq`, which is also the `id` of the frames that show it. The keys of entries are written as in the files of the store. ' +
      'A page has about 1 MiB at most, or one larger entry: there is more as long as its last `seq` is below `head`.',
    parameters: [
      taskIdParameter,
      swarmParameter,
      inQuery(
        'after',
        '0',
        'Only entries after this `seq`; 0, the default, starts at the beginning.',
        z.string().regex(/^\d+$/),
      ),
      inQuery(
        'limit',
        '100',
        'How many entries at most, from 1 to 1000; 1000 unless given.',
        z.string().regex(/^\d{1,4}$/),
      ),
    ],
    answers: gives('The entries, how the task stands, and the `seq` of its newest entry.', taskLogSchema, {
      task_id: TASK_ID,
      status: 'complete',
      head: 6,
      entries: [
        { seq: 6, at: RUN_STARTED_AT, run: 1, type: 'run-ended', outcome: 'complete', text: '408' } satisfies LogEntry,
      ],
    }),
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  forkTask: post('/tasks/{task_id}/fork', 'user', {
    summary: 'Fork a task: a new one continues from before one of its runs',
    parameters: [taskIdParameter, swarmParameter],
    body: takes(
      forkTaskWire,
      { before_run: 1 },
      {
        keys: {
          before_run: 'The run before which the fork begins; runs count from 1.',
          new_task_id: 'The id of the new task; one is chosen unless given.',
        },
      },
    ),
    answers: gives('The new task. The old one stays as it is.', forkedTaskWire, {
      task_id: '0b7e5a9c-51a4-4b0e-8f43-1d5c0c9f7a10',
      forked_from: TASK_ID,
    }),
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted', 'task_exists'],
  }),
});
