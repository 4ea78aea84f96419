import {
  callResultsWire,
  type ErrorCode,
  interswarmDeliveryWire,
  interswarmPostWire,
  interswarmReceiptWire,
  interswarmResultWire,
  logEntrySchema,
  taskStateWire,
} from '@posthouse/protocol';
import { z } from 'zod';
import { describeRoutes, get, gives, post, streams, takes } from './describe-routes.ts';
import { inQuery, idempotencyParameter, RUN_STARTED_AT, taskIdParameter, TASK_ID } from './shared-parameters.ts';

const REQUEST_ID = '9b9a5f0c-1f0e-4d6f-8f2c-0c7e4f1f3a11';

const request = {
  task_id: TASK_ID,
  request_id: REQUEST_ID,
  sender: { address_type: 'agent', address: 'supervisor@weather' },
  recipient: { address_type: 'agent', address: 'supervisor@newsroom' },
  subject: 'Headlines',
  body: 'What is in the news today?',
};

const delivery = takes(interswarmDeliveryWire, {
  message: {
    message_id: '0a4a9f6e-8f5b-4c55-8c0f-5a6c5dd7d1c2',
    source_swarm: 'weather',
    target_swarm: 'newsroom',
    timestamp: RUN_STARTED_AT,
    payload: request,
    msg_type: 'request',
    auth_token: 'token-of-the-peer',
    task_owner: 'user:bob@weather',
    task_contributors: ['user:bob@weather'],
    metadata: {},
  },
});

const receipt = gives('It was accepted. The answer comes as a message of its own.', interswarmReceiptWire, {
  swarm: 'newsroom',
  task_id: TASK_ID,
  status: 'success',
  local_runner: 'swarm:weather@newsroom',
});

const LETTER_ERRORS: ErrorCode[] = [
  'task_deleted',
  'agent_not_found',
  'swarm_not_found',
  'invalid_address',
  'sender_refused',
  'signature_invalid',
  'too_large',
];

/** Between servers of ours: what is signed, and in whose name. */
const signed = [
  taskIdParameter,
  inQuery('swarm', 'newsroom', 'The swarm that works on the task.'),
  inQuery('from', 'weather', 'The swarm that has asked for it; the token and the signature must be its own.'),
];
const SIGNED =
  'For servers of Posthouse. The headers `Mail-Signature`, `Mail-Key-Id`, `Mail-Nonce` and `Mail-Timestamp` prove the request; see docs/federation.md.';
const TASK_ERRORS: ErrorCode[] = [
  'task_not_found',
  'task_deleted',
  'swarm_not_found',
  'sender_refused',
  'signature_invalid',
];
const resumeSchema = z
  .strictObject({ results: z.union([z.string(), z.strictObject({ content: z.unknown() }), callResultsWire.schema]) })
  .meta({ id: 'ResumePeerTask' });
const state = (status: string) => gives('How the task stands now.', taskStateWire, { task_id: TASK_ID, status });

/** What servers say to each other, and what a user says to another server's agents. */
export const interswarmRoutes = describeRoutes('interswarm', {
  forwardInterswarm: post('/interswarm/forward', 'agent', {
    summary: 'A message of another swarm that begins a task here',
    body: delivery,
    answers: receipt,
    description:
      'A message that arrives twice, with the same `message_id`, counts once; another message for the same task joins it. Servers of Posthouse sign what they send, see docs/federation.md.',
    errors: LETTER_ERRORS,
  }),
  backInterswarm: post('/interswarm/back', 'agent', {
    summary: 'An answer of another swarm to a task that began here',
    body: delivery,
    answers: receipt,
    errors: ['task_not_found', ...LETTER_ERRORS],
  }),
  sendInterswarm: post('/interswarm/message', 'user', {
    summary: 'Write to agents of other swarms',
    parameters: [idempotencyParameter],
    body: takes(
      interswarmPostWire,
      { user_token: 'token-for-the-other-server', targets: ['supervisor@weather'], body: 'Will it rain?' },
      {
        keys: {
          user_token: 'The token of the caller at the other server. A token of this server is refused, there and here.',
          stream: 'Answer with an event stream, as `POST /message` does; of several swarms side by side.',
          ignore_stream_pings: 'Leave out pings.',
        },
      },
    ),
    answers: gives('The message that ended the task.', interswarmResultWire, {
      response: {
        id: '5d2c61f0-0a51-4a1a-9a64-7f3e5a3f8c10',
        timestamp: RUN_STARTED_AT,
        msg_type: 'response',
        message: { ...request, subject: 'Re: Headlines', body: 'It will rain.' },
      },
      events: null,
    }),
    errors: [
      'swarm_not_found',
      'agent_not_found',
      'task_deleted',
      'invalid_address',
      'peer_unreachable',
      'peer_refused',
    ],
  }),
  followPeerTask: get('/interswarm/tasks/{task_id}/events', 'agent', {
    summary: 'What happens in a task that another server has asked for',
    description: `${SIGNED} Entries of the log come as events called \`entry\` with their place as id, text that is being written as \`token\`; \`end\` is the last one.`,
    parameters: [
      ...signed,
      inQuery('after', '0', 'Only what comes after this place in the log.', z.string().regex(/^\d{1,15}$/)),
    ],
    answers: streams(
      'The log, up to the end of the run.',
      [
        'id: 1',
        'event: entry',
        `data: ${JSON.stringify({ seq: 1, at: RUN_STARTED_AT, run: 1, type: 'run-started', answerId: 'a' })}`,
        '',
        'event: end',
        'data: {}',
        '',
        '',
      ].join('\r\n'),
      logEntrySchema,
    ),
    errors: ['invalid_input', ...TASK_ERRORS],
  }),
  cancelPeerTask: post('/interswarm/tasks/{task_id}/cancel', 'agent', {
    summary: 'Stop a run that another server has asked for',
    description: SIGNED,
    parameters: [...signed, idempotencyParameter],
    answers: state('cancelled'),
    errors: TASK_ERRORS,
  }),
  forgetPeerTask: post('/interswarm/tasks/{task_id}/forget', 'agent', {
    summary: 'Delete what was done for another server, which has deleted its task',
    description: `${SIGNED} A letter that arrives late does not create the task.`,
    parameters: [...signed, idempotencyParameter],
    answers: gives(
      'It is deleted.',
      z.strictObject({ task_id: z.string(), deleted: z.literal(true) }).meta({ id: 'PeerTaskDeleted' }),
      { task_id: TASK_ID, deleted: true },
    ),
    errors: LETTER_ERRORS,
  }),
  resumePeerTask: post('/interswarm/tasks/{task_id}/resume', 'agent', {
    summary: 'Answer the open calls of a task that another server has asked for',
    parameters: [...signed, idempotencyParameter],
    body: takes(resumeSchema, { results: [{ call_id: 'call-1', content: 'yes' }] }),
    answers: state('running'),
    description: `${SIGNED} Answers to calls that no longer wait are ignored.`,
    errors: TASK_ERRORS,
  }),
});
