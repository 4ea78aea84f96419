import type { LogEntry } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import { RunLedger } from './run-ledger.ts';
import { dataOf, type RunData } from './task-state.ts';

const PAGE = 1_000;

/** The ledger of a task that another process has worked on: what its data remembers, and the log of the open run. */
export async function readLedger(store: Store, task: Task): Promise<RunLedger> {
  const { current } = dataOf(task);
  const ledger = startLedger(task);
  if (task.openRun === null || current === undefined) return ledger;
  let after = Math.min(current.startSeq, current.letters?.after ?? current.startSeq);
  for (;;) {
    const { entries } = await store.read(task.key, after, PAGE);
    // Whatever has been written since the task was loaded is not part of it.
    for (const entry of entries) if (entry.seq <= task.head && belongsTo(current, entry)) ledger.enter(entry);
    if (entries.length < PAGE) return ledger;
    after = entries.at(-1)!.seq;
  }
}

/** Letters that started a run may have come before it, while another one was open. */
function belongsTo({ run, letters }: RunData, entry: LogEntry): boolean {
  if (entry.run === run) return true;
  return entry.type === 'message' && letters?.ids.includes(entry.message.id) === true;
}

/** The ledger of a run of which nothing has been read yet. */
export function startLedger(task: Task): RunLedger {
  const { lastTurn, agents } = dataOf(task);
  return new RunLedger({
    ...(lastTurn === undefined ? {} : { lastTurn }),
    ...(agents === undefined ? {} : { agents }),
  });
}
