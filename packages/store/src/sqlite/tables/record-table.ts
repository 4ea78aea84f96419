import type { DatabaseSync } from 'node:sqlite';
import { type RecordRow, toStoredRecord } from '../../record-row.ts';
import type { StoredRecord } from '../../records.ts';
import { toTextColumn } from '../../text-column.ts';

/** What is kept beside tasks, by kind and id. */
export function recordTable(database: DatabaseSync) {
  const select = database.prepare('SELECT id, version, value FROM record WHERE kind = ? AND id = ?');
  const selectAfter = database.prepare(
    'SELECT id, version, value FROM record WHERE kind = ? AND version > ? ORDER BY id',
  );
  const replace = database.prepare(
    'INSERT OR REPLACE INTO record (kind, id, value) VALUES (?, ?, ?) RETURNING id, version, value',
  );
  const remove = database.prepare('DELETE FROM record WHERE kind = ? AND id = ?');

  return {
    find(kind: string, id: string): StoredRecord | undefined {
      const row = select.get(toTextColumn(kind), toTextColumn(id)) as RecordRow | undefined;
      return row === undefined ? undefined : toStoredRecord(row);
    },

    after(kind: string, version: number): StoredRecord[] {
      return (selectAfter.all(toTextColumn(kind), version) as RecordRow[]).map((row) => toStoredRecord(row));
    },

    /** `value` is JSON. */
    put(kind: string, id: string, value: string): StoredRecord {
      return toStoredRecord(replace.get(toTextColumn(kind), toTextColumn(id), value) as RecordRow);
    },

    /** False when there is no such record. */
    remove(kind: string, id: string): boolean {
      return remove.run(toTextColumn(kind), toTextColumn(id)).changes === 1;
    },
  };
}
