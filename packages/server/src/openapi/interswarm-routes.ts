import {
  interswarmDeliveryWire,
  interswarmPostWire,
  interswarmReceiptWire,
  interswarmResultWire,
} from '@posthouse/protocol';
import type { DocumentedRoute, RouteBody } from './documented-route.ts';
import { idempotencyParameter, RUN_STARTED_AT, TASK_ID } from './shared-parameters.ts';

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
    errors: ['task_exists', 'agent_not_found', 'swarm_not_found', 'invalid_address'],
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
    errors: ['task_not_found', 'agent_not_found', 'swarm_not_found', 'invalid_address'],
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
    errors: ['swarm_not_found', 'agent_not_found', 'invalid_address', 'peer_unreachable'],
  },
];
