import type { Engine } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';
import { startRun } from '../adapters/mail/run-state.ts';
import type { OpenConnection } from './chunk-connection.ts';
import { RunFeed } from './run-feed.ts';
import { RunReader } from './run-reader.ts';

export type RunDeskOptions = {
  engine: Pick<Engine, 'follow' | 'stopping'>;
  store: Pick<Store, 'read' | 'find'>;
  /** Called with what no reader can be told. */
  onError: (error: unknown) => void;
};

/** A run to read, and a place in the log behind which all of it stands. */
export type RunPlace = { task: Task; run: number; after: number };

const PAGE = 500;

/**
 * Where runs are read out as UI message streams. Late readers get the past from the log, at the pace of their connection;
 * then everybody who reads the same run listens to one feed.
 */
export class RunDesk {
  readonly #options: RunDeskOptions;
  readonly #feeds = new Map<string, RunFeed>();

  constructor(options: RunDeskOptions) {
    this.#options = options;
  }

  /** How many runs are followed. */
  get feeds(): number {
    return this.#feeds.size;
  }

  /**
   * Sends a run from its start, or behind what the reader has seen of it, to its end or until it waits for somebody. The
   * promise resolves when the reader listens with the others, or has all there is; `leave` is for when it goes away.
   */
  async read(
    place: RunPlace,
    { connection, seen, leaving }: { connection: OpenConnection; seen?: number; leaving: AbortSignal },
  ): Promise<void> {
    const { task, run, after } = place;
    const state = startRun({ taskId: task.taskId, swarm: task.owner.swarm, run });
    const reader = new RunReader({ connection, state, after, ...(seen === undefined ? {} : { seen }) });
    try {
      await this.#join(reader, place, leaving);
    } catch (error) {
      connection.drop();
      if (!this.#options.engine.stopping.aborted) this.#options.onError(error);
    }
  }

  async #join(reader: RunReader, { task, run }: RunPlace, leaving: AbortSignal): Promise<void> {
    const id = `${task.key} ${run}`;
    const { store } = this.#options;
    while (!leaving.aborted) {
      const feed = this.#feeds.get(id);
      if (feed !== undefined && reader.position >= feed.position) return this.#listen(reader, feed, leaving);
      const { entries } = await store.read(task.key, reader.position, PAGE);
      // What others are told at this moment, this reader is told with them.
      const limit = this.#feeds.get(id)?.position ?? Number.POSITIVE_INFINITY;
      for (const entry of entries) {
        if (entry.seq > limit) break;
        await reader.connection.room();
        reader.show(entry);
        if (reader.state.phase === 'ended') return reader.finish();
      }
      if (entries.length === PAGE) continue;
      // How the task stands now, because whoever follows it does so from there.
      const now = await store.find(task.owner, task.taskId);
      if (this.#feeds.has(id) || leaving.aborted) continue;
      const made = this.#createFeed(id, reader, now ?? task);
      this.#listen(reader, made, leaving);
      return made.start();
    }
  }

  #listen(reader: RunReader, feed: RunFeed, leaving: AbortSignal): void {
    feed.add(reader);
    leaving.addEventListener('abort', () => feed.remove(reader), { once: true });
  }

  #createFeed(id: string, { state, position }: RunReader, task: Task): RunFeed {
    const { engine, onError } = this.#options;
    const feed = new RunFeed({
      engine,
      task,
      state,
      after: position,
      onEnd: () => this.#feeds.delete(id),
      onFailure: (error) => {
        if (!engine.stopping.aborted) onError(error);
      },
    });
    this.#feeds.set(id, feed);
    return feed;
  }
}
