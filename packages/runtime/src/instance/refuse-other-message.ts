import { isDeepStrictEqual } from 'node:util';
import {
  type JSONSchema,
  type LogEntry,
  type MAILMessage,
  PosthouseError,
  recipientsOf,
  type ToolSpec,
} from '@posthouse/protocol';

/** What a message asks for, however a door has encoded it. */
export type Asked = { message: MAILMessage; tools?: ToolSpec[] | undefined; responseFormat?: JSONSchema | undefined };

/**
 * Throws `key_reused` when the entries that were written under a key tell of another message than this one: showing the
 * outcome of the first would silently drop the second. The log is what they are compared by, so keys of any age count.
 */
export function refuseOtherMessage(written: readonly LogEntry[], asked: Asked): void {
  const first = written.find((entry) => entry.type === 'message');
  const start = written.find((entry) => entry.type === 'run-started');
  const { tools, responseFormat } = start ?? {};
  if (first === undefined) throw keyReused('something other than a message');
  const before = toMeaning({ message: first.message, tools, responseFormat });
  if (!isDeepStrictEqual(toMeaning(asked), before)) throw keyReused('another message');
}

function toMeaning({ message, tools, responseFormat }: Asked): unknown {
  const { subject, body } = message.message;
  // A request that cuts in on a run is kept as an interrupt.
  const isBroadcast = message.msgType === 'broadcast';
  const meaning = { isBroadcast, to: recipientsOf(message), subject, body, tools, responseFormat };
  // As it comes back from the store.
  return JSON.parse(JSON.stringify(meaning));
}

function keyReused(what: string): PosthouseError {
  return new PosthouseError({
    code: 'key_reused',
    message: `this idempotency key was used for ${what} in this task; repeat that one unchanged, or send this one with a new key`,
  });
}
