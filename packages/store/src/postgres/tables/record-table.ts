import { type RecordRow, toStoredRecord } from '../../record-row.ts';
import type { StoredRecord } from '../../records.ts';
import { toTextColumn } from '../../text-column.ts';
import { toKeyColumn, toKeyColumns } from '../key-column.ts';
import { type Connection, statement } from '../statement.ts';

const columns = 'coalesce(long_id, id) AS id, version, value';
const select = statement('record-select')`SELECT ${columns} FROM mail.record WHERE kind = $1 AND id = $2`;
const selectAfter = statement('record-select-after')`
  SELECT ${columns} FROM mail.record WHERE kind = $1 AND version > $2 ORDER BY coalesce(long_id, id) COLLATE "C"`;
const nextVersion = statement('record-next-version')`
  UPDATE mail.record_version SET version = version + 1 RETURNING version`;
const upsert = statement('record-upsert')`
  INSERT INTO mail.record (kind, id, long_id, version, value) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, value = excluded.value`;
const remove = statement('record-delete')`DELETE FROM mail.record WHERE kind = $1 AND id = $2 RETURNING 1`;

/** What is kept beside tasks, by kind and id. */
export const recordTable = {
  async find(connection: Connection, kind: string, id: string): Promise<StoredRecord | undefined> {
    const [row] = await connection.run<RecordRow>(select, [toTextColumn(kind), toKeyColumn(id)]);
    return row === undefined ? undefined : toStoredRecord(row);
  },

  async after(connection: Connection, kind: string, version: number): Promise<StoredRecord[]> {
    const rows = await connection.run<RecordRow>(selectAfter, [toTextColumn(kind), version]);
    return rows.map((row) => toStoredRecord(row));
  },

  /** The next version; until the end of the transaction nobody else gets one. */
  async nextVersion(connection: Connection): Promise<number> {
    const [row] = await connection.run<{ version: number }>(nextVersion);
    return (row as { version: number }).version;
  },

  /** `value` is JSON. */
  put(connection: Connection, kind: string, { id, version, value }: RecordRow): Promise<unknown> {
    return connection.run(upsert, [toTextColumn(kind), ...toKeyColumns(id), version, value]);
  },

  /** False when there is no such record. */
  async remove(connection: Connection, kind: string, id: string): Promise<boolean> {
    return (await connection.run(remove, [toTextColumn(kind), toKeyColumn(id)])).length === 1;
  },
};
