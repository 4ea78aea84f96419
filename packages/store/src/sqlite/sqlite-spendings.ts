import type { Spendings } from '../store.ts';
import type { Tables } from './tables/tables.ts';

export type SQLiteSpendingsOptions = {
  table: Tables['spending'];
  read: <T>(query: () => T) => T;
  write: <T>(work: () => T) => Promise<T>;
};

/** What was spent, in SQLite. */
export function sqliteSpendings({ table, read, write }: SQLiteSpendingsOptions): Spendings {
  return {
    forget: (caller) => write(() => table.forget(caller)),
    add: (owner, spent) => write(() => table.add(owner, spent)),
    sum: async (scope, { without } = {}) => read(() => table.sum(scope, without)),
    list: async ({ day, swarm, caller }, limit) => read(() => table.callers(day, swarm, caller, limit)),
  };
}
