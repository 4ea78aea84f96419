import type { Spendings } from '../spending.ts';
import { toTaskNumber } from '../task-key.ts';
import type { Database } from './database.ts';
import { Gathering } from './gathering.ts';
import { begunCallTable, type CallToNote } from './tables/begun-call-table.ts';
import { spendingTable } from './tables/spending-table.ts';
import { taskTable } from './tables/task-table.ts';
import { relax } from './transaction.ts';

/** What was spent, in PostgreSQL. `open` gives the database, or says that the store is closed. */
export function postgresSpendings(open: () => Database): Spendings {
  const begun = new Gathering<CallToNote, boolean>(async (calls) => {
    const noted = await open().transact(
      async (transaction) => {
        // The tasks are held meanwhile: whoever takes one over must not overlook a call that was noted just before.
        relax(transaction);
        void taskTable.share(transaction, [...new Set(calls.map(({ task }) => toTaskNumber(task)))]);
        return begunCallTable.begin(transaction, calls);
      },
      { giveUpMilliseconds: 0 },
    );
    return calls.map(({ call }) => noted.has(call.id));
  });
  return {
    async forget(caller) {
      await spendingTable.forget(open(), caller);
    },
    begin: (task, epoch, call) => begun.ask({ task, epoch, call }),
    async add(owner, spent, call) {
      await open().transact(async (transaction) => {
        if (call !== undefined && !(await begunCallTable.end(transaction, call))) return;
        transaction.sign();
        await spendingTable.add(transaction, [{ owner, spent }]);
      });
    },
    sum: async (scope, { without } = {}) => spendingTable.sum(open(), scope, without),
    list: async ({ day, swarm, caller }, limit) => spendingTable.callers(open(), day, swarm, caller, limit),
  };
}
