import { recordMoved } from '../refusals.ts';
import type { Records } from '../records.ts';
import { toJSON } from '../write/to-json.ts';
import type { DatabaseAccess } from './workplace.ts';

/** Records in SQLite: changes join the transaction of their tick, like every other write. */
export function sqliteRecords({ place, read, write }: DatabaseAccess): Records {
  const table = place.tables.record;
  return {
    get: async (kind, id) => read(() => table.find(kind, id)),
    list: async (kind, { after = 0 } = {}) => read(() => table.after(kind, after)),
    delete: (kind, id) => write(() => table.remove(kind, id)),

    async put(kind, id, value, { expect } = {}) {
      const json = toJSON(value, 'a record');
      return write(() => {
        const version = expect === undefined ? undefined : (table.find(kind, id)?.version ?? 0);
        if (expect !== undefined && version !== expect) throw recordMoved({ kind, id, expected: expect });
        return table.put(kind, id, json);
      });
    },
  };
}
