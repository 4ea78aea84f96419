import { swarmOf } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';
import type { SpendingBook } from '../budgets/spending-book.ts';
import { toAbandoned } from '../live/to-text-ends.ts';
import { toUsageEntries } from '../task/to-usage-entries.ts';
import { loadTask, type LoadedTask } from './load-task.ts';

/**
 * What a vanished process was in the middle of. Its text was shown to readers, so it is logged as abandoned before the turn
 * is tried again: whoever watched, resumes or reloads sees the same. Text of other swarms goes on, as far as we know. Its
 * model calls were asked for, and are logged as far as they can be estimated: somebody has to pay for them. Calls of our own
 * process are no business of this: what they have used up is written down where their turns are cut off. Refused as
 * `stale` when the task has moved on since it was loaded: what is on its way into the log may be that very text.
 */
export async function recoverTask(
  store: Store,
  loaded: LoadedTask,
  spending: Pick<SpendingBook, 'takeOver'>,
): Promise<LoadedTask> {
  const { task, ledger, unrecorded } = loaded;
  const live = loaded.live.filter((text) => swarmOf(text.agent) === undefined && !ledger.isSettled(text));
  if (live.length + unrecorded.length === 0) return loaded;
  const run = task.openRun ?? task.run;
  const expect = { epoch: task.epoch, head: task.head };
  const usage = unrecorded.flatMap(({ metered, ...place }) => toUsageEntries({ run, ...place }, metered));
  const write = { task: task.key, expect, entries: [...toAbandoned(live, run), ...usage] };
  await spending.takeOver(task.owner, write, store);
  return loadTask(store, task.key);
}
