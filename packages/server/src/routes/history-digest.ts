import type { JSONObject, MAILMessage } from '@posthouse/protocol';

const KEY = 'history_digest';

/** What is kept with a message, so that its answer is known when it comes back with a history. */
export function toDigestInfo(digest: string): JSONObject {
  return { [KEY]: digest };
}

/** What stands for the messages of a history up to this one. */
export function digestOf({ message }: MAILMessage): string | undefined {
  return message.routingInfo?.[KEY] as string | undefined;
}

/** Stands for a message that tells others once more, which these digests stand for, before what it tells itself. */
export function withRetold(digest: string, retold: readonly string[]): string {
  const [known, ...asked] = digest.split('.');
  return [known, ...retold.flatMap((each) => each.split('.').slice(1)), ...asked].join('.');
}
