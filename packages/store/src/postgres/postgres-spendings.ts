import type { Spendings } from '../store.ts';
import type { Database } from './database.ts';
import { spendingTable } from './tables/spending-table.ts';

/** What was spent, in PostgreSQL. `open` gives the database, or says that the store is closed. */
export function postgresSpendings(open: () => Database): Spendings {
  return {
    async forget(caller) {
      await spendingTable.forget(open(), caller);
    },
    async add(owner, spent) {
      await open().transact(async (transaction) => {
        transaction.sign();
        await spendingTable.add(transaction, [{ owner, spent }]);
      });
    },
    sum: async (scope, { without } = {}) => spendingTable.sum(open(), scope, without),
    list: async ({ day, swarm, caller }, limit) => spendingTable.callers(open(), day, swarm, caller, limit),
  };
}
