import type { JSONValue } from '@posthouse/protocol';
import type { TranscriptLine, TranscriptWrite } from './transcript.ts';
import { toJSON } from './write/to-json.ts';

export type TranscriptRow = { message: number; seq: number; line: string };

/** The line behind a row, in whichever database. */
export function toTranscriptLine({ message, seq, line }: TranscriptRow): TranscriptLine {
  return { message, seq, line: JSON.parse(line) as JSONValue };
}

/** The lines of a write as text. Made when it is called, so that what the caller does to them later does not matter. */
export function toLineColumns({ lines }: TranscriptWrite): string[] {
  return lines.map((line) => toJSON(line, 'a line of a transcript'));
}
