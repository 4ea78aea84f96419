import type { LogEntry } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import { stepIdOf } from './step-context.ts';

const PAGE = 1_000;

/** The mail of a step of a run that is over, by its key: whoever comes back after a crash finds its answer. */
export async function findStep(store: Store, task: Task, key: string): Promise<LogEntry | undefined> {
  for (let after = 0; ;) {
    const { entries } = await store.read(task.key, after, PAGE);
    for (const entry of entries) {
      if (entry.type !== 'message' || entry.message.message.routingInfo?.manual_key !== key) continue;
      if (stepIdOf(entry.message) !== undefined) return entry;
    }
    if (entries.length < PAGE) return undefined;
    after = entries.at(-1)!.seq;
  }
}
