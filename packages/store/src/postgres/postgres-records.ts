import type { JSONObject } from '@posthouse/protocol';
import { recordMoved } from '../refusals.ts';
import type { Records } from '../records.ts';
import { toJSON } from '../write/to-json.ts';
import type { Database } from './database.ts';
import { recordTable } from './tables/record-table.ts';

/** Records in PostgreSQL. `open` gives the database, or says that the store is closed. */
export function postgresRecords(open: () => Database): Records {
  return {
    get: async (kind, id) => recordTable.find(open(), kind, id),
    list: async (kind, { after = 0 } = {}) => recordTable.after(open(), kind, after),

    async delete(kind, id) {
      return open().transact(async (transaction) => {
        transaction.sign();
        return recordTable.remove(transaction, kind, id);
      });
    },

    async put(kind, id, value, { expect } = {}) {
      const json = toJSON(value, 'a record');
      const version = await open().transact(async (transaction) => {
        transaction.sign();
        const [number, found] = await Promise.all([
          recordTable.nextVersion(transaction),
          expect === undefined ? undefined : recordTable.find(transaction, kind, id),
        ]);
        if (expect !== undefined && (found?.version ?? 0) !== expect) {
          throw recordMoved({ kind, id, expected: expect });
        }
        void recordTable.put(transaction, kind, { id, version: number, value: json });
        return number;
      });
      return { id, value: JSON.parse(json) as JSONObject, version };
    },
  };
}
