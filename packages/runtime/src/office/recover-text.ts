import { swarmOf } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';
import { toAbandoned } from '../live/to-text-ends.ts';
import { loadTask, type LoadedTask } from './load-task.ts';

/**
 * Text that a vanished process was in the middle of writing. It was shown to readers, so it is logged as abandoned before
 * the turn is tried again: whoever watched, resumes or reloads sees the same. Text of other swarms goes on, as far as we
 * know. Refused as `stale` when the task has moved on since it was loaded: what is on its way into the log may be that
 * very text.
 */
export async function recoverText(store: Store, loaded: LoadedTask): Promise<LoadedTask> {
  const { task, ledger } = loaded;
  const live = loaded.live.filter((text) => swarmOf(text.agent) === undefined && !ledger.isSettled(text));
  if (live.length === 0) return loaded;
  const run = task.openRun ?? task.run;
  const expect = { epoch: task.epoch, head: task.head };
  await store.commit({ task: task.key, expect, entries: toAbandoned(live, run) });
  return loadTask(store, task.key);
}
