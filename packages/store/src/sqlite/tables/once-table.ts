import type { DatabaseSync } from 'node:sqlite';
import { toTextColumn } from '../../text-column.ts';
import type { WrittenOnce } from '../../write/write.ts';

/** Idempotency keys that have been used. */
export function onceTable(database: DatabaseSync) {
  const select = database.prepare('SELECT head, entries FROM once WHERE task = ? AND name = ?');
  const insert = database.prepare('INSERT INTO once (task, name, head, entries) VALUES (?, ?, ?, ?)');

  return {
    find(task: number, name: string): WrittenOnce | undefined {
      return select.get(task, toTextColumn(name)) as WrittenOnce | undefined;
    },

    /** `head` is the end of the log before the write. */
    record(task: number, name: string, { head, entries }: WrittenOnce): void {
      insert.run(task, toTextColumn(name), head, entries);
    },
  };
}
