import { PosthouseError } from '@posthouse/protocol';

/** What the error of a store says in its details when a write found no room. Nothing of that write was done. */
export const DISK_FULL = { reason: 'disk_full' } as const;

/** Whether a write failed because the disk is full. It can be repeated later, exactly as it is. */
export function isDiskFull(error: unknown): error is PosthouseError {
  return PosthouseError.isInstance(error) && (error.details as typeof DISK_FULL | undefined)?.reason === 'disk_full';
}
