import fc from 'fast-check';
import type {
  JSONValue,
  MAILAddress,
  MAILBroadcast,
  MAILInterrupt,
  MAILInterswarmMessage,
  MAILMessage,
  MAILRequest,
  MAILResponse,
} from '../index.ts';
import { idArbitrary, jsonObjectArbitrary, nameArbitrary, textArbitrary, timeArbitrary } from './text-arbitraries.ts';

export const addressArbitrary: fc.Arbitrary<MAILAddress> = fc.record({
  addressType: fc.constantFrom('admin', 'agent', 'user', 'system'),
  address: fc.oneof(
    nameArbitrary,
    fc.tuple(nameArbitrary, nameArbitrary).map(([name, swarm]) => `${name}@${swarm}`),
    textArbitrary.filter((text) => text !== ''),
  ),
});

const payload = { taskId: idArbitrary, sender: addressArbitrary, subject: textArbitrary, body: textArbitrary };
const payloadOptions = { senderSwarm: nameArbitrary, routingInfo: jsonObjectArbitrary };

const directPayload = { ...payload, requestId: idArbitrary, recipient: addressArbitrary };
const directArbitrary = withOptions(directPayload, { ...payloadOptions, recipientSwarm: nameArbitrary });

export const requestArbitrary: fc.Arbitrary<MAILRequest> = directArbitrary;
export const responseArbitrary: fc.Arbitrary<MAILResponse> = directArbitrary;

const groupPayload = { ...payload, recipients: fc.array(addressArbitrary, { minLength: 1, maxLength: 3 }) };
const groupOptions = { ...payloadOptions, recipientSwarms: fc.array(nameArbitrary, { maxLength: 3 }) };

export const broadcastArbitrary: fc.Arbitrary<MAILBroadcast> = withOptions(
  { ...groupPayload, broadcastId: idArbitrary },
  groupOptions,
);
export const interruptArbitrary: fc.Arbitrary<MAILInterrupt> = withOptions(
  { ...groupPayload, interruptId: idArbitrary },
  groupOptions,
);

const envelope = { id: idArbitrary, timestamp: timeArbitrary };

export const messageArbitrary: fc.Arbitrary<MAILMessage> = fc.oneof(
  fc.record({ ...envelope, msgType: fc.constant('request'), message: requestArbitrary }),
  fc.record({ ...envelope, msgType: fc.constant('response'), message: responseArbitrary }),
  fc.record({ ...envelope, msgType: fc.constant('broadcast'), message: broadcastArbitrary }),
  fc.record({ ...envelope, msgType: fc.constant('interrupt'), message: interruptArbitrary }),
  fc.record({ ...envelope, msgType: fc.constant('broadcast_complete'), message: broadcastArbitrary }),
) as fc.Arbitrary<MAILMessage>;

const wrapper = {
  messageId: idArbitrary,
  sourceSwarm: nameArbitrary,
  targetSwarm: nameArbitrary,
  timestamp: timeArbitrary,
  taskOwner: nameArbitrary.map((swarm) => `user:u-1@${swarm}`),
  taskContributors: fc.array(nameArbitrary, { maxLength: 3 }),
};
const wrapperOptions = { authToken: textArbitrary, metadata: jsonObjectArbitrary };

export const interswarmArbitrary: fc.Arbitrary<MAILInterswarmMessage> = fc.oneof(
  withOptions({ ...wrapper, msgType: fc.constant('request'), payload: requestArbitrary }, wrapperOptions),
  withOptions({ ...wrapper, msgType: fc.constant('response'), payload: responseArbitrary }, wrapperOptions),
  withOptions({ ...wrapper, msgType: fc.constant('broadcast'), payload: broadcastArbitrary }, wrapperOptions),
  withOptions({ ...wrapper, msgType: fc.constant('interrupt'), payload: interruptArbitrary }, wrapperOptions),
) as fc.Arbitrary<MAILInterswarmMessage>;

/** Objects whose `options` are there or not. */
export function withOptions<Needed extends object, Options extends object>(
  needed: { [Key in keyof Needed]: fc.Arbitrary<Needed[Key]> },
  options: { [Key in keyof Options]: fc.Arbitrary<Options[Key]> },
): fc.Arbitrary<Needed & Partial<Options>> {
  return fc.record({ ...needed, ...options } as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: Object.keys(needed),
    noNullPrototype: true,
  }) as fc.Arbitrary<Needed & Partial<Options>>;
}

const FREE_FORM = new Set(['routingInfo', 'metadata']);

/** Wire names, put on without the codec under test: every key but those inside free-form objects. */
export function toSnakeCase(value: unknown): JSONValue {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== 'object' || value === null) return value as JSONValue;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      FREE_FORM.has(key) ? (item as JSONValue) : toSnakeCase(item),
    ]),
  );
}

/** Messages as JSON on the wire. */
export const wireMessageArbitrary: fc.Arbitrary<JSONValue> = messageArbitrary.map(toSnakeCase);
