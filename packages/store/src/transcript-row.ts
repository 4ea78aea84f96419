import type { JSONValue } from '@posthouse/protocol';
import type { TranscriptLine, TranscriptWrite } from './transcript.ts';
import { toJSON } from './write/to-json.ts';

export type TranscriptRow = { message: number; seq: number; line: string };

/** A row with the name of its message, which its first line has. */
export type LineRow = TranscriptRow & { id: string | null };

/** Where lines are added: behind as many of a message, which gets its name with the first. */
export type NewLines = { message: number; after: number; id: string | undefined };

/** Which lines of a message to read. */
export type LinePage = { after: number; limit: number; maxBytes?: number };

/** The line behind a row, in whichever database. */
export function toTranscriptLine({ message, seq, line }: TranscriptRow): TranscriptLine {
  return { message, seq, line: JSON.parse(line) as JSONValue };
}

/** The lines of a write as text. Made when it is called, so that what the caller does to them later does not matter. */
export function toLineColumns({ lines }: TranscriptWrite): string[] {
  return lines.map((line) => toJSON(line, 'a line of a transcript'));
}
