import type { Instance } from '@posthouse/protocol';
import { deleteSession, type DeletionOrigin, type SessionOwner, type Store } from '@posthouse/store';
import { forgetBudgets } from '../budgets/budget-gate.ts';
import { deleteTask } from './delete-task.ts';
import { ignoreDeleted } from '../task/is-refusal.ts';

/** How tasks and sessions are deleted: by a server, which stops what runs, or in the store alone. */
export type Deleter = {
  /** Who wants it, and why. */
  origin: DeletionOrigin;
  forgetTask: (owner: Instance, taskId: string) => Promise<void>;
  forgetSession: (owner: SessionOwner, id: string) => Promise<void>;
};

/** How much was deleted. */
export type Forgotten = { tasks: number; sessions: number };

const PAGE = 100;

/**
 * Deletes all data of an owner: all chat sessions, the tasks in all swarms that existed when it began, and their
 * spending, which stays in the sums of the swarms. `counts` says what else was deleted, for the record.
 */
export async function forgetOwner(
  store: Store,
  owner: SessionOwner,
  deleter: Deleter,
  counts: Record<string, number> = {},
): Promise<Forgotten> {
  const forgotten = { tasks: 0, sessions: 0 };
  const { forgetTask, forgetSession } = deleter;
  for (let before: number | undefined; ;) {
    const page = await store.sessions.list(owner, { limit: PAGE, before });
    for (const { id } of page) await forgetSession(owner, id).catch(ignoreDeleted);
    forgotten.sessions += page.length;
    before = page.at(-1)?.version;
    if (page.length < PAGE) break;
  }
  for (const swarm of await store.swarms()) {
    for (let before: string | undefined; ;) {
      const page = await store.list({ swarm, ...owner }, before, PAGE);
      for (const task of page) await forgetTask(task.owner, task.taskId);
      forgotten.tasks += page.length;
      before = page.at(-1)?.key;
      if (page.length < PAGE) break;
    }
  }
  await store.spending.forget(owner);
  await forgetBudgets(store.records, owner);
  await store.deletions.recordUser(owner, deleter.origin, { ...forgotten, ...counts });
  return forgotten;
}

/** Deletes in the store alone, beside processes that serve from it: their runs end as soon as they learn of it. */
export function storeDeleter(store: Store, origin: DeletionOrigin, now: () => number = Date.now): Deleter {
  const forgetTask = async (owner: Instance, taskId: string): Promise<void> => {
    await deleteTask({ store, owner, taskId, origin, now }).catch(ignoreDeleted);
  };
  return {
    origin,
    forgetTask,
    async forgetSession(owner, id) {
      const { swarm = '', tasks = [] } = (await deleteSession(store, owner, id, origin)) ?? {};
      for (const taskId of tasks) {
        const task = { owner: { ...owner, swarm }, taskId };
        // A message may be on its way whose task is not there yet.
        const known = await store.find(task.owner, taskId).catch(() => undefined);
        if (known === undefined) await store.deletions.bury(task).catch(() => undefined);
        else await forgetTask(task.owner, taskId);
      }
    },
  };
}
