import type { LogEntry } from '@posthouse/protocol';
import { type EntryLine, type Kind, toEntryLine } from './entry-line.ts';

export type EntryFilter = { agent?: string; kind?: Kind; text?: string };

const lines = new WeakMap<LogEntry, EntryLine>();
const texts = new WeakMap<LogEntry, string>();

/** The line of an entry. Made once, however often it is looked at. */
export function lineOf(entry: LogEntry): EntryLine {
  let line = lines.get(entry);
  if (line === undefined) lines.set(entry, (line = toEntryLine(entry)));
  return line;
}

/** Whether an entry passes: by who is in it, by its kind, and by any text in it, in whatever case. */
export function passes(entry: LogEntry, { agent, kind, text }: EntryFilter): boolean {
  const line = lineOf(entry);
  if (kind !== undefined && line.kind !== kind) return false;
  if (agent !== undefined && line.who !== agent && line.title !== `→ ${agent}`) return false;
  return text === undefined || text === '' || textOf(entry).includes(text.toLowerCase());
}

/** The places of the entries that pass. Without a filter that is all of them, and nothing is made. */
export function filterEntries(entries: readonly LogEntry[], filter: EntryFilter): readonly number[] | undefined {
  if (filter.agent === undefined && filter.kind === undefined && (filter.text ?? '') === '') return undefined;
  const places: number[] = [];
  for (const [place, entry] of entries.entries()) if (passes(entry, filter)) places.push(place);
  return places;
}

function textOf(entry: LogEntry): string {
  let text = texts.get(entry);
  if (text === undefined) texts.set(entry, (text = JSON.stringify(entry).toLowerCase()));
  return text;
}
