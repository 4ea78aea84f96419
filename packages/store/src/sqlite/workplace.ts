import type { TaskKey } from '../task.ts';
import type { Durability } from '../transcript.ts';
import type { Tables } from './tables/tables.ts';
import type { TaskCache } from './task-cache.ts';

/** What a job has at hand while its transaction is open. */
export type Workplace = {
  readonly tables: Tables;
  readonly cache: TaskCache;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The number of this transaction. */
  change: number;
  /** Tasks to announce when this transaction is committed. */
  readonly changed: Set<TaskKey>;
};

/** How the parts of the store get at the database. */
export type DatabaseAccess = {
  place: Workplace;
  read: <T>(query: () => T) => T;
  /** Several queries that see the same moment, whatever other processes write meanwhile. */
  snapshot: <T>(queries: () => T) => T;
  /** Joins the transaction of its tick. */
  write: <T>(work: () => T, durability?: Durability) => Promise<T>;
};
