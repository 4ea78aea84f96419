import { isUserEntry } from '@posthouse/protocol';
import type { Submitted } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';

const PAGE = 500;

/**
 * The part of a log that answers one request: from `after` on, up to the pause or the end that follows. `posted` is where
 * the request itself was written down; a pause before that place is the one it answers.
 */
export type Slice = Submitted & { posted: number };

/** Where a slice of a log begins, which is all that an id can say of it. */
export type SlicePlace = Pick<Slice, 'taskId' | 'after' | 'posted'>;

/** Finds out which run a place of a log belongs to. Undefined when nothing stands there. */
export async function findSlice(store: Store, task: Task, place: SlicePlace): Promise<Slice | undefined> {
  const { entries } = await store.read(task.key, place.posted, PAGE);
  const [first] = entries;
  if (first === undefined) return undefined;
  const { run } = first;
  const posted = entries.filter(isUserEntry).find((entry) => entry.run === run);
  return { ...place, run, messageId: posted?.message.id ?? '' };
}
