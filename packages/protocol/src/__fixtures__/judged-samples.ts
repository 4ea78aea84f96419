import type { JSONValue } from '../index.ts';
import {
  agent,
  broadcast,
  changed,
  completeSamples,
  envelope,
  interrupt,
  request,
  response,
  SAMPLE_TYPES,
  type SampleType,
  wrapper,
} from './samples.ts';

/** A sample and what the MAIL schemas say of it. */
export type JudgedSample = { type: SampleType; name: string; valid: boolean; value: JSONValue };

const judged = (type: SampleType, valid: boolean, samples: Record<string, JSONValue>): JudgedSample[] =>
  Object.entries(samples).map(([name, value]) => ({ type, name, valid, value }));

/** Samples with verdicts, reached by reading the schemas of MAIL 1.3 and not by running ours. */
export const judgedSamples: JudgedSample[] = [
  ...SAMPLE_TYPES.flatMap((type) =>
    completeSamples[type].flatMap((value, index) => judged(type, true, { [`complete, form ${index + 1}`]: value })),
  ),
  ...judged('mail-address', false, {
    'an address without a type': { address: 'clerk' },
    'an empty address': { address_type: 'agent', address: '' },
    'a type that MAIL does not know': { address_type: 'robot', address: 'clerk' },
    'a type in capitals': { address_type: 'Agent', address: 'clerk' },
    'an extra key': { ...agent('clerk'), swarm: 'annex' },
    'bare text': 'clerk',
    'a list': [agent('clerk')],
    null: null,
  }),
  ...judged('mail-request', true, {
    'no optional field': changed(request, {
      sender_swarm: undefined,
      recipient_swarm: undefined,
      routing_info: undefined,
    }),
    'an id that is no UUID': changed(request, { task_id: 'task one' }),
    'an empty subject and an empty body': changed(request, { subject: '', body: '' }),
    'an empty swarm name': changed(request, { sender_swarm: '' }),
  }),
  ...judged('mail-request', false, {
    'a null swarm, as the reference server sends it': changed(request, { sender_swarm: null }),
    'several recipients': changed(request, { recipient: undefined, recipients: [agent('clerk')] }),
    'recipients beside the recipient': changed(request, { recipients: [agent('clerk')] }),
    'no body': changed(request, { body: undefined }),
    'a body that is an object': changed(request, { body: { text: 'hello' } }),
    'a list of swarms': changed(request, { recipient_swarm: ['harbour'] }),
    'routing info that is a list': changed(request, { routing_info: [] }),
    'a broadcast id': changed(request, { request_id: undefined, broadcast_id: 'x' }),
  }),
  ...judged('mail-response', true, {
    'a request by shape': request,
    'a request id of free text': changed(response, { request_id: 'number 7' }),
  }),
  ...judged('mail-response', false, {
    'a request id that is a number': changed(response, { request_id: 7 }),
    'no request id': changed(response, { request_id: undefined }),
    'a broadcast': broadcast,
  }),
  ...judged('mail-broadcast', true, {
    'one recipient': changed(broadcast, { recipients: [agent('all')] }),
    'no swarm named': changed(broadcast, { recipient_swarms: [] }),
  }),
  ...judged('mail-broadcast', false, {
    'nobody to hear it': changed(broadcast, { recipients: [] }),
    'a recipient that is text': changed(broadcast, { recipients: ['all'] }),
    'a recipient without an address': changed(broadcast, { recipients: [agent('all'), { address_type: 'agent' }] }),
    'swarms that are null': changed(broadcast, { recipient_swarms: null }),
    'a swarm that is a number': changed(broadcast, { recipient_swarms: ['harbour', 1] }),
    'an interrupt': interrupt,
  }),
  ...judged('mail-interrupt', false, {
    'a broadcast': broadcast,
    'both ids': changed(interrupt, { broadcast_id: 'x' }),
    'a singular recipient swarm': changed(interrupt, { recipient_swarm: 'harbour' }),
  }),
  ...judged('mail-message', true, {
    'a request labelled response, whose payloads have one shape': envelope('response', request),
    'a timestamp that is no time': changed(envelope('request', request), { timestamp: 'yesterday' }),
  }),
  ...judged('mail-message', false, {
    'a broadcast labelled request': envelope('request', broadcast),
    'a broadcast labelled interrupt': envelope('interrupt', broadcast),
    'a request labelled broadcast_complete': envelope('broadcast_complete', request),
    'the type of manual steps, which never belongs on the wire': envelope('buffered', request),
    'no type': changed(envelope('request', request), { msg_type: undefined }),
    'no id': changed(envelope('request', request), { id: undefined }),
    'a timestamp in seconds': changed(envelope('request', request), { timestamp: 1_772_352_600 }),
    'no message': changed(envelope('request', request), { message: undefined }),
    'a message inside a message': envelope('request', envelope('request', request)),
    'a null inside the payload': envelope('request', changed(request, { recipient_swarm: null })),
    'an extra key in the sender': envelope('request', changed(request, { sender: { ...agent('a'), name: 'a' } })),
    nothing: {},
  }),
  ...judged('mail-interswarm-message', true, {
    'no token and no metadata': changed(wrapper('request', request), { auth_token: undefined, metadata: undefined }),
    'no contributors': changed(wrapper('request', request), { task_contributors: [] }),
    'an empty token': changed(wrapper('request', request), { auth_token: '' }),
  }),
  ...judged('mail-interswarm-message', false, {
    'a completion, which travels as a response': wrapper('broadcast_complete', broadcast),
    'an envelope for a payload': wrapper('request', envelope('request', request)),
    'an empty message id': changed(wrapper('request', request), { message_id: '' }),
    'an empty owner': changed(wrapper('request', request), { task_owner: '' }),
    'an empty source': changed(wrapper('request', request), { source_swarm: '' }),
    'contributors as text': changed(wrapper('request', request), { task_contributors: 'user:ada@harbour' }),
    'a null token': changed(wrapper('request', request), { auth_token: null }),
    'null metadata': changed(wrapper('request', request), { metadata: null }),
    'a payload of another kind': wrapper('interrupt', request),
  }),
];
