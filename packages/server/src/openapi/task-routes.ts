import {
  callResultsWire,
  taskListWire,
  taskQueryWire,
  taskRecordWire,
  taskStateWire,
  tellingSchema,
} from '@posthouse/protocol';
import { z } from 'zod';
import type { DocumentedRoute, RouteParameter } from './documented-route.ts';
import { exampleFrames, exampleTellings, messageAnswer } from './message-routes.ts';
import {
  idempotencyParameter,
  pageParameters,
  RUN_STARTED_AT,
  swarmParameter,
  taskIdParameter,
  TASK_ID,
} from './shared-parameters.ts';

/** Where a stream starts. */
const placeParameters: RouteParameter[] = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Start behind this `id`. Browsers send it by themselves. Wins over `after`.',
    schema: z.string().regex(/^\d+$/),
    example: '4',
  },
  {
    name: 'after',
    in: 'query',
    description: 'Start behind this `id`; 0, the default, begins at the beginning.',
    schema: z.string().regex(/^\d+$/),
    example: '0',
  },
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

const flag = (name: string, description: string): RouteParameter => ({
  name,
  in: 'query',
  description,
  schema: z.enum(['0', '1']),
  example: '1',
});

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
export const taskRoutes: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/tasks',
    operation: 'listTasks',
    tag: 'tasks',
    summary: 'The tasks of the caller, by id',
    access: 'user',
    parameters: [swarmParameter, ...pageParameters],
    answers: {
      200: { description: 'A record for each task.', schema: taskListWire.schema, example: { [TASK_ID]: record } },
    },
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'get',
    path: '/task',
    operation: 'getTaskByQuery',
    tag: 'tasks',
    summary: 'One task, asked for in the query or, as in MAIL, in the body',
    access: 'user',
    parameters: [
      {
        name: 'task_id',
        in: 'query',
        description: 'The id of the task; clients that cannot send a body with GET use this.',
        schema: z.string(),
        example: TASK_ID,
      },
      swarmParameter,
    ],
    body: { schema: taskQueryWire.schema, example: { task_id: TASK_ID }, optional: true },
    answers: { 200: { description: 'The task.', schema: taskRecordWire.schema, example: record } },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'get',
    path: '/tasks/{task_id}',
    operation: 'getTask',
    tag: 'tasks',
    summary: 'One task',
    access: 'user',
    parameters: [taskIdParameter, swarmParameter],
    answers: { 200: { description: 'The task.', schema: taskRecordWire.schema, example: record } },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'delete',
    path: '/tasks/{task_id}',
    operation: 'deleteTask',
    tag: 'tasks',
    summary: 'Delete a task for good',
    description:
      'What runs is cancelled, and everything that the task held is erased. From then on everybody who asks for it, or sends it something, gets `task_deleted`. Forks hold copies: they are listed, and deleted too with `forks=true`. See docs/deletion.md.',
    access: 'user',
    parameters: [taskIdParameter, swarmParameter, flag('forks', 'Also delete the tasks that were forked from it.')],
    answers: {
      200: {
        description:
          'It is deleted. `erased` says whether nothing is left of it already; if not, that happens in the background.',
        schema: deletionSchema,
        example: { task_id: TASK_ID, deleted: true, erased: true, forks: [] },
      },
    },
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'get',
    path: '/tasks/{task_id}/events',
    operation: 'followTask',
    tag: 'tasks',
    summary: 'What has happened in a task and what happens next, as an event stream',
    description:
      'Frames that stand in the log carry an `id`. A reader that was cut off sends the last one it saw and misses nothing; one that does not keep up is let go and can come back the same way.',
    access: 'user',
    parameters: [
      taskIdParameter,
      swarmParameter,
      ...placeParameters,
      flag('tokens', 'Also show text while agents write it.'),
      flag('follow', 'Go on with later runs; the stream then ends only when the reader hangs up.'),
    ],
    answers: { 200: { description: 'The frames, up to the end of the run.', frames: exampleFrames } },
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'get',
    path: '/tasks/{task_id}/tellings',
    operation: 'tellRun',
    tag: 'tasks',
    summary: 'What there is to tell of one run, as an event stream',
    description:
      'What `POST /message` with `stream: "tellings"` sends, from any place on: texts that begin, grow and end, calls and their results, mail, notices, usage, a place in the queue of model calls while the run waits there, pauses and the end. The first one, `begin`, says what to come back with after a cut. Text comes in frames of at most 1,024 characters, so a long one makes progress over connections that break early.',
    access: 'user',
    parameters: [
      taskIdParameter,
      swarmParameter,
      {
        name: 'run',
        in: 'query',
        description: 'Which run; the newest unless given.',
        schema: z.string().regex(/^\d+$/),
        example: '1',
      },
      {
        name: 'message_id',
        in: 'query',
        description: 'The message that was posted: one that comes too late for the run is answered by the next.',
        schema: z.string(),
        example: '5b0f6c7e-8c39-4a55-9f5e-2a4f3f6f7f10',
      },
      ...placeParameters,
      {
        name: 'has',
        in: 'query',
        description:
          'Only with `after`, up to 256 times: `<characters>/<id of a text>`, how much you have of a text that has begun and not ended before it. That much is left out.',
        schema: z.string().regex(/^\d{1,15}\/.+$/),
        example: '1024/writer/1/1/0',
      },
    ],
    answers: {
      200: {
        description: 'The tellings, up to the end of the run.',
        frames: exampleTellings,
        frameSchema: tellingSchema,
      },
    },
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'post',
    path: '/tasks/{task_id}/cancel',
    operation: 'cancelTask',
    tag: 'tasks',
    summary: 'Stop the open run for good, down to model calls and actions',
    description: 'Cancelling twice is cancelling once. A task at rest stays as it is.',
    access: 'user',
    parameters: [taskIdParameter, swarmParameter],
    answers: {
      200: {
        description: 'How the task stands now.',
        schema: taskStateWire.schema,
        example: { task_id: TASK_ID, status: 'cancelled' },
      },
    },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'post',
    path: '/tasks/{task_id}/resume',
    operation: 'resumeTask',
    tag: 'tasks',
    summary: 'Give a paused task the results it waits for',
    access: 'user',
    parameters: [taskIdParameter, swarmParameter, idempotencyParameter],
    body: {
      schema: resumeSchema,
      example: { results: [{ call_id: 'call-1', content: 'Yes, send it.' }] },
      keys: {
        results: 'A list of `call_id` and `content`; or, when one call waits, its result: a text, or `{"content": …}`.',
        stream:
          '`true` for the frames of what follows, `"tokens"` for text while it is written as well, `"tellings"` for what there is to tell.',
      },
    },
    answers: { 200: messageAnswer },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted', 'call_not_found', 'call_answered', 'task_running'],
  },
];
