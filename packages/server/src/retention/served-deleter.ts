import type { Deleter } from '@posthouse/runtime';
import { deleteSession, type DeletionOrigin } from '@posthouse/store';
import type { ServedSwarms } from '../served-swarms.ts';

/** Deletes as a server does: what runs in a task is cancelled, and an agent that is at work in a session is stopped. */
export function servedDeleter({ engine, store, agents }: ServedSwarms, origin: DeletionOrigin): Deleter {
  return {
    origin,
    forgetTask: (owner, taskId) => engine.forget(owner, taskId, origin),
    async forgetSession(owner, id) {
      if ((await agents.find(owner, id)) !== undefined) return agents.remove(owner, id, origin);
      const { swarm = '', tasks = [], keys = [] } = (await deleteSession(store, owner, id, origin)) ?? {};
      for (const task of tasks) keys.push(...(await engine.forget({ swarm, ...owner }, task, origin)));
      return keys;
    },
  };
}
