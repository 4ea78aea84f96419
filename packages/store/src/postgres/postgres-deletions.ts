import { originOf, RECORDED_MILLISECONDS } from '../deletion-record.ts';
import { deleted, stale, taskDeleted, taskNotFound } from '../refusals.ts';
import type { Deletions } from '../deletions.ts';
import type { Task, TaskKey } from '../task.ts';
import { isTaskKey } from '../task-key.ts';
import {
  graveOf,
  isBuried,
  KEPT_MILLISECONDS,
  sessionGraveOf,
  TELLING_MILLISECONDS,
  userHashOf,
} from '../tombstone.ts';
import { type StoredTask, toTask } from '../write/stored-task.ts';
import type { Database } from './database.ts';
import { buriedNameOf } from './name-book.ts';
import { deletionTable } from './tables/deletion-table.ts';
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
    async bury(task, { expect, notices, origin } = {}) {
      if (typeof task === 'string' && !isTaskKey(task)) throw taskNotFound(task);
      return change<Task | undefined>(task, async (transaction) => {
        // A name that no task has becomes one first: whoever makes the task at this moment is waited for, or waits.
        const making = typeof task === 'string' ? [] : taskTable.create(transaction, [task], now?.());
        const found = await lockAll(transaction, task);
        const time = await timeOf(transaction);
        const isNew = (await making).length > 0;
        const before = found.find(({ owner }) => !isBuried(owner.role));
        if (found.length > (isNew ? 1 : 0) && (isNew || before === undefined)) {
          throw typeof task === 'string' ? taskDeleted(task) : deleted(`task '${task.taskId}'`);
        }
        if (before === undefined) throw taskNotFound(String(task));
        if (isNew) {
          await tombstoneTable.bury(transaction, before.key, graveOf(before.owner, before.taskId), {}, time);
          transaction.sign();
          return { result: undefined, changed: [] };
        }
        const { key, owner, taskId, openRun } = before;
        if (expect !== undefined && expect.openRun !== openRun) {
          throw stale(key, `its open run is ${openRun}, the deletion expects ${expect.openRun}`);
        }
        const grave = graveOf(owner, taskId);
        await tombstoneTable.buryKeys(transaction, key, owner);
        await tombstoneTable.bury(transaction, key, grave, { notices }, time);
        const counts = { entries: before.head };
        const by = origin ?? originOf(owner);
        void deletionTable.add(transaction, { ...by, what: 'task', hash: grave.hash, counts }, time);
        transaction.sign([key]);
        return { result: toTask(before), changed: [key] };
      });
    },

    async erase(first = []) {
      const erased = await open().transact(async (transaction) =>
        tombstoneTable.eraseSome(transaction, (await timeOf(transaction)) + KEPT_MILLISECONDS, first),
      );
      if (erased) return true;
      return open().transact(async (transaction) => {
        const time = await timeOf(transaction);
        void deletionTable.removeOld(transaction, time - RECORDED_MILLISECONDS);
        return tombstoneTable.removeOld(transaction, time);
      });
    },

    hasKey: async (owner, key) => tombstoneTable.hasKey(open(), owner, key),

    async lift(what) {
      const grave = 'taskId' in what ? graveOf(what.owner, what.taskId) : sessionGraveOf(what.owner, what.sessionId);
      await tombstoneTable.lift(open(), grave);
    },

    async recordUser(owner, origin, counts) {
      await open().transact(async (transaction) => {
        transaction.sign();
        const time = await timeOf(transaction);
        void deletionTable.forget(transaction, owner);
        await deletionTable.add(transaction, { ...origin, what: 'user', hash: userHashOf(owner), counts }, time);
      });
    },

    records: async ({ before = Number.MAX_SAFE_INTEGER, limit }) => deletionTable.page(open(), before, limit),

    isErased: async (tasks) => !(await tombstoneTable.isAny(open(), tasks)),

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

/** The task as it is, and its tombstone if it has one, locked. */
function lockAll(transaction: Transaction, task: TaskKey | TaskName): Promise<StoredTask[]> {
  const [keys, names] = typeof task === 'string' ? [[task], []] : [[], [task, buriedNameOf(task)]];
  return taskTable.lock(transaction, keys, names);
}
