import { parseJSON } from '@posthouse/protocol';

/** A value that may have been stored as JSON text; undefined for a text that is none. */
export function readStoredJSON(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseJSON(value);
  } catch {
    return undefined;
  }
}
