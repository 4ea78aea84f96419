import type { PosthouseError } from '@posthouse/protocol';
import { DISK_FULL, type ErrorMeaning, toStoreError } from '../store-error.ts';

// What PostgreSQL calls SQLSTATE. https://www.postgresql.org/docs/current/errcodes-appendix.html
const meanings: Record<string, ErrorMeaning> = {
  '28000': { code: 'invalid_configuration', sentence: 'the database server does not let this user connect' },
  '28P01': { code: 'invalid_configuration', sentence: 'the database server rejects the user or the password' },
  '3D000': { code: 'invalid_configuration', sentence: 'there is no such database; create it first' },
  '42501': { code: 'invalid_configuration', sentence: 'the database user lacks a permission' },
  '22P05': { code: 'invalid_configuration', sentence: 'the database is not encoded in UTF8' },
  '25006': { code: 'unavailable', sentence: 'the database is read-only; it may be a standby' },
  '53100': { code: 'unavailable', sentence: 'the disk of the database is full', details: DISK_FULL },
  '53200': { code: 'unavailable', sentence: 'the database server is out of memory' },
  '53300': { code: 'unavailable', sentence: 'the database server has too many connections' },
  '54000': { code: 'too_large', sentence: 'a value is larger than PostgreSQL can store' },
};

/** By the first two characters, where the rest makes no difference. */
const classes: Record<string, ErrorMeaning> = {
  '08': { code: 'unavailable', sentence: 'the connection to the database was lost' },
  '22': { code: 'invalid_input', sentence: 'a value does not fit its column' },
  '23': { code: 'invalid_input', sentence: 'a value does not fit its column' },
  '40': { code: 'unavailable', sentence: 'other transactions keep writing to the same rows' },
  '53': { code: 'unavailable', sentence: 'the database server lacks resources' },
  '54': { code: 'too_large', sentence: 'a value is larger than PostgreSQL can store' },
  '57': { code: 'unavailable', sentence: 'the database server is starting or shutting down' },
};

const LOST: ErrorMeaning = { code: 'unavailable', sentence: 'the database server cannot be reached' };

// Errors of sockets, and states in which the server ends a connection or does not take one.
const lostCodes = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOENT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN
  57P01 57P02 57P03 57P05 25P03 25P04 53300`.split(/\s+/),
);
// The driver's own errors have no codes.
const lostMessages = /connection terminated|connection error|query read timeout|timeout expired|timeout exceeded/i;

/** The code of an error of PostgreSQL or of a socket, if it has one. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the error says that the connection is gone, or that there was none: what was sent may have been done. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && lostMessages.test(error.message);
  return lostCodes.has(code) || (code.length === 5 && code.startsWith('08'));
}

/** Whether the database has undone a transaction because of others, and it may simply be tried again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(codeOf(error) ?? '');
}

/** An error of PostgreSQL or of its driver, as Posthouse says it. */
export function fromPgError(error: unknown): PosthouseError {
  return toStoreError(error, meaningOf(error));
}

function meaningOf(error: unknown): ErrorMeaning | undefined {
  const code = codeOf(error) ?? '';
  return (
    meanings[code] ?? (code.length === 5 ? classes[code.slice(0, 2)] : undefined) ?? (isLost(error) ? LOST : undefined)
  );
}
