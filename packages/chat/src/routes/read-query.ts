import { invalidInput, isId } from '@posthouse/protocol';
import { toHeldTexts } from '../feed/held-texts.ts';
import type { RunCursor } from '../streams/run-streams.ts';

/** How many are asked for, within limits. */
export function toLimit(text: string | undefined, { usual, most }: { usual: number; most: number }): number {
  if (text === undefined) return usual;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw invalidInput(`limit must be a number from 1 to ${most}`);
}

/** A place in the list of sessions, as the page before has named it. */
export function toVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidInput('before must be the cursor that the previous page returned');
}

/** What a reader who was cut off has of an answer, as the ids of its frames have said. */
export function toCursor(after: string | undefined, has: readonly string[] | undefined): RunCursor | undefined {
  if (after === undefined) {
    if (has === undefined) return undefined;
    throw invalidInput('has can only be used together with after');
  }
  if (!/^\d{1,15}$/.test(after)) throw invalidInput('after must be the number that the id of a frame begins with');
  return { seen: Number(after), has: toHeldTexts(has) };
}

/** An id or a key, if there is one. */
export function readName(name: string, text: string | undefined): string | undefined {
  if (text === undefined || isId(text)) return text;
  throw invalidInput(`${name} must have 1 to 256 characters`);
}
