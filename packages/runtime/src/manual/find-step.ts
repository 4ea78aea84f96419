import type { LogEntry } from '@posthouse/protocol';
import { readLog, type Store, type Task } from '@posthouse/store';
import { stepIdOf } from '../task/step-context.ts';

/** The mail of a step of a run that is over, by its key: whoever comes back after a crash finds its answer. */
export async function findStep(store: Store, task: Task, key: string): Promise<LogEntry | undefined> {
  for await (const entry of readLog(store, task.key)) {
    if (entry.type !== 'message' || entry.message.message.routingInfo?.manual_key !== key) continue;
    if (stepIdOf(entry.message) !== undefined) return entry;
  }
  return undefined;
}
