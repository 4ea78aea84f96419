import type { LogEntry } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';

const PAGE = 250;

/**
 * The place in a log behind which a run stands, by a place that is in it, right before it or somewhere else. Reads
 * backwards from there, or from the end for a place that comes before the run: whoever follows a run pays for how long the
 * run is and not for how long the log is.
 */
export async function findRunStart(
  store: Pick<Store, 'read'>,
  { key, head }: Pick<Task, 'key' | 'head'>,
  { run, after }: { run: number; after: number },
): Promise<number> {
  const isStart = (entry: LogEntry) => entry.type === 'run-started' && entry.run === run;
  const { entries: next } = await store.read(key, after, 1);
  if (next.some(isStart)) return after;
  const isEarlier = next.some((entry) => entry.run < run);
  for (let to = isEarlier ? head : after; to > 0;) {
    const from = Math.max(0, to - PAGE);
    const { entries } = await store.read(key, from, to - from);
    const start = entries.find(isStart);
    if (start !== undefined) return start.seq - 1;
    to = from;
  }
  return 0;
}
