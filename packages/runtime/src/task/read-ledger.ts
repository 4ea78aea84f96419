import { defined, type LogEntry } from '@posthouse/protocol';
import { readLog, type Store, type Task } from '@posthouse/store';
import { RunLedger } from './run-ledger.ts';
import { dataOf, type RunData } from './task-data.ts';

/** The ledger of a task that another process has worked on: what its data remembers, and the log of the open run. */
export async function readLedger(store: Store, task: Task): Promise<RunLedger> {
  const { current } = dataOf(task);
  const ledger = startLedger(task);
  if (task.openRun === null || current === undefined) return ledger;
  const after = Math.min(current.startSeq, current.letters?.after ?? current.startSeq);
  for await (const entry of readLog(store, task.key, after)) {
    // Whatever has been written since the task was loaded is not part of it.
    if (entry.seq > task.head) break;
    if (belongsTo(current, entry)) ledger.enter(entry);
  }
  return ledger;
}

/** Letters that started a run may have come before it, while another one was open. */
export function belongsTo({ run, letters }: RunData, entry: LogEntry): boolean {
  if (entry.run === run) return true;
  return entry.type === 'message' && letters?.ids.includes(entry.message.id) === true;
}

/** The ledger of a run of which nothing has been read yet. */
export function startLedger(task: Task): RunLedger {
  const { lastTurn, agents } = dataOf(task);
  return new RunLedger({
    ...defined({ lastTurn, agents }),
  });
}
