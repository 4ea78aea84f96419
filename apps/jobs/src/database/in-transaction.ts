import type { JobsDatabase } from './open-database.ts';

/**
 * Does something wholly or not at all. The lock for writing is taken at once, so that what is read inside still holds
 * when it is written, even when another process works on the same file.
 */
export function inTransaction<Result>({ sqlite }: JobsDatabase, work: () => Result): Result {
  return sqlite.inTransaction ? work() : sqlite.transaction(work).immediate();
}
