import type { Store, TaskKey } from '@posthouse/store';
import { readLedger } from './read-ledger.ts';
import type { RunLedger } from './run-ledger.ts';

/** Everything an owner needs to go on with a task. */
export type LoadedTask = Awaited<ReturnType<Store['load']>> & { ledger: RunLedger };

export async function loadTask(store: Store, key: TaskKey): Promise<LoadedTask> {
  const loaded = await store.load(key);
  return { ...loaded, ledger: await readLedger(store, loaded.task) };
}
