import type { Usage } from '@posthouse/protocol';
import { type BegunCall, type Committed, isDeleted, type Store, type Task, type TaskKey } from '@posthouse/store';
import type { Decision } from '../task/decision.ts';
import { mergeTexts } from '../live/merge-texts.ts';
import { readLedger, startLedger } from '../task/read-ledger.ts';
import { RunLedger } from '../task/run-ledger.ts';
import type { UnrecordedCalls } from '../task/task-data.ts';

/**
 * Everything an owner needs to continue a task. Text that was begun is among `live` even if none of it was saved;
 * `unrecorded` are model calls that its last owner was in the middle of.
 */
export type LoadedTask = Omit<Awaited<ReturnType<Store['load']>>, 'begun'> & {
  ledger: RunLedger;
  unrecorded: UnrecordedCalls[];
};

export async function loadTask(store: Store, key: TaskKey): Promise<LoadedTask> {
  const { begun, ...loaded } = await store.load(key);
  const ledger = await readLedger(store, loaded.task);
  ledger.peers.noteShown(loaded.live);
  return { ...loaded, live: mergeTexts(loaded.live, ledger.begun), ledger, unrecorded: begun.map(toUnrecorded) };
}

/** The end of a task's log. That of a task that was deleted is somewhere else than it was, in any case. */
export async function readHead(store: Store, { key, head }: Task): Promise<number> {
  try {
    return (await store.read(key, head, 1)).head;
  } catch (error) {
    if (isDeleted(error)) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** A task as it is now, for whoever works on it. One that was deleted is nobody's. */
export async function loadAgain(store: Store, task: Task): Promise<LoadedTask> {
  try {
    return await loadTask(store, task.key);
  } catch (error) {
    if (!isDeleted(error)) throw error;
    const gone = { ...task, node: null, openRun: null, epoch: task.epoch + 1 };
    return { task: gone, mail: [], open: [], live: [], unrecorded: [], ledger: new RunLedger() };
  }
}

/** A task whose first write this was: all there is of it is what was written. */
export function toLoadedTask({ task, mail, entries }: Committed, { turns = [] }: Decision): LoadedTask {
  const ledger = startLedger(task);
  for (const entry of entries) if (entry.run === task.openRun) ledger.enter(entry);
  return { task, mail, open: turns.filter((turn) => !turn.done), live: [], unrecorded: [], ledger };
}

/** Nobody knows what has come of such a call: it counts with what it was asked with. */
function toUnrecorded({ agent, turn, model, usage }: BegunCall): UnrecordedCalls {
  return { agent, turn, metered: [{ model, usage: usage as Usage, calls: 1, estimated: true }] };
}
