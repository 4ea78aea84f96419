import { type Instance, PosthouseError } from '@posthouse/protocol';
import { type DeletionOrigin, isStale, type Store, type Task, type TaskKey } from '@posthouse/store';
import { toDeletionNotices } from '../federation/tell-deletion.ts';
import { dataOf } from '../task/task-data.ts';
import { ignoreDeleted } from '../task/is-refusal.ts';

export type DeleteTaskOptions = {
  store: Store;
  owner: Instance;
  taskId: string;
  /** Who wants it; its owner unless given. */
  origin?: DeletionOrigin | undefined;
  /** Ends the open run, if there is one. Without it, whoever runs it notices that the task is gone. */
  cancel?: () => Promise<unknown>;
  now: () => number;
};

/** How often a run that somebody has just started is ended first; after that the task goes with it. */
const MAX_CANCELS = 5;

/**
 * Ends what runs in a task, and makes a tombstone of it, which also says which other swarms are to be told. Gives the task
 * as it was.
 */
export async function deleteTask({ store, owner, taskId, origin, cancel, now }: DeleteTaskOptions): Promise<Task> {
  for (let tries = 1; ; tries += 1) {
    const task = await store.find(owner, taskId);
    if (task === undefined) {
      throw new PosthouseError({ code: 'task_not_found', message: `there is no task '${taskId}'` });
    }
    const isCancelled = cancel !== undefined && tries <= MAX_CANCELS;
    if (task.openRun !== null && isCancelled) await cancel();
    const notices = toDeletionNotices(task, now());
    try {
      const buried = await store.deletions.bury(task.key, {
        origin,
        ...(isCancelled ? { expect: { openRun: null } } : {}),
        notices,
      });
      return buried ?? task;
    } catch (error) {
      // A message that came meanwhile has started another run.
      if (!isStale(error)) throw error;
    }
  }
}

/** The same for a task that may not exist. Nobody makes it then either. Returns the keys of what is left to erase. */
export async function forgetTask(
  engine: { store: Store; delete: (owner: Instance, taskId: string, origin?: DeletionOrigin) => Promise<Task> },
  owner: Instance,
  taskId: string,
  origin?: DeletionOrigin,
): Promise<TaskKey[]> {
  try {
    const known = await engine.store.find(owner, taskId);
    if (known !== undefined) return [(await engine.delete(owner, taskId, origin)).key];
    await engine.store.deletions.bury({ owner, taskId });
  } catch (error) {
    ignoreDeleted(error);
  }
  return [];
}

/** The tasks of the same owner that began as a copy of a task, or of such a copy; oldest first. */
export async function findForks(store: Pick<Store, 'list'>, owner: Instance, taskId: string): Promise<string[]> {
  const forks: string[] = [];
  for (let before: string | undefined; ;) {
    const page = await store.list(owner, before, PAGE_SIZE);
    const copies = page.filter((task) => dataOf(task).forked?.from.some((place) => place.taskId === taskId) === true);
    forks.unshift(...copies.map((task) => task.taskId).toReversed());
    before = page.at(-1)?.key;
    if (page.length < PAGE_SIZE) return forks;
  }
}

const PAGE_SIZE = 500;
