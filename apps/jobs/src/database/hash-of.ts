import { createHash } from 'node:crypto';

/** A short name for values that is the same only when they are. */
export function hashOf(...values: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
