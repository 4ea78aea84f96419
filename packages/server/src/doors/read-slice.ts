import { isUserEntry } from '@posthouse/protocol';
import type { Submitted } from '@posthouse/runtime';
import { readLog, type Store, type Task } from '@posthouse/store';

/**
 * The part of a log that answers one request: from `after` on, up to the pause or the end that follows. `posted` is where
 * the request itself was written down; a pause before that place is the one it answers.
 */
export type Slice = Submitted & { posted: number };

/** Where a slice of a log begins, which is all that an id can say of it. */
export type SlicePlace = Pick<Slice, 'taskId' | 'after' | 'posted'>;

/** Finds out which run a place of a log belongs to. Undefined when nothing stands there. */
export async function findSlice(store: Store, task: Task, place: SlicePlace): Promise<Slice | undefined> {
  let run: number | undefined;
  for await (const entry of readLog(store, task.key, place.posted)) {
    run ??= entry.run;
    if (entry.run > run) break;
    if (entry.run === run && isUserEntry(entry)) return { ...place, run, messageId: entry.message.id };
  }
  return run === undefined ? undefined : { ...place, run, messageId: '' };
}
