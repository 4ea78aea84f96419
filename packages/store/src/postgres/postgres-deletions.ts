import { deleted, stale, taskDeleted, taskNotFound } from '../refusals.ts';
import type { Deletions, Task, TaskKey } from '../store.ts';
import { isTaskKey } from '../task-key.ts';
import { graveOf, isBuried, KEPT_MILLISECONDS, TELLING_MILLISECONDS } from '../tombstone.ts';
import { type TaskState, toTask } from '../write/task-state.ts';
import type { Database } from './database.ts';
import { buriedNameOf } from './name-book.ts';
import { type TaskName, taskTable } from './tables/task-table.ts';
import { tombstoneTable } from './tables/tombstone-table.ts';
import type { Transaction } from './transaction.ts';

export type PostgresDeletionsOptions = {
  /** Gives the database, or says that the store is closed. */
  open: () => Database;
  /** The clock, if it is not the database's. */
  now: (() => number) | undefined;
  /** Does something to a task after everything that was asked of it before, and announces it. */
  change: <T>(
    task: TaskKey | TaskName,
    work: (transaction: Transaction) => Promise<{ result: T; changed: TaskKey[] }>,
  ) => Promise<T>;
};

/** Deleting in PostgreSQL. What its files keep of deleted rows is gone when it vacuums. */
export function postgresDeletions({ open, now, change }: PostgresDeletionsOptions): Deletions {
  const timeOf = async (transaction: Transaction): Promise<number> => now?.() ?? (await transaction.now);

  return {
    async bury(task, { expect, notices } = {}) {
      if (typeof task === 'string' && !isTaskKey(task)) throw taskNotFound(task);
      return change<Task | undefined>(task, async (transaction) => {
        const before = await lockOne(transaction, task);
        const time = await timeOf(transaction);
        if (before === undefined) {
          if (typeof task === 'string') throw taskNotFound(task);
          await tombstoneTable.add(transaction, graveOf(task.owner, task.taskId), {}, time);
          transaction.sign();
          return { result: undefined, changed: [] };
        }
        const { key, owner, taskId, openRun } = before;
        if (expect !== undefined && expect.openRun !== openRun) {
          throw stale(key, `its open run is ${openRun}, the deletion expects ${expect.openRun}`);
        }
        await tombstoneTable.bury(transaction, key, graveOf(owner, taskId), { notices }, time);
        transaction.sign([key]);
        return { result: toTask(before), changed: [key] };
      });
    },

    async erase() {
      const erased = await open().transact(async (transaction) =>
        tombstoneTable.eraseSome(transaction, (await timeOf(transaction)) + KEPT_MILLISECONDS),
      );
      if (erased) return true;
      return open().transact(async (transaction) => tombstoneTable.removeOld(transaction, await timeOf(transaction)));
    },

    isErased: async () => !(await tombstoneTable.isAny(open())),

    due: async (limit) =>
      open().transact(async (transaction) => {
        const time = await timeOf(transaction);
        return tombstoneTable.due(transaction, time, time + TELLING_MILLISECONDS, limit);
      }),

    async told(key, later) {
      await tombstoneTable.told(open(), key, { notices: later?.notices }, later?.due ?? null);
    },
  };
}

/** The task as it is, locked; undefined when there is none. Throws when there was one. */
async function lockOne(transaction: Transaction, task: TaskKey | TaskName): Promise<TaskState | undefined> {
  const [keys, names] = typeof task === 'string' ? [[task], []] : [[], [task, buriedNameOf(task)]];
  const found = await taskTable.lock(transaction, keys, names);
  const live = found.find(({ owner }) => !isBuried(owner.role));
  if (live === undefined && found.length > 0) {
    throw typeof task === 'string' ? taskDeleted(task) : deleted(`task '${task.taskId}'`);
  }
  return live;
}
