import type { Store } from '@posthouse/store';
import { toAbandoned } from '../live/to-abandoned.ts';
import { loadTask, type LoadedTask } from './load-task.ts';

/**
 * Text that a vanished process was in the middle of writing. It was shown to readers, so it is logged as abandoned before
 * the turn is tried again: whoever watched, resumes or reloads sees the same.
 */
export async function recoverText(store: Store, loaded: LoadedTask): Promise<LoadedTask> {
  const { task, live } = loaded;
  if (live.length === 0) return loaded;
  const run = task.openRun ?? task.run;
  await store.commit({ task: task.key, expect: { epoch: task.epoch }, entries: toAbandoned(live, run) });
  return loadTask(store, task.key);
}
