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
import type { DocumentedRoute, RouteBody, RouteParameter } from './documented-route.ts';
import { idempotencyParameter, RUN_STARTED_AT, taskIdParameter, TASK_ID } from './shared-parameters.ts';

const REQUEST_ID = '9b9a5f0c-1f0e-4d6f-8f2c-0c7e4f1f3a11';

const request = {
  task_id: TASK_ID,
  request_id: REQUEST_ID,
  sender: { address_type: 'agent', address: 'supervisor@weather' },
  recipient: { address_type: 'agent', address: 'supervisor@newsroom' },
  subject: 'Headlines',
  body: 'What is in the news today?',
};

const delivery: RouteBody = {
  schema: interswarmDeliveryWire.schema,
  example: {
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
  },
};

const receipt = {
  200: {
    description: 'It was taken. The answer comes as a message of its own.',
    schema: interswarmReceiptWire.schema,
    example: { swarm: 'newsroom', task_id: TASK_ID, status: 'success', local_runner: 'swarm:weather@newsroom' },
  },
};

const LETTER_ERRORS: ErrorCode[] = [
  'agent_not_found',
  'swarm_not_found',
  'invalid_address',
  'sender_refused',
  'signature_invalid',
  'too_large',
];

/** Between servers of ours: what is signed, and in whose name. */
const signed: RouteParameter[] = [
  taskIdParameter,
  {
    name: 'swarm',
    in: 'query',
    description: 'The swarm that works on the task.',
    schema: z.string(),
    example: 'newsroom',
  },
  {
    name: 'from',
    in: 'query',
    description: 'The swarm that has asked for it; the token and the signature must be its own.',
    schema: z.string(),
    example: 'weather',
  },
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
const state = (status: string) => ({
  200: { description: 'How the task stands now.', schema: taskStateWire.schema, example: { task_id: TASK_ID, status } },
});

/** What servers say to each other, and what a user says to another server's agents. */
export const interswarmRoutes: DocumentedRoute[] = [
  {
    method: 'post',
    path: '/interswarm/forward',
    operation: 'forwardInterswarm',
    tag: 'interswarm',
    summary: 'A message of another swarm that begins a task here',
    access: 'agent',
    body: delivery,
    answers: receipt,
    description:
      'A message that comes twice, by its `message_id`, is one; another message for the same task joins it. Servers of Posthouse sign what they send, see docs/federation.md.',
    errors: LETTER_ERRORS,
  },
  {
    method: 'post',
    path: '/interswarm/back',
    operation: 'backInterswarm',
    tag: 'interswarm',
    summary: 'An answer of another swarm to a task that began here',
    access: 'agent',
    body: delivery,
    answers: receipt,
    errors: ['task_not_found', 'task_deleted', ...LETTER_ERRORS],
  },
  {
    method: 'post',
    path: '/interswarm/message',
    operation: 'sendInterswarm',
    tag: 'interswarm',
    summary: 'Write to agents of other swarms',
    access: 'user',
    parameters: [idempotencyParameter],
    body: {
      schema: interswarmPostWire.schema,
      example: { user_token: 'token-for-the-other-server', targets: ['supervisor@weather'], body: 'Will it rain?' },
      keys: {
        user_token: 'The token that the caller has at the other server. One of this server is refused there and here.',
        stream: 'Answer with an event stream, as `POST /message` does; of several swarms side by side.',
        ignore_stream_pings: 'Leave pings out of it.',
      },
    },
    answers: {
      200: {
        description: 'The message that ended the task.',
        schema: interswarmResultWire.schema,
        example: {
          response: {
            id: '5d2c61f0-0a51-4a1a-9a64-7f3e5a3f8c10',
            timestamp: RUN_STARTED_AT,
            msg_type: 'response',
            message: { ...request, subject: 'Re: Headlines', body: 'It will rain.' },
          },
          events: null,
        },
      },
    },
    errors: ['swarm_not_found', 'agent_not_found', 'invalid_address', 'peer_unreachable', 'peer_refused'],
  },
  {
    method: 'get',
    path: '/interswarm/tasks/{task_id}/events',
    operation: 'followPeerTask',
    tag: 'interswarm',
    summary: 'What happens in a task that another server has asked for',
    description: `${SIGNED} Entries of the log come as events called \`entry\` with their place as id, text that is being written as \`token\`; \`end\` is the last one.`,
    access: 'agent',
    parameters: [
      ...signed,
      {
        name: 'after',
        in: 'query',
        description: 'Only what stands behind this place in the log.',
        schema: z.string().regex(/^\d{1,15}$/),
        example: '0',
      },
    ],
    answers: {
      200: {
        description: 'The log, up to the end of the run.',
        frameSchema: logEntrySchema,
        frames: [
          'id: 1',
          'event: entry',
          `data: ${JSON.stringify({ seq: 1, at: RUN_STARTED_AT, run: 1, type: 'run-started', answerId: 'a' })}`,
          '',
          'event: end',
          'data: {}',
          '',
          '',
        ].join('\r\n'),
      },
    },
    errors: ['invalid_input', ...TASK_ERRORS],
  },
  {
    method: 'post',
    path: '/interswarm/tasks/{task_id}/cancel',
    operation: 'cancelPeerTask',
    tag: 'interswarm',
    summary: 'Stop what another server has asked for',
    description: SIGNED,
    access: 'agent',
    parameters: [...signed, idempotencyParameter],
    answers: state('cancelled'),
    errors: TASK_ERRORS,
  },
  {
    method: 'post',
    path: '/interswarm/tasks/{task_id}/forget',
    operation: 'forgetPeerTask',
    tag: 'interswarm',
    summary: 'Delete what was done for another server, which has deleted its task',
    description: `${SIGNED} A task that is not here, or not here yet, is not made by a late letter either.`,
    access: 'agent',
    parameters: [...signed, idempotencyParameter],
    answers: {
      200: {
        description: 'It is deleted.',
        schema: z.strictObject({ task_id: z.string(), deleted: z.literal(true) }).meta({ id: 'PeerTaskDeleted' }),
        example: { task_id: TASK_ID, deleted: true },
      },
    },
    errors: LETTER_ERRORS,
  },
  {
    method: 'post',
    path: '/interswarm/tasks/{task_id}/resume',
    operation: 'resumePeerTask',
    tag: 'interswarm',
    summary: 'Answer what a task waits for that another server has asked for',
    access: 'agent',
    parameters: [...signed, idempotencyParameter],
    body: { schema: resumeSchema, example: { results: [{ call_id: 'call-1', content: 'yes' }] } },
    answers: state('running'),
    description: `${SIGNED} Answers to calls that wait no more are passed over.`,
    errors: TASK_ERRORS,
  },
];
