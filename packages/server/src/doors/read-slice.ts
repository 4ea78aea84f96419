import type { LogEntry } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import { RunWatch } from '../streams/run-watch.ts';
import { endsSlice, type Slice, toPieces } from './follow-run.ts';

const PAGE = 500;

/** Where a slice of a log begins, which is all that an id can say of it. */
export type SlicePlace = Pick<Slice, 'taskId' | 'after' | 'posted'>;

/** Finds out which run a place of a log belongs to. Undefined when nothing stands there. */
export async function findSlice(store: Store, task: Task, place: SlicePlace): Promise<Slice | undefined> {
  const { entries } = await store.read(task.key, place.posted, PAGE);
  const [first] = entries;
  if (first === undefined) return undefined;
  const { run } = first;
  const posted = entries.find((entry) => entry.run === run && isFromOutside(entry)) as
    | Extract<LogEntry, { type: 'message' }>
    | undefined;
  return { ...place, run, messageId: posted?.message.id ?? '' };
}

/** The entries of a slice as far as they are written. */
export async function readSlice(store: Store, task: Task, slice: Slice): Promise<LogEntry[]> {
  const watch = new RunWatch({ task, submitted: slice });
  const log: LogEntry[] = [];
  for (let after = slice.after; ;) {
    const { entries } = await store.read(task.key, after, PAGE);
    for (const { event: entry } of watch.select(toPieces(entries), entries.length < PAGE)) {
      log.push(entry);
      if (endsSlice(entry, slice)) return log;
    }
    if (watch.over || entries.length < PAGE) return log;
    after = entries.at(-1)!.seq;
  }
}

function isFromOutside(entry: LogEntry): boolean {
  if (entry.type !== 'message') return false;
  const { addressType } = entry.message.message.sender;
  return addressType === 'user' || addressType === 'admin';
}
