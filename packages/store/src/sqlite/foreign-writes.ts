import type { DatabaseSync } from 'node:sqlite';
import type { TaskKey } from '../task.ts';
import type { Tables } from './tables/tables.ts';

/**
 * Finds out what other processes have written to the same file. SQLite says cheaply whether there is anything
 * (`data_version`); every transaction that writes marks its tasks with a number one higher than the last.
 */
export class ForeignWrites {
  readonly #tables: Tables;
  readonly #version: () => unknown;
  #seenVersion: unknown;
  #seenChange: number;

  constructor(database: DatabaseSync, tables: Tables) {
    const pragma = database.prepare('PRAGMA data_version');
    this.#version = () => pragma.get()?.data_version;
    this.#tables = tables;
    // In this order, what is written in between is noticed twice rather than not at all.
    this.#seenVersion = this.#version();
    this.#seenChange = tables.task.lastChange();
  }

  /** The number for the next transaction of this process. Only under the write lock is it certain to be free. */
  get nextChange(): number {
    return this.#seenChange + 1;
  }

  /** The tasks others have written since the last call; undefined when nobody wrote anything. */
  look(): TaskKey[] | undefined {
    const version = this.#version();
    if (version === this.#seenVersion) return undefined;
    const changed = this.#tables.task.changedAfter(this.#seenChange);
    this.#seenVersion = version;
    this.#seenChange = changed.at(-1)?.change ?? this.#seenChange;
    return changed.map(({ key }) => key);
  }

  /**
   * Whether the open transaction has marked a task with its number. One that has not leaves the number to the next one,
   * which may be somebody else's: whoever took it for their own would not look at what was marked with it.
   */
  isUsed(change: number): boolean {
    return this.#tables.task.lastChange() >= change;
  }

  /** This process has committed a transaction in which tasks were marked with that number. */
  committed(change: number): void {
    this.#seenChange = Math.max(this.#seenChange, change);
  }
}
