import type { LogEntry } from '@posthouse/protocol';
import type { Store } from './store.ts';
import type { TaskKey } from './task.ts';

const PAGE_ENTRIES = 500;
/** A larger entry comes alone. */
const PAGE_BYTES = 256 * 1024;

/** The log of a task after a place, as far as it goes now. */
export async function* readLog(store: Pick<Store, 'read'>, task: TaskKey, after = 0): AsyncGenerator<LogEntry> {
  for (let position = after; ;) {
    const { entries, head } = await store.read(task, position, PAGE_ENTRIES, PAGE_BYTES);
    yield* entries;
    position = entries.at(-1)?.seq ?? head;
    if (position >= head) return;
  }
}

/** The same, all of it at once. */
export async function readWholeLog(store: Pick<Store, 'read'>, task: TaskKey, after = 0): Promise<LogEntry[]> {
  const log: LogEntry[] = [];
  for await (const entry of readLog(store, task, after)) log.push(entry);
  return log;
}
