import { isUserEntry, type LogEntry } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';

const PAGE = 500;

/**
 * The run that a place in a log belongs to, and whether somebody outside has said something in that run since, or given
 * results other than those that are `given` now.
 */
export async function readSince(
  store: Pick<Store, 'read'>,
  { key, run: newest }: Pick<Task, 'key' | 'run'>,
  { seq, given = new Set() }: { seq: number; given?: ReadonlySet<string> },
): Promise<{ run: number; isLeft: boolean }> {
  let run: number | undefined;
  for (let after = seq - 1; ;) {
    const { entries } = await store.read(key, after, PAGE);
    for (const entry of entries) {
      run ??= entry.run;
      if (entry.run > run) return { run, isLeft: false };
      if (entry.seq > seq && entry.run === run && isInput(entry, given)) return { run, isLeft: true };
    }
    if (entries.length < PAGE) return { run: run ?? newest, isLeft: false };
    after = entries.at(-1)!.seq;
  }
}

function isInput(entry: LogEntry, given: ReadonlySet<string>): boolean {
  return isUserEntry(entry) || (entry.type === 'resumed' && entry.callIds.some((callId) => !given.has(callId)));
}
