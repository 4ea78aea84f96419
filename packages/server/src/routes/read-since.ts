import { isUserEntry, type LogEntry } from '@posthouse/protocol';
import { readLog, type Store, type Task } from '@posthouse/store';

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
  for await (const entry of readLog(store, key, seq - 1)) {
    run ??= entry.run;
    if (entry.run > run) return { run, isLeft: false };
    if (entry.seq > seq && entry.run === run && isInput(entry, given)) return { run, isLeft: true };
  }
  return { run: run ?? newest, isLeft: false };
}

function isInput(entry: LogEntry, given: ReadonlySet<string>): boolean {
  return isUserEntry(entry) || (entry.type === 'resumed' && entry.callIds.some((callId) => !given.has(callId)));
}
