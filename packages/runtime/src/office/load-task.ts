import type { Committed, Store, TaskKey } from '@posthouse/store';
import type { Decision } from './decision.ts';
import { mergeTexts } from '../live/merge-texts.ts';
import { readLedger, startLedger } from './read-ledger.ts';
import type { RunLedger } from './run-ledger.ts';

/** Everything an owner needs to go on with a task. Text that was begun is among `live` even if none of it was saved. */
export type LoadedTask = Awaited<ReturnType<Store['load']>> & { ledger: RunLedger };

export async function loadTask(store: Store, key: TaskKey): Promise<LoadedTask> {
  const loaded = await store.load(key);
  const ledger = await readLedger(store, loaded.task);
  return { ...loaded, live: mergeTexts(loaded.live, ledger.begun), ledger };
}

/** A task whose first write this was: all there is of it is what was written. */
export function toLoadedTask({ task, mail, entries }: Committed, { turns = [] }: Decision): LoadedTask {
  const ledger = startLedger(task);
  for (const entry of entries) if (entry.run === task.openRun) ledger.enter(entry);
  return { task, mail, open: turns.filter((turn) => !turn.done), live: [], ledger };
}
