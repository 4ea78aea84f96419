import type { JSONObject, JSONValue } from '../index.ts';

/** The types that MAIL publishes schemas for, by the names of our schema files. */
export const SAMPLE_TYPES = [
  'mail-address',
  'mail-request',
  'mail-response',
  'mail-broadcast',
  'mail-interrupt',
  'mail-message',
  'mail-interswarm-message',
] as const;
export type SampleType = (typeof SAMPLE_TYPES)[number];

const taskId = '6f0c1d5e-3a52-4c7b-9a0e-5f1b7f3f0a11';
const ids = {
  request: '0b8a2f6c-90e5-4b29-8e52-0d5f6a8c1b22',
  broadcast: '1c9b3a7d-a1f6-4c3a-9f63-1e6a7b9d2c33',
  interrupt: '2d0c4b8e-b2a7-4d4b-8a74-2f7b8c0e3d44',
  envelope: '3e1d5c9f-c3b8-4e5c-9b85-308c9d1f4e55',
};
const timestamp = '2026-03-01T08:30:00.000000+00:00';

export const agent = (address: string): JSONObject => ({ address_type: 'agent', address });
const user = (address: string): JSONObject => ({ address_type: 'user', address });

export const request: JSONObject = {
  task_id: taskId,
  request_id: ids.request,
  sender: user('ada'),
  recipient: agent('clerk'),
  subject: 'Umbrella',
  body: 'Do I need one on Saturday?',
  sender_swarm: 'harbour',
  recipient_swarm: 'harbour',
  routing_info: { hop_count: 1, trace: { camelCase: true, snake_case: null } },
};
export const response: JSONObject = {
  ...request,
  request_id: 'the one about the umbrella',
  sender: agent('clerk'),
  recipient: user('ada'),
  subject: 'Re: Umbrella',
  body: '',
};
const group: JSONObject = {
  task_id: taskId,
  sender: agent('clerk'),
  recipients: [agent('porter'), agent('night-porter@annex')],
  subject: 'Lost and found',
  body: 'One umbrella, <black>, handle & all.',
  sender_swarm: 'harbour',
  recipient_swarms: ['harbour', 'annex'],
  routing_info: {},
};
export const broadcast: JSONObject = { ...group, broadcast_id: ids.broadcast };
export const interrupt: JSONObject = { ...group, interrupt_id: ids.interrupt };

export const envelope = (msgType: string, message: JSONObject): JSONObject => ({
  id: ids.envelope,
  timestamp,
  message,
  msg_type: msgType,
});
export const wrapper = (msgType: string, payload: JSONObject): JSONObject => ({
  message_id: ids.envelope,
  source_swarm: 'harbour',
  target_swarm: 'annex',
  timestamp,
  payload,
  msg_type: msgType,
  task_owner: 'user:ada@harbour',
  task_contributors: ['user:ada@harbour', 'swarm:harbour@annex'],
  auth_token: 'a secret between harbour and annex',
  metadata: { delivery_attempt: 1 },
});

/** One valid value with every field of each type; where a type has several forms, all of them. */
export const completeSamples: Record<SampleType, JSONObject[]> = {
  'mail-address': [agent('clerk'), user('ada'), { address_type: 'admin', address: 'root' }],
  'mail-request': [request],
  'mail-response': [response],
  'mail-broadcast': [broadcast],
  'mail-interrupt': [interrupt],
  'mail-message': [
    envelope('request', request),
    envelope('response', response),
    envelope('broadcast', broadcast),
    envelope('interrupt', interrupt),
    envelope('broadcast_complete', broadcast),
  ],
  'mail-interswarm-message': [
    wrapper('request', request),
    wrapper('response', response),
    wrapper('broadcast', broadcast),
    wrapper('interrupt', interrupt),
  ],
};

/** A copy with some keys set, and those given as `undefined` taken away. */
export function changed(value: JSONObject, changes: Record<string, JSONValue | undefined>): JSONObject {
  const entries = Object.entries({ ...value, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, JSONValue] => entry[1] !== undefined));
}
