import type { DatabaseSync } from 'node:sqlite';
import type { TranscriptLine } from '../../transcript.ts';
import { toTextColumn } from '../../text-column.ts';
import { type LinePage, type NewLines, toTranscriptLine, type TranscriptRow } from '../../transcript-row.ts';
import { takeBytes } from './take-bytes.ts';

/** Conversations line by line. */
export function transcriptTable(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO transcript (name, message, seq, id, line) VALUES (?, ?, ?, ?, ?)');
  const selectLength = database.prepare(
    'SELECT seq FROM transcript WHERE name = ? AND message = ? ORDER BY seq DESC LIMIT 1',
  );
  const selectHead = database.prepare('SELECT message FROM transcript WHERE name = ? ORDER BY message DESC LIMIT 1');
  const selectNamed = database.prepare('SELECT message FROM transcript WHERE name = ? AND id = ?');
  const selectLines = database.prepare(
    'SELECT message, seq, line FROM transcript WHERE name = ? AND message = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  const selectMessages = database.prepare(
    'SELECT message, seq, line FROM transcript WHERE name = ? AND message BETWEEN ? AND ? ORDER BY message, seq',
  );
  const copy = database.prepare(`
    INSERT INTO transcript (name, message, seq, id, line)
    SELECT ?, message, seq, id, line FROM transcript WHERE name = ? AND message <= ?`);

  return {
    append(name: string, { message, after, id }: NewLines, lines: readonly string[]): void {
      lines.forEach((line, index) => {
        const own = index === 0 && id !== undefined ? toTextColumn(id) : null;
        insert.run(toTextColumn(name), message, after + index + 1, own, line);
      });
    },

    /** How many lines a message has. */
    length(name: string, message: number): number {
      return (selectLength.get(toTextColumn(name), message) as { seq: number } | undefined)?.seq ?? 0;
    },

    head(name: string): number {
      return (selectHead.get(toTextColumn(name)) as { message: number } | undefined)?.message ?? 0;
    },

    find(name: string, id: string): number | undefined {
      return (selectNamed.get(toTextColumn(name), toTextColumn(id)) as { message: number } | undefined)?.message;
    },

    read(name: string, message: number, { after, limit, maxBytes }: LinePage): TranscriptLine[] {
      const values = [toTextColumn(name), message, after, limit] as const;
      const rows =
        maxBytes === undefined
          ? (selectLines.all(...values) as TranscriptRow[])
          : takeBytes(selectLines.iterate(...values) as Iterable<TranscriptRow>, maxBytes, ({ line }) => line);
      return rows.map((row) => toTranscriptLine(row));
    },

    messages(name: string, from: number, to: number): TranscriptLine[] {
      const rows = selectMessages.all(toTextColumn(name), from, to) as TranscriptRow[];
      return rows.map((row) => toTranscriptLine(row));
    },

    copy(from: string, to: string, through: number): void {
      copy.run(toTextColumn(to), toTextColumn(from), through);
    },
  };
}
