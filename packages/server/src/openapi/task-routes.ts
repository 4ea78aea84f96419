import {
  callResultsWire,
  taskListWire,
  taskQueryWire,
  taskRecordWire,
  taskStateWire,
  tellingSchema,
} from '@posthouse/protocol';
import { z } from 'zod';
import { describeRoutes, get, gives, post, remove, streams, takes } from './describe-routes.ts';
import { exampleFrames, exampleTellings, messageAnswer } from './message-routes.ts';
import {
  inHeader,
  inQuery,
  idempotencyParameter,
  pageParameters,
  RUN_STARTED_AT,
  swarmParameter,
  taskIdParameter,
  TASK_ID,
} from './shared-parameters.ts';

/** Where a stream starts. */
const placeParameters = [
  inHeader(
    'Last-Event-ID',
    '4',
    'Start after this `id`. Browsers send it by themselves. Takes precedence over `after`.',
    z.string().regex(/^\d+$/),
  ),
  inQuery('after', '0', 'Start after this `id`; 0, the default, starts at the beginning.', z.string().regex(/^\d+$/)),
];

const record = {
  task_id: TASK_ID,
  task_owner: 'user:alice@newsroom',
  task_contributors: ['user:alice@newsroom'],
  start_time: RUN_STARTED_AT,
  events: [{ event: 'task_complete', data: `{"task_id":"${TASK_ID}","response":"408"}`, id: '6' }],
  is_running: false,
  task_message_queue: [],
  remote_swarms: [],
  completed: true,
  title: null,
  status: 'complete',
};

const flag = (name: string, description: string) => inQuery(name, '1', description, z.enum(['0', '1']));

const resumeSchema = z
  .strictObject({
    results: z.union([z.string(), z.strictObject({ content: z.unknown() }), callResultsWire.schema]),
    stream: z.union([z.boolean(), z.enum(['tokens', 'tellings'])]).optional(),
  })
  .meta({ id: 'ResumeTask' });

const deletionSchema = z
  .strictObject({ task_id: z.string(), deleted: z.literal(true), erased: z.boolean(), forks: z.array(z.string()) })
  .meta({ id: 'TaskDeletion' });

/** The caller's tasks. */
export const taskRoutes = describeRoutes('tasks', {
  listTasks: get('/tasks', 'user', {
    summary: 'The tasks of the caller, by id',
    parameters: [swarmParameter, ...pageParameters],
    answers: gives('A record for each task.', taskListWire, { [TASK_ID]: record }),
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  getTaskByQuery: get('/task', 'user', {
    summary: 'One task, named in the query or, as in MAIL, in the body',
    parameters: [
      inQuery('task_id', TASK_ID, 'The id of the task; clients that cannot send a body with GET use this.'),
      swarmParameter,
    ],
    body: takes(taskQueryWire, { task_id: TASK_ID }, { optional: true }),
    answers: gives('The task.', taskRecordWire, record),
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  getTask: get('/tasks/{task_id}', 'user', {
    summary: 'One task',
    parameters: [taskIdParameter, swarmParameter],
    answers: gives('The task.', taskRecordWire, record),
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  deleteTask: remove('/tasks/{task_id}', 'user', {
    summary: 'Delete a task for good',
    description:
      'A running run is cancelled, and everything in the task is erased. From then on, every request for it gets `task_deleted`. Forks hold copies: they are listed, and deleted too with `forks=true`. See docs/deletion.md.',
    parameters: [taskIdParameter, swarmParameter, flag('forks', 'Also delete the tasks that were forked from it.')],
    answers: gives(
      'The task is deleted. `erased` says whether it is already erased from the disk; if not, that happens in the background.',
      deletionSchema,
      { task_id: TASK_ID, deleted: true, erased: true, forks: [] },
    ),
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  followTask: get('/tasks/{task_id}/events', 'user', {
    summary: 'What has happened in a task and what happens next, as an event stream',
    description:
      'Frames from the log have an `id`. A reader that was cut off sends the last one it saw and misses nothing; one that does not keep up is disconnected and can come back the same way.',
    parameters: [
      taskIdParameter,
      swarmParameter,
      ...placeParameters,
      flag('tokens', 'Also show text while agents write it.'),
      flag('follow', 'Continue with later runs; the stream then ends only when the reader disconnects.'),
    ],
    answers: streams('The frames, up to the end of the run.', exampleFrames),
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  tellRun: get('/tasks/{task_id}/tellings', 'user', {
    summary: 'One run as an event stream of tellings',
    description:
      'The same as `POST /message` with `stream: "tellings"` sends, from any place: texts that begin, grow and end, calls and their results, mail, notices, usage, a place in the queue of model calls while the run waits there, pauses and the end. The first one, `begin`, says how to continue after a cut. Text comes in frames of at most 1,024 characters, so a long one makes progress over connections that break early.',
    parameters: [
      taskIdParameter,
      swarmParameter,
      inQuery('run', '1', 'Which run; the newest unless given.', z.string().regex(/^\d+$/)),
      inQuery(
        'message_id',
        '5b0f6c7e-8c39-4a55-9f5e-2a4f3f6f7f10',
        'The message that was posted: one that comes too late for the run is answered by the next.',
      ),
      ...placeParameters,
      inQuery(
        'has',
        '1024/writer/1/1/0',
        'Only with `after`, up to 256 times: `<characters>/<id of a text>`, how much you have of a text that has begun and not ended before it. That much is left out.',
        z.string().regex(/^\d{1,15}\/.+$/),
      ),
    ],
    answers: streams('The tellings, up to the end of the run.', exampleTellings, tellingSchema),
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  cancelTask: post('/tasks/{task_id}/cancel', 'user', {
    summary: 'Stop the open run for good, down to model calls and actions',
    description: 'Cancelling twice has the effect of cancelling once. A task without an open run stays as it is.',
    parameters: [taskIdParameter, swarmParameter],
    answers: gives('How the task stands now.', taskStateWire, { task_id: TASK_ID, status: 'cancelled' }),
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  resumeTask: post('/tasks/{task_id}/resume', 'user', {
    summary: 'Give a paused task the results it waits for',
    parameters: [taskIdParameter, swarmParameter, idempotencyParameter],
    body: takes(
      resumeSchema,
      { results: [{ call_id: 'call-1', content: 'Yes, send it.' }] },
      {
        keys: {
          results:
            'A list of `call_id` and `content`; or, when one call waits, its result: a text, or `{"content": …}`.',
          stream:
            '`true` for the frames of what follows, `"tokens"` to add text while it is written, `"tellings"` for the tellings of the run.',
        },
      },
    ),
    answers: { 200: messageAnswer },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted', 'call_not_found', 'call_answered', 'task_running'],
  }),
});
