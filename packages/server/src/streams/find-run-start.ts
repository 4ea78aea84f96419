import type { LogEntry } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';

const PAGE = 250;

/**
 * The place in a log behind which a run stands, by a place that is in it or right before it. Reads backwards, so it costs
 * what the run is long and not what the log is.
 */
export async function findRunStart(
  store: Pick<Store, 'read'>,
  { key }: Pick<Task, 'key'>,
  { run, after }: { run: number; after: number },
): Promise<number> {
  const isStart = (entry: LogEntry) => entry.type === 'run-started' && entry.run === run;
  const { entries: next } = await store.read(key, after, 1);
  if (next.some(isStart)) return after;
  for (let to = after; to > 0;) {
    const from = Math.max(0, to - PAGE);
    const { entries } = await store.read(key, from, to - from);
    const start = entries.find(isStart);
    if (start !== undefined) return start.seq - 1;
    to = from;
  }
  return 0;
}
