import { messageResultWire, postMessageWire, responsesRequestWire } from '@posthouse/protocol';
import { describeRoutes, gives, post, takes } from './describe-routes.ts';
import type { RouteAnswer } from './documented-route.ts';
import { z } from 'zod';
import { idempotencyParameter, RUN_STARTED_AT, swarmParameter, TASK_ID } from './shared-parameters.ts';

/** A short stream, as it stands on the wire; lines end in CRLF there. */
export const exampleFrames = [
  'id: 2',
  'event: new_message',
  `data: {"timestamp":"${RUN_STARTED_AT}","description":"…","task_id":"${TASK_ID}","extra_data":{"full_message":{…}}}`,
  '',
  'event: token',
  `data: {"task_id":"${TASK_ID}","agent":"supervisor","turn":1,"attempt":1,"part":0,"kind":"answer","offset":0,"delta":"408"}`,
  '',
  'id: 6',
  'event: task_complete',
  `data: {"timestamp":"${RUN_STARTED_AT}","task_id":"${TASK_ID}","response":"408","status":"complete"}`,
  '',
].join('\n');

export const exampleTellings = [
  'event: telling',
  `data: {"type":"begin","task_id":"${TASK_ID}","run":1,"message_id":"…"}`,
  '',
  'id: 4',
  'event: telling',
  'data: {"type":"text_start","id":"supervisor/1/1/0","agent":"supervisor","turn":1,"kind":"answer","is_answer":true}',
  '',
  'event: telling',
  'data: {"type":"text","id":"supervisor/1/1/0","offset":0,"delta":"408"}',
  '',
  'id: 6',
  'event: telling',
  'data: {"type":"end","outcome":"complete"}',
  '',
].join('\n');

/** What posting a message answers: the outcome of the run, or its frames as they come. */
export const messageAnswer: RouteAnswer = {
  description:
    'The run has ended or paused: `response` is the answer, or, when paused, the calls that wait, as JSON text. A task that failed is answered with 200 as well; `status` and `code` say so. With `stream`, the frames of the run as they come, up to its end or pause.',
  schema: messageResultWire.schema,
  example: { response: '408', events: null, task_id: TASK_ID, status: 'complete' },
  frames: exampleFrames,
};

const postMessageKeys = {
  body: 'The message. May be empty only when calls are answered. `message` is another name for it.',
  subject: 'The subject; `New Message` without one.',
  msg_type: '`request`, which is the default, or `broadcast`.',
  entrypoint: 'The agent that gets the message, when it is not the entrypoint of the swarm; it must be marked as one.',
  task_id: 'One of your tasks, to continue it; or an id of your choice for a new one. Up to 256 characters.',
  resume_from:
    '`user_response` or `breakpoint_tool_call`, as in MAIL. A message to an existing task continues it also without this.',
  stream:
    '`true` for the frames of the run as they come, `"tokens"` to add text while it is written, `"tellings"` for the tellings of the run (see `GET /tasks/{task_id}/tellings`).',
  show_events: 'Adds the events of the task to the answer.',
  kwargs:
    '`timeout`: seconds to wait; the run continues after that. `max_steps`: how many messages the run may take. `limits`: the other limits of the run, which a user may lower and an admin may raise. `tool_results` or `breakpoint_tool_call_result`: results for the calls that a paused task waits for.',
  swarm: 'A swarm of this server, when it is not the default one.',
  tools:
    'Tools of yours, for this run: `name`, `description`, `parameters` as JSON Schema. A call of one pauses the run until you answer it.',
  response_format: 'A JSON Schema that the answer must match.',
  bypass_supervisor:
    'With `entrypoint`: speak to an agent that is marked `direct`, which may then complete the task itself.',
  after:
    'With `task_id`: the place in the log of the task that your history ends with, which is the `id` of an event. If the task has continued since, the message goes to a new task that knows what the agents knew at the end of that run; `task_id` of the answer names it. If the task has continued within the run, the error is `task_moved_on`.',
  before_run:
    'With `task_id`, instead of `after`: the message goes to a new task that knows what the agents knew before that run.',
};

/** Posting messages. */
export const messageRoutes = describeRoutes('messages', {
  postMessage: post('/message', 'user', {
    summary: 'Post a message and get the answer, or a stream of what happens',
    description:
      'A new task is created unless `task_id` names one of yours. Disconnecting never stops a run: read it again with `GET /tasks/{task_id}/events`, or stop it with `POST /tasks/{task_id}/cancel`.',
    parameters: [idempotencyParameter],
    body: takes(postMessageWire, { body: 'What is 17 % of 2 400?', stream: false }, { keys: postMessageKeys }),
    answers: { 200: messageAnswer },
    errors: [
      'swarm_not_found',
      'agent_not_found',
      'task_deleted',
      'call_not_found',
      'call_answered',
      'task_moved_on',
      'task_running',
      'tool_name_taken',
      'queue_full',
    ],
  }),
  createResponse: post('/responses', 'user', {
    summary: "MAIL's own door for programs that speak OpenAI's Responses",
    description: 'Kept as in MAIL; `POST /v1/responses` does more, and its answer is not JSON within JSON.',
    debug: true,
    parameters: [swarmParameter, idempotencyParameter],
    body: takes(responsesRequestWire, { input: [{ role: 'user', content: 'What is 17 % of 2 400?' }], tools: [] }),
    answers: gives(
      'A JSON string that holds a `Response` as JSON. Its id is that of the task: name it in `previous_response_id` to continue.',
      z.string().meta({ contentMediaType: 'application/json' }),
      `{"id":"${TASK_ID}","object":"response","created_at":1772353800,"status":"completed","model":"newsroom","output":[]}`,
    ),
    errors: [
      'not_found',
      'swarm_not_found',
      'task_not_found',
      'task_deleted',
      'call_not_found',
      'call_answered',
      'tool_name_taken',
      'queue_full',
    ],
  }),
});
