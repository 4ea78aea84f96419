import type { Spendings } from '../spending.ts';
import { toTaskNumber } from '../task-key.ts';
import type { DatabaseAccess } from './workplace.ts';

/** What was spent, in SQLite. */
export function sqliteSpendings({ place: { tables, cache }, read, write }: DatabaseAccess): Spendings {
  const { spending, begunCall } = tables;
  return {
    forget: (caller) => write(() => spending.forget(caller)),
    begin: (task, epoch, call) =>
      write(() => {
        const state = cache.get(task) ?? tables.task.find(task);
        if (state?.epoch !== epoch) return false;
        begunCall.begin(toTaskNumber(task), call);
        return true;
      }, 'normal'),
    add: (owner, spent, call) =>
      write(() => {
        if (call === undefined || begunCall.end(toTaskNumber(call.task), call.id)) spending.add(owner, spent);
      }),
    sum: async (scope, { without } = {}) => read(() => spending.sum(scope, without)),
    list: async ({ day, swarm, caller }, limit) => read(() => spending.callers(day, swarm, caller, limit)),
  };
}
