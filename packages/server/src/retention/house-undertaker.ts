import type { Undertaker } from '@posthouse/runtime';
import type { DeletionOrigin } from '@posthouse/store';
import type { House } from '../house.ts';

/** Deletes as a server does: what runs in a task is cancelled, and an agent that is at work in a session is stopped. */
export function houseUndertaker({ engine, store, agents }: House, origin: DeletionOrigin): Undertaker {
  return {
    origin,
    forgetTask: (owner, taskId) => engine.forget(owner, taskId, origin),
    async forgetSession(owner, id) {
      if ((await agents.find(owner, id)) !== undefined) return agents.remove(owner, id, origin);
      const session = await store.sessions.get(owner, id);
      if (session === undefined) return;
      const { agent: swarm, taskId, branches } = session;
      const tasks = [...new Set([taskId, ...branches.map((branch) => branch.taskId)])];
      await store.sessions.delete(owner, id, { forGood: true, origin, notices: { swarm, tasks, origin } });
      for (const task of tasks) await engine.forget({ swarm, ...owner }, task, origin);
    },
  };
}
