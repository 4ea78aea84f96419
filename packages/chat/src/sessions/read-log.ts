import type { LogEntry } from '@posthouse/protocol';
import type { Store, TaskKey } from '@posthouse/store';

const PAGE = 500;

/** The log of a task from a place on, as far as it goes now. */
export async function* readLog(store: Pick<Store, 'read'>, task: TaskKey, after = 0): AsyncGenerator<LogEntry> {
  for (let position = after; ;) {
    const { entries } = await store.read(task, position, PAGE);
    yield* entries;
    if (entries.length < PAGE) return;
    position = entries.at(-1)!.seq;
  }
}
