import type { Instance } from '@posthouse/protocol';
import { deleteSession, type DeletionOrigin, type SessionOwner, type Store, type TaskKey } from '@posthouse/store';
import { forgetBudgets } from '../budgets/budget-gate.ts';
import { deleteTask } from './delete-task.ts';
import { ignoreDeleted } from '../task/is-refusal.ts';

/**
 * How tasks and sessions are deleted: by a server, which stops what runs, or in the store alone. Returned are the keys of
 * what is left to erase.
 */
export type Deleter = {
  /** Who wants it, and why. */
  origin: DeletionOrigin;
  forgetTask: (owner: Instance, taskId: string) => Promise<TaskKey[]>;
  forgetSession: (owner: SessionOwner, id: string) => Promise<TaskKey[]>;
};

/** How much was deleted. */
export type Forgotten = { tasks: number; sessions: number };

/** The same of one owner, and the keys of what is left to erase. */
export type ForgottenOwner = { counts: Forgotten; keys: TaskKey[] };

const PAGE_SIZE = 100;

/**
 * Deletes all data of an owner: all chat sessions, the tasks in all swarms that existed when it began, and their
 * spending, which stays in the sums of the swarms. `counts` says what else was deleted, for the record.
 */
export async function forgetOwner(
  store: Store,
  owner: SessionOwner,
  deleter: Deleter,
  counts: Record<string, number> = {},
): Promise<ForgottenOwner> {
  const forgotten = { tasks: 0, sessions: 0 };
  const keys: TaskKey[] = [];
  const { forgetTask, forgetSession } = deleter;
  for (let before: number | undefined; ;) {
    const page = await store.sessions.list(owner, { limit: PAGE_SIZE, before });
    for (const { id } of page) keys.push(...((await forgetSession(owner, id).catch(ignoreDeleted)) ?? []));
    forgotten.sessions += page.length;
    before = page.at(-1)?.version;
    if (page.length < PAGE_SIZE) break;
  }
  for (const swarm of await store.swarms()) {
    for (let before: string | undefined; ;) {
      const page = await store.list({ swarm, ...owner }, before, PAGE_SIZE);
      for (const task of page) keys.push(...(await forgetTask(task.owner, task.taskId)));
      forgotten.tasks += page.length;
      before = page.at(-1)?.key;
      if (page.length < PAGE_SIZE) break;
    }
  }
  await store.spending.forget(owner);
  await forgetBudgets(store.records, owner);
  await store.deletions.recordUser(owner, deleter.origin, { ...forgotten, ...counts });
  return { counts: forgotten, keys };
}

/** Deletes in the store alone, beside processes that serve from it: their runs end as soon as they learn of it. */
export function storeDeleter(store: Store, origin: DeletionOrigin, now: () => number = Date.now): Deleter {
  const forgetTask = async (owner: Instance, taskId: string): Promise<TaskKey[]> => {
    const task = await deleteTask({ store, owner, taskId, origin, now }).catch(ignoreDeleted);
    return task === undefined ? [] : [task.key];
  };
  return {
    origin,
    forgetTask,
    async forgetSession(owner, id) {
      const { swarm = '', tasks = [], keys = [] } = (await deleteSession(store, owner, id, origin)) ?? {};
      for (const taskId of tasks) {
        const task = { owner: { ...owner, swarm }, taskId };
        // A message may be on its way whose task is not there yet.
        const known = await store.find(task.owner, taskId).catch(() => undefined);
        if (known === undefined) await store.deletions.bury(task).catch(() => undefined);
        else keys.push(...(await forgetTask(task.owner, taskId)));
      }
      return keys;
    },
  };
}
