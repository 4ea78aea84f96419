import type { LogEntry } from '@posthouse/protocol';
import type { TaskKey } from '../../task.ts';
import { toTaskNumber } from '../../task-key.ts';
import { type Connection, statement } from '../statement.ts';

/** An entry in its place, as JSON. */
export type LogRow = { task: TaskKey; seq: number; at: number; entry: string };

const insert = statement('log-insert')`
  INSERT INTO mail.log (task, seq, at, entry)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])`;
const select = statement('log-select')`
  SELECT seq, at, entry FROM mail.log WHERE task = $1 AND seq > $2 ORDER BY seq LIMIT $3`;

/** The log of every task. Nothing in it is ever changed, and nothing removed but with its task. */
export const logTable = {
  append(connection: Connection, rows: readonly LogRow[]): Promise<unknown> {
    return connection.run(insert, [
      rows.map(({ task }) => toTaskNumber(task)),
      rows.map(({ seq }) => seq),
      rows.map(({ at }) => at),
      rows.map(({ entry }) => entry),
    ]);
  },

  async read(connection: Connection, task: TaskKey, after: number, limit: number): Promise<LogEntry[]> {
    return toLogEntries(await connection.run<Omit<LogRow, 'task'>>(select, [toTaskNumber(task), after, limit]));
  },
};

export function toLogEntries(rows: readonly Omit<LogRow, 'task'>[]): LogEntry[] {
  // Entries of one write have the same time, and writing it out costs a fifth of reading the entry.
  let time = { at: Number.NaN, text: '' };
  return rows.map(({ seq, at, entry }) => {
    if (at !== time.at) time = { at, text: new Date(at).toISOString() };
    const placed = JSON.parse(entry) as LogEntry;
    placed.seq = seq;
    placed.at = time.text;
    return placed;
  });
}
