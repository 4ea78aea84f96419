import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LogEntry } from '@posthouse/protocol';
import { takeBytes } from './take-bytes.ts';

type Row = [seq: number, at: number, entry: string];

/** How many rows one statement inserts at most. */
const ROWS = 16;

/** The log of every task. Nothing in it is ever changed, and nothing removed but with its task. */
export function logTable(database: DatabaseSync) {
  const inserts = new Map<number, StatementSync>();
  const select = database.prepare('SELECT seq, at, entry FROM log WHERE task = ? AND seq > ? ORDER BY seq LIMIT ?');
  select.setReturnArrays(true);

  function insertOf(rows: number): StatementSync {
    const known = inserts.get(rows);
    if (known !== undefined) return known;
    const values = Array.from({ length: rows }, () => '(?, ?, ?, ?)').join(', ');
    const insert = database.prepare(`INSERT INTO log (task, seq, at, entry) VALUES ${values}`);
    inserts.set(rows, insert);
    return insert;
  }

  return {
    /** Appends entries, given as JSON, behind `head`. */
    append(task: number, head: number, at: number, entries: readonly string[]): void {
      for (let start = 0; start < entries.length; start += ROWS) {
        const rows = Math.min(ROWS, entries.length - start);
        const values: (string | number)[] = [];
        for (let row = start; row < start + rows; row += 1) {
          values.push(task, head + row + 1, at, entries[row] as string);
        }
        insertOf(rows).run(...values);
      }
    },

    read(task: number, after: number, limit: number, maxBytes?: number): LogEntry[] {
      // `setReturnArrays` is not reflected in the types.
      const rows = (maxBytes === undefined
        ? select.all(task, after, limit)
        : takeBytes(
            select.iterate(task, after, limit) as unknown as Iterable<Row>,
            maxBytes,
            ([, , entry]) => entry,
          )) as unknown as Row[];
      // Entries of one write have the same time, and writing it out costs a fifth of reading the entry.
      let time = { at: Number.NaN, text: '' };
      return rows.map(([seq, at, entry]) => {
        if (at !== time.at) time = { at, text: new Date(at).toISOString() };
        const placed = JSON.parse(entry) as LogEntry;
        placed.seq = seq;
        placed.at = time.text;
        return placed;
      });
    },
  };
}
