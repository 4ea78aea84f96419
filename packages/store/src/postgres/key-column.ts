import { createHash } from 'node:crypto';
import { fromTextColumn, toTextColumn } from '../text-column.ts';

/** An index of PostgreSQL holds at most 2 704 bytes of a row, and clients choose ids of any length. */
const MAX_INDEXED_LENGTH = 200;
/** How the digest of an id begins that is too long. */
export const DIGEST = 'sha256:';

/**
 * An id as two columns: the key, by which it is found, and the text itself where it is too long to be a key.
 *
 * @example toKeyColumns('trip') // ['trip', null]
 */
export function toKeyColumns(id: string): [key: string, long: string | null] {
  const text = toTextColumn(id);
  // What looks like a digest becomes one, so that no id can pass for another.
  if (text.length <= MAX_INDEXED_LENGTH && !text.startsWith(DIGEST)) return [text, null];
  return [`${DIGEST}${createHash('sha256').update(text).digest('hex')}`, text];
}

export function toKeyColumn(id: string): string {
  return toKeyColumns(id)[0];
}

/** The id behind the columns that `toKeyColumns` gave. */
export function fromKeyColumns(key: string, long: string | null): string {
  return fromTextColumn(long ?? key);
}
