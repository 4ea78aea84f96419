import { PosthouseError } from '@posthouse/protocol';

/** Whether the store said no because the task was not as expected, though it is still ours. */
export function isStale(error: unknown): boolean {
  return PosthouseError.isInstance(error) && error.code === 'stale';
}

/** Whether the store said no because the task is not there any more. */
export function isDeleted(error: unknown): boolean {
  return PosthouseError.isInstance(error) && error.code === 'task_deleted';
}

/** For whoever deletes: if somebody else was quicker, it is done. */
export function ignoreDeleted(error: unknown): undefined {
  if (!isDeleted(error)) throw error;
}

/** Whether the store said no because somebody else was first: nothing is wrong, but what was decided is void. */
export function isRefusal(error: unknown): boolean {
  return isDeleted(error) || (PosthouseError.isInstance(error) && (error.code === 'fenced' || error.code === 'stale'));
}
