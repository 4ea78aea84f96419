import { sessionMoved, transcriptMoved } from '../refusals.ts';
import { toSessionColumns } from '../session-row.ts';
import type { Sessions } from '../store.ts';
import type { Tables } from './tables/tables.ts';

export type SQLiteSessionsOptions = {
  table: Tables['session'];
  transcripts: Tables['transcript'];
  now: () => number;
  read: <T>(query: () => T) => T;
  write: <T>(work: () => T) => Promise<T>;
};

/** Chat sessions in SQLite: changes join the transaction of their tick, like every other write. */
export function sqliteSessions({ table, transcripts, now, read, write }: SQLiteSessionsOptions): Sessions {
  return {
    get: async (owner, id) => read(() => table.find(owner, id)),
    list: async (owner, { before = Number.MAX_SAFE_INTEGER, limit }) => read(() => table.page(owner, before, limit)),
    unfinished: async () => read(() => table.unfinished()),

    delete: (owner, id) =>
      write(() => {
        const session = table.find(owner, id);
        if (session !== undefined) transcripts.remove(session.taskId);
        return table.remove(owner, id);
      }),

    async put(session, { expect, copy } = {}) {
      const owner = { ...session.owner };
      const { id, taskId } = session;
      const columns = toSessionColumns(session);
      return write(() => {
        const known = table.find(owner, id);
        if (expect !== undefined && (known?.version ?? 0) !== expect) throw sessionMoved(id, expect);
        if (copy !== undefined) {
          if (transcripts.head(taskId) > 0) throw transcriptMoved(1, 0);
          transcripts.copy(copy.transcript, taskId, copy.through);
        }
        // Time does not go back within a session, even if the clock does.
        const updated = Math.max(now(), known === undefined ? 0 : Date.parse(known.updatedAt));
        return table.put(owner, id, columns, {
          created: known === undefined ? updated : Date.parse(known.createdAt),
          updated,
        });
      });
    },
  };
}
