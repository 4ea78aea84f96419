import type { PosthouseError } from '@posthouse/protocol';
import { DISK_FULL, type ErrorMeaning, toStoreError } from '../store-error.ts';

// The primary result codes of SQLite that can have a cause outside this program. https://sqlite.org/rescode.html
const BUSY = 5;
const CONSTRAINT = 19;
const meanings: Record<number, ErrorMeaning> = {
  [BUSY]: { code: 'unavailable', sentence: 'another process has kept the database locked for too long' },
  6: { code: 'unavailable', sentence: 'the database is locked' },
  7: { code: 'unavailable', sentence: 'out of memory' },
  8: { code: 'unavailable', sentence: 'the database file is read-only; check its permissions' },
  10: { code: 'unavailable', sentence: 'reading or writing the database file failed; check the disk' },
  11: { code: 'internal', sentence: 'the database file is damaged; restore it from a backup' },
  13: { code: 'unavailable', sentence: 'the disk is full', details: DISK_FULL },
  14: { code: 'unavailable', sentence: 'the database file cannot be opened; check its path and permissions' },
  18: { code: 'too_large', sentence: 'a value is larger than SQLite can store (one billion bytes)' },
  [CONSTRAINT]: { code: 'invalid_input', sentence: 'a value does not fit its column' },
  26: { code: 'internal', sentence: 'the file is not an SQLite database' },
};

/** SQLite's primary result code, if the error comes from SQLite. */
function resultCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Whether the error says that somebody else is writing. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** Whether the error says that a row breaks a rule of its table. */
export function isConstraint(error: unknown): boolean {
  return resultCode(error) === CONSTRAINT;
}

/** An error of SQLite, as Posthouse says it. */
export function fromSQLiteError(error: unknown): PosthouseError {
  return toStoreError(error, meanings[resultCode(error) ?? 0]);
}
