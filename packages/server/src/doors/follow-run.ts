import type { LogEntry, RunEvent } from '@posthouse/protocol';
import type { Engine, Submitted } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import { RunWatch } from '../streams/run-watch.ts';

/**
 * The part of a log that answers one request: from `after` on, up to the pause or the end that follows. `posted` is where
 * the request itself was written down; a pause before that place is the one it answers.
 */
export type Slice = Submitted & { posted: number };

export type FollowRun = {
  engine: Engine;
  task: Task;
  slice: Slice;
  /** Also tell the text of running turns as it is written. */
  tokens?: boolean;
  signal?: AbortSignal;
  take: (event: RunEvent) => void;
  /** Resolves when there is room for more. */
  room?: () => Promise<void>;
};

/**
 * Tells what happens in one slice of a log and resolves when it is over. Throws when the signal aborts and when the
 * process stops; the run goes on either way.
 */
export async function followRun({ engine, task, slice, tokens = false, signal, take, room }: FollowRun): Promise<void> {
  const watch = new RunWatch({ task, submitted: slice });
  const options = { after: slice.after, tokens, onToken: take, ...(signal === undefined ? {} : { signal }) };
  for await (const { events, caughtUp } of engine.follow(task, options)) {
    const wanted = watch.select(toPieces(events), caughtUp);
    for (const { event } of wanted) {
      take(event);
      if (event.type !== 'token' && endsSlice(event, slice)) return;
    }
    if (watch.isOver(undefined, caughtUp)) return;
    await room?.();
  }
}

/** Events as a watch looks at them. */
export function toPieces<Event extends RunEvent>(events: readonly Event[]): { event: Event }[] {
  return events.map((event) => ({ event }));
}

/** Whether a slice is over with this entry, as far as the entry alone can tell. */
export function endsSlice(entry: LogEntry, { posted }: Pick<Slice, 'posted'>): boolean {
  return entry.type === 'paused' && entry.seq > posted;
}
