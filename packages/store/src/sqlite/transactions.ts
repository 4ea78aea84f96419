import type { DatabaseSync } from 'node:sqlite';
import type { TaskKey } from '../task.ts';
import type { Durability } from '../transcript.ts';
import type { Transactions } from './group-commit.ts';
import type { ForeignWrites } from './foreign-writes.ts';
import { isBusy } from './sqlite-error.ts';
import type { Workplace } from './workplace.ts';

export type TransactionsOptions = {
  database: DatabaseSync;
  /** What the connection waits for at most. */
  durability: Durability;
  place: Pick<Workplace, 'cache' | 'change' | 'changed'>;
  others: Pick<ForeignWrites, 'look' | 'nextChange' | 'isUsed' | 'committed'>;
  announce: (keys: Iterable<TaskKey>) => void;
};

/** The transactions of one SQLite connection: keeps what is remembered in memory true to the file. */
export function sqliteTransactions(options: TransactionsOptions): Transactions {
  const { database, place, others, announce } = options;
  // The write lock is taken at once: a transaction that begins by reading could find the file changed when it writes.
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const savepoint = database.prepare('SAVEPOINT job');
  const release = database.prepare('RELEASE job');
  const rollbackTo = database.prepare('ROLLBACK TO job');

  /** What the connection waits for now. Setting it costs a few microseconds, and most transactions are like the last. */
  let current = options.durability;
  function setDurability(wanted: Durability): void {
    if (wanted === current || options.durability === 'normal') return;
    database.exec(`PRAGMA synchronous = ${wanted}`);
    current = wanted;
  }

  /** Whether a job was undone in this transaction, which may have been the one that marked its tasks. */
  let undone = false;

  function rollback(): void {
    place.cache.clear();
    place.changed.clear();
    // SQLite undoes a transaction by itself when the disk fails; then there is nothing left to undo.
    if (database.isTransaction) database.exec('ROLLBACK');
  }

  /** Undoes one job; or everything, if even that fails: half a job must never be committed. */
  function undoJob(): void {
    undone = true;
    place.cache.clear();
    if (!database.isTransaction) return;
    try {
      rollbackTo.run();
      release.run();
    } catch {
      rollback();
    }
  }

  function lookAtOthers(): void {
    const keys = others.look();
    if (keys === undefined) return;
    place.cache.clear();
    announce(keys);
  }

  return {
    isBusy,
    isOpen: () => database.isTransaction,
    rollback,

    begin(durability) {
      setDurability(durability);
      begin.run();
      try {
        lookAtOthers();
        place.change = others.nextChange;
        undone = false;
      } catch (error) {
        rollback();
        throw error;
      }
    },

    attempt(work) {
      savepoint.run();
      try {
        const result = work();
        release.run();
        return result;
      } catch (error) {
        undoJob();
        throw error;
      }
    },

    commit() {
      // Most transactions write tasks, and need not look whether they have.
      const isUsed = (place.changed.size > 0 && !undone) || others.isUsed(place.change);
      commit.run();
      if (isUsed) others.committed(place.change);
      announce(place.changed);
      place.changed.clear();
    },
  };
}
