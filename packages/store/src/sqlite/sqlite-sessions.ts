import { originOf } from '../deletion-record.ts';
import { deleted, sessionMoved, transcriptMoved } from '../refusals.ts';
import { toSessionColumns } from '../session-row.ts';
import type { Session, SessionOwner, Sessions } from '../session.ts';
import type { TaskKey } from '../task.ts';
import { sessionGraveOf, transcriptGraveOf } from '../tombstone.ts';
import type { DatabaseAccess } from './workplace.ts';

/** Chat sessions in SQLite: changes join the transaction of their tick, like every other write. */
export function sqliteSessions({ place, read, write }: DatabaseAccess): Sessions {
  const { session: table, transcript: transcripts, tombstone: tombstones, deletion: deletions } = place.tables;
  const { now } = place;

  function find(owner: SessionOwner, id: string): Session | undefined {
    const session = table.find(owner, id);
    if (session === undefined && tombstones.has(sessionGraveOf(owner, id))) throw deleted(`session '${id}'`);
    return session;
  }

  return {
    get: async (owner, id) => read(() => find(owner, id)),
    list: async (owner, { before = Number.MAX_SAFE_INTEGER, limit }) => read(() => table.page(owner, before, limit)),
    aged: async (before, limit, after = 0) =>
      read(() => table.oldest(after, limit)).filter(({ updatedAt }) => Date.parse(updatedAt) < before),
    unfinished: async () => read(() => table.unfinished()),

    delete: (owner, id, { forGood = false, notices, origin, expect } = {}) =>
      write(() => {
        const session = table.find(owner, id);
        if (session === undefined) return undefined;
        if (expect !== undefined && session.version !== expect) throw sessionMoved(id, expect);
        const { taskId: transcript } = session;
        const time = { change: place.change, now: now() };
        const grave = sessionGraveOf(owner, id);
        const left: TaskKey[] = [];
        if (forGood) {
          const counts = { branches: session.branches.length };
          left.push(tombstones.add(grave, { notices }, time));
          deletions.add({ ...(origin ?? originOf(owner)), what: 'session', hash: grave.hash, counts }, time.now);
        }
        left.push(tombstones.add(transcriptGraveOf(transcript), { transcript }, time));
        table.remove(owner, id);
        return left;
      }),

    async put(session, { expect, copy } = {}) {
      const owner = { ...session.owner };
      const { id, taskId } = session;
      const columns = toSessionColumns(session);
      return write(() => {
        const known = find(owner, id);
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
