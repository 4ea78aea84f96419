import { originOf } from '../deletion-record.ts';
import { deleted, sessionMoved, transcriptMoved } from '../refusals.ts';
import { toSessionColumns } from '../session-row.ts';
import type { SessionOwner, Sessions } from '../session.ts';
import type { TaskKey } from '../task.ts';
import { sessionGraveOf, transcriptGraveOf } from '../tombstone.ts';
import type { Database } from './database.ts';
import { deletionTable } from './tables/deletion-table.ts';
import { sessionTable } from './tables/session-table.ts';
import type { Connection } from './statement.ts';
import { tombstoneTable } from './tables/tombstone-table.ts';
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
    async get(owner, id) {
      const session = await sessionTable.find(open(), owner, id);
      if (session === undefined) await refuseDeleted(open(), owner, id);
      return session;
    },

    list: async (owner, { before = Number.MAX_SAFE_INTEGER, limit }) => sessionTable.page(open(), owner, before, limit),

    aged: async (before, limit, after = 0) => sessionTable.aged(open(), before, limit, after),
    unfinished: async () => sessionTable.unfinished(open()),

    async delete(owner, id, { forGood = false, notices, origin, expect } = {}) {
      return open().transact(async (transaction) => {
        transaction.sign();
        const removed = await sessionTable.remove(transaction, owner, id);
        if (removed === undefined) return undefined;
        const { transcript, branches, version } = removed;
        if (expect !== undefined && version !== expect) throw sessionMoved(id, expect);
        const time = now?.() ?? (await transaction.now);
        const grave = sessionGraveOf(owner, id);
        const left: Promise<TaskKey>[] = [];
        if (forGood) {
          left.push(tombstoneTable.add(transaction, grave, { notices }, time));
          const by = origin ?? originOf(owner);
          const record = { ...by, what: 'session', hash: grave.hash, counts: { branches } } as const;
          void deletionTable.add(transaction, record, time);
        }
        const transcriptGrave = transcriptGraveOf(transcript);
        void tombstoneTable.lockTranscript(transaction, transcriptGrave);
        left.push(tombstoneTable.add(transaction, transcriptGrave, { transcript }, time));
        return Promise.all(left);
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
        // Looked for afterwards: whoever deletes a session removes it, and that is waited for.
        if (expect === undefined || expect === 0) await refuseDeleted(transaction, owner, id);
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

async function refuseDeleted(connection: Connection, owner: SessionOwner, id: string): Promise<void> {
  if (await tombstoneTable.has(connection, sessionGraveOf(owner, id))) throw deleted(`session '${id}'`);
}
