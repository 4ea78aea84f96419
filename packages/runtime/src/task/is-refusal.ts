import { PosthouseError } from '@posthouse/protocol';
import { isDeleted, isStale } from '@posthouse/store';

/** For whoever deletes: if somebody else was quicker, it is done. */
export function ignoreDeleted(error: unknown): undefined {
  if (!isDeleted(error)) throw error;
}

/** Whether the store said no because somebody else was first: nothing is wrong, but what was decided is void. */
export function isRefusal(error: unknown): boolean {
  return isDeleted(error) || isStale(error) || (PosthouseError.isInstance(error) && error.code === 'fenced');
}
