import { sessionMoved, transcriptMoved } from '../refusals.ts';
import { toSessionColumns } from '../session-row.ts';
import type { Sessions } from '../store.ts';
import type { Database } from './database.ts';
import { sessionTable } from './tables/session-table.ts';
import { transcriptTable } from './tables/transcript-table.ts';

export type PostgresSessionsOptions = {
  /** Gives the database, or says that the store is closed. */
  open: () => Database;
  /** The clock, if it is not the database's. */
  now: (() => number) | undefined;
};

/** Chat sessions in PostgreSQL. */
export function postgresSessions({ open, now }: PostgresSessionsOptions): Sessions {
  return {
    get: async (owner, id) => sessionTable.find(open(), owner, id),
    list: async (owner, { before = Number.MAX_SAFE_INTEGER, limit }) => sessionTable.page(open(), owner, before, limit),

    unfinished: async () => sessionTable.unfinished(open()),

    async delete(owner, id) {
      return open().transact(async (transaction) => {
        transaction.sign();
        const taskId = await sessionTable.remove(transaction, owner, id);
        if (taskId !== undefined) await transcriptTable.remove(transaction, taskId);
        return taskId !== undefined;
      });
    },

    async put(session, { expect, copy } = {}) {
      const owner = { ...session.owner };
      const { id, taskId } = session;
      const columns = toSessionColumns(session);
      return open().transact(async (transaction) => {
        transaction.sign();
        const time = now?.() ?? (await transaction.now);
        const put = await sessionTable.put(transaction, { owner, id, columns, now: time, expect });
        if (put === undefined) throw sessionMoved(id, expect ?? 0);
        if (copy !== undefined) {
          if ((await transcriptTable.head(transaction, taskId)) > 0) throw transcriptMoved(1, 0);
          await transcriptTable.copy(transaction, copy.transcript, taskId, copy.through);
        }
        return put;
      });
    },
  };
}
