import type { Posting } from '../postings/posting.ts';
import type { ImportWarning } from './import-warnings.ts';

/** What an importer read, and what it could not. */
export interface Imported {
  postings: Posting[];
  warnings: ImportWarning[];
}

/** An object of unknown keys, as JSON from elsewhere has them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with keys. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a list: nothing is empty, one thing is a list of one. */
export function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

const MAX_TEXT_LENGTH = 1_000;

/** A line of text, if a value is one: trimmed, without line breaks, and not without end. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value
    .slice(0, MAX_TEXT_LENGTH * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
  return text === '' ? undefined : text;
}

/** A web address, if a value is one. */
export function toWebUrl(value: unknown, base?: string): string | undefined {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 4_000) return undefined;
  const url = URL.parse(value.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
