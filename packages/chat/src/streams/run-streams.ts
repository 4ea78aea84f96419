import type { RunEvent } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import type { OpenConnection } from '../connections/chunk-connection.ts';
import { FeedHub } from '../feed/feed-hub.ts';
import { type TaskPlace, TaskSource } from '../feed/task-source.ts';
import { toRunEncoding, toRunWish } from './run-encoding.ts';

export type RunStreamsOptions = TaskPlace & {
  /** Called with errors that no reader can be told. */
  onError: (error: unknown, task: Task) => void;
};

/** A run to read, and a place in the log before its first entry. */
export type RunPlace = { task: Task; run: number; after: number };

/** What a reader has of a run: everything up to an entry, and how many characters of the texts after it. */
export type RunCursor = { seen: number; has?: ReadonlyMap<string, number> };

/** Streams runs as UI message streams. */
export class RunStreams {
  readonly #place: TaskPlace;
  readonly #hub: FeedHub<RunEvent, TaskSource>;

  constructor({ onError, ...place }: RunStreamsOptions) {
    this.#place = place;
    this.#hub = new FeedHub({ stopping: place.engine.stopping, onError: (error, { task }) => onError(error, task) });
  }

  /** How many runs are followed. */
  get feeds(): number {
    return this.#hub.feeds;
  }

  /**
   * Sends a run from its start, or behind what the reader has seen of it, to its end or until it waits for somebody. The
   * promise resolves when the reader listens with the others, or has all there is; `leaving` is for when it goes away.
   */
  async read(
    { task, run, after }: RunPlace,
    { connection, leaving, seen = 0, has }: { connection: OpenConnection; leaving: AbortSignal } & Partial<RunCursor>,
  ): Promise<void> {
    const reader = this.#hub.open({
      source: new TaskSource(this.#place, task),
      after,
      connection,
      encoding: toRunEncoding(task, run),
      wish: toRunWish(seen),
      has,
    });
    leaving.addEventListener('abort', () => reader.leave(), { once: true });
    if (leaving.aborted) reader.leave();
    await reader.joined;
  }
}
