import { createHash } from 'node:crypto';
import { formatInstance, type Instance, invalidInput, isId, PosthouseError } from '@posthouse/protocol';
import type { SwarmInstance } from '@posthouse/runtime';

/** The `Idempotency-Key` of a request, if it has one. */
export function toIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || isId(header)) return header;
  throw invalidInput('an Idempotency-Key has 1 to 256 characters');
}

/**
 * The id of a task that was begun with a key and without an id: the same key must lead to the same task again. It looks
 * like any other id.
 */
export function toTaskId(key: string, owner: Instance): string {
  const hash = createHash('sha256')
    .update(`${formatInstance(owner)}\n${key}`)
    .digest('hex');
  const variant = (Number.parseInt(hash[16]!, 16) & 0x3) | 0x8;
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant.toString(16)}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/**
 * The id of the task that a key begins. A key that was used in a task that was deleted begins none: whoever sends it again
 * would bring back what the deletion took away.
 */
export async function toNewTaskId(key: string, instance: SwarmInstance): Promise<string> {
  const taskId = toTaskId(key, instance.owner);
  if ((await instance.task(taskId)) !== undefined || !(await instance.hasDeletedKey(key))) return taskId;
  throw new PosthouseError({
    code: 'task_deleted',
    message: 'the task in which this idempotency key was used was deleted; send new messages with a new key',
  });
}
