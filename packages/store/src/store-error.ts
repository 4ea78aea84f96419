import { type ErrorCode, messageOf, PosthouseError } from '@posthouse/protocol';

/** What the error of a store says in its details when a write found no room. Nothing of that write was done. */
export const DISK_FULL = { reason: 'disk_full' } as const;

/** What an error of a database is for its user. */
export type ErrorMeaning = { code: ErrorCode; sentence: string; details?: typeof DISK_FULL };

/** Whether a write failed because the disk is full. It can be repeated later, exactly as it is. */
export function isDiskFull(error: unknown): error is PosthouseError {
  return PosthouseError.isInstance(error) && (error.details as typeof DISK_FULL | undefined)?.reason === 'disk_full';
}

/** Whether the store said no because something was not as expected. */
export function isStale(error: unknown): error is PosthouseError {
  return PosthouseError.isInstance(error) && error.code === 'stale';
}

/** Whether the store said no because what was asked for is deleted. */
export function isDeleted(error: unknown): error is PosthouseError {
  return PosthouseError.isInstance(error) && error.code === 'task_deleted';
}

/** What went wrong, as Posthouse says it. Errors that are its own already pass through. */
export function toStoreError(error: unknown, meaning: ErrorMeaning | undefined): PosthouseError {
  if (PosthouseError.isInstance(error)) return error;
  const reason = messageOf(error);
  return new PosthouseError({
    code: meaning?.code ?? 'internal',
    message: `the store failed: ${meaning === undefined ? reason : `${meaning.sentence} (${reason})`}`,
    details: meaning?.details,
    cause: error,
  });
}
