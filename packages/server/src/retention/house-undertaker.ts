import type { Undertaker } from '@posthouse/runtime';
import type { House } from '../house.ts';

/** Deletes as a server does: what runs in a task is cancelled, and an agent that is at work in a session is stopped. */
export function houseUndertaker({ engine, store, agents }: House): Undertaker {
  return {
    forgetTask: (owner, taskId) => engine.forget(owner, taskId),
    async forgetSession(owner, id) {
      if ((await agents.find(owner, id)) !== undefined) return agents.remove(owner, id);
      const session = await store.sessions.get(owner, id);
      if (session === undefined) return;
      const { agent: swarm, taskId, branches } = session;
      const tasks = [...new Set([taskId, ...branches.map((branch) => branch.taskId)])];
      await store.sessions.delete(owner, id, { forGood: true, notices: { swarm, tasks } });
      for (const task of tasks) await engine.forget({ swarm, ...owner }, task);
    },
  };
}
