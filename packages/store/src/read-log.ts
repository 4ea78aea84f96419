import type { LogEntry } from '@posthouse/protocol';
import type { Store } from './store.ts';
import type { TaskKey } from './task.ts';

const PAGE = 500;

/** The log of a task after a place, as far as it goes now. */
export async function* readLog(store: Pick<Store, 'read'>, task: TaskKey, after = 0): AsyncGenerator<LogEntry> {
  for (let position = after; ;) {
    const { entries } = await store.read(task, position, PAGE);
    yield* entries;
    if (entries.length < PAGE) return;
    position = entries.at(-1)!.seq;
  }
}

/** The same, all of it at once. */
export async function readWholeLog(store: Pick<Store, 'read'>, task: TaskKey, after = 0): Promise<LogEntry[]> {
  const log: LogEntry[] = [];
  for await (const entry of readLog(store, task, after)) log.push(entry);
  return log;
}
