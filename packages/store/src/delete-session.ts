import { defined, PosthouseError } from '@posthouse/protocol';
import type { DeletionOrigin } from './deletion-record.ts';
import type { SessionOwner } from './session.ts';
import type { Store } from './store.ts';
import type { TaskKey } from './task.ts';

/** The tasks that a deleted session leaves to be deleted, and the keys of what of itself is left to erase. */
export type SessionTasks = { swarm: string; tasks: string[]; keys: TaskKey[] };

/**
 * Deletes a chat session for good. Its tombstone names its tasks, including those of a branch that is made at this
 * moment, so that the next process can finish if this one dies. Undefined if there is no such session.
 */
export async function deleteSession(
  store: Pick<Store, 'sessions'>,
  owner: SessionOwner,
  id: string,
  origin?: DeletionOrigin,
): Promise<SessionTasks | undefined> {
  for (;;) {
    const session = await store.sessions.get(owner, id);
    if (session === undefined) return undefined;
    const { agent: swarm, branches, version: expect } = session;
    const tasks = [...new Set(branches.map(({ taskId }) => taskId))];
    const notices = { swarm, tasks, ...defined({ origin }) };
    try {
      const options = { forGood: true, origin, expect, ...(tasks.length === 0 ? {} : { notices }) };
      const keys = await store.sessions.delete(owner, id, options);
      if (keys !== undefined) return { swarm, tasks, keys };
    } catch (error) {
      // Somebody has changed the session, perhaps with another branch.
      if (!PosthouseError.isInstance(error) || error.code !== 'stale') throw error;
    }
  }
}
