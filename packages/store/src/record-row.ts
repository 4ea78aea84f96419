import type { JSONObject } from '@posthouse/protocol';
import type { StoredRecord } from './records.ts';
import { fromTextColumn } from './text-column.ts';

export type RecordRow = { id: string; version: number; value: string };

/** The record behind a row, in whichever database. */
export function toStoredRecord({ id, version, value }: RecordRow): StoredRecord {
  return { id: fromTextColumn(id), value: JSON.parse(value) as JSONObject, version };
}
