import type { Engine } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';
import { FeedReader, type FeedReaderOptions } from './feed-reader.ts';
import { type FeedOwner, LiveFeed } from './live-feed.ts';
import { PastPages } from './past-pages.ts';

export type FeedHubOptions = {
  engine: Pick<Engine, 'follow' | 'stopping'>;
  store: Pick<Store, 'read' | 'find'>;
  /** Called with what no reader can be told. */
  onError: (error: unknown, task: Task) => void;
};

export type OpenFeed<State> = Omit<FeedReaderOptions<State>, 'head'> & { task: Task };

/** What somebody waits for. */
export type Wait<State> = Omit<OpenFeed<State>, 'connection' | 'has'> & {
  /** Whoever waits gives up; the task goes on. */
  signal: AbortSignal;
  /** Is given what would be sent to a reader. */
  onBytes?: (bytes: Uint8Array) => void;
};

/** A connection to somebody who takes everything at once. */
const NOWHERE = {
  closed: false,
  isBehind: false,
  flush: () => undefined,
  room: async () => undefined,
  end: () => undefined,
};

/** Readers who begin this close to the end of the log are served from there; others read the past first. */
const NEAR = 4;

/**
 * Where tasks are read out. A reader gets the past from the log at the pace of its connection, one page at a time; then
 * everybody who reads the same task in the same encoding listens to one feed. Whoever falls behind reads the log again.
 */
export class FeedHub implements FeedOwner {
  readonly #options: FeedHubOptions;
  readonly #pages: PastPages;
  readonly #feeds = new Map<string, LiveFeed<unknown>>();
  #inThePast = 0;

  constructor(options: FeedHubOptions) {
    this.#options = options;
    this.#pages = new PastPages(options.store);
  }

  /** How many tasks are followed, once for each encoding. */
  get feeds(): number {
    return this.#feeds.size;
  }

  /**
   * Tells a reader all it wants of a task, and then ends its connection. `joined` resolves when it has caught up, or has
   * all there is; call `leave` when it goes away.
   */
  open<State>({ task, ...options }: OpenFeed<State>): { leave: () => void; joined: Promise<void> } {
    const reader = new FeedReader({ ...options, head: task.head });
    return { leave: () => reader.leave(), joined: this.#read(reader, task) };
  }

  /** Follows a task for somebody who is told nothing before all is over; gives how it stands then. */
  wait<State>({ signal, onBytes = () => undefined, ...options }: Wait<State>): Promise<State> {
    const { promise, resolve, reject } = Promise.withResolvers<State>();
    const { encoding, wish } = options;
    const { leave } = this.open({
      ...options,
      connection: { ...NOWHERE, send: onBytes, drop: reject },
      // Text is not waited for, and a stop has to be noticed as what it is.
      encoding: {
        id: `whole ${encoding.id}`,
        tokens: false,
        start: encoding.start,
        encode: (state, event) => encoding.encode(state, event),
      },
      wish: {
        ...wish,
        isOver: (state, isEnd) => {
          const isOver = wish.isOver(state, isEnd);
          if (isOver) resolve(state);
          return isOver;
        },
      },
    });
    const give = (): void => (leave(), reject(signal.reason));
    signal.addEventListener('abort', give);
    if (signal.aborted) give();
    return promise.finally(() => signal.removeEventListener('abort', give));
  }

  async #read<State>(reader: FeedReader<State>, task: Task): Promise<void> {
    try {
      await this.#join(reader, task);
    } catch (error) {
      this.onFailure(error, task, [reader]);
    }
  }

  /** Reads the past, as far as nobody else is told it at this moment, and then listens with them. */
  async #join<State>(reader: FeedReader<State>, task: Task): Promise<void> {
    let now = reader.position > task.head ? undefined : task;
    while (!reader.hasLeft) {
      const feed = this.#feeds.get(reader.feedId) as LiveFeed<State> | undefined;
      if (feed === undefined ? reader.position >= reader.head - NEAR : reader.position >= feed.position) {
        if (reader.connection.isBehind) await reader.connection.room();
        else if (now !== undefined) return this.#listen(reader, now, feed);
        // How the task stands now, because whoever follows it does so from there.
        else now = (await this.#options.store.find(task.owner, task.taskId)) ?? task;
        continue;
      }
      if (await this.#readPage(reader, task)) return;
      now = undefined;
    }
  }

  /** Tells the next page of the past once the one before has been taken; whether that was all. */
  async #readPage<State>(reader: FeedReader<State>, task: Task): Promise<boolean> {
    this.#inThePast += 1;
    try {
      await reader.connection.room();
      if (reader.hasLeft) return true;
      const { encoding, position: after, state } = reader;
      const page = await this.#pages.read({ task, encoding, after, state });
      return reader.hasLeft || reader.tellPast(page);
    } finally {
      this.#inThePast -= 1;
      if (this.#inThePast === 0) this.#pages.clear();
    }
  }

  #listen<State>(reader: FeedReader<State>, task: Task, known: LiveFeed<State> | undefined): void {
    const feed = known ?? this.#createFeed(reader, task);
    feed.add(reader);
    if (known === undefined) feed.start();
  }

  #createFeed<State>(first: FeedReader<State>, task: Task): LiveFeed<State> {
    const { encoding, position, feedId, state = encoding.start } = first;
    const feed = new LiveFeed<State>({
      engine: this.#options.engine,
      task,
      encoding,
      after: position,
      state,
      feedId,
      owner: this,
    });
    this.#feeds.set(feedId, feed as LiveFeed<unknown>);
    return feed;
  }

  onEmpty(feedId: string): void {
    this.#feeds.delete(feedId);
  }

  onBehind<State>(reader: FeedReader<State>, task: Task): void {
    void this.#read(reader, task);
  }

  /** A stream that cannot go on says so if the process stops; otherwise it is cut, so that the reader comes back. */
  onFailure<State>(error: unknown, task: Task, readers: readonly FeedReader<State>[]): void {
    const isStopping = this.#options.engine.stopping.aborted;
    if (!isStopping) this.#options.onError(error, task);
    for (const { connection, encoding, state = encoding.start } of readers) {
      const last = isStopping ? encoding.toShutdown?.(state) : undefined;
      if (last === undefined) {
        connection.drop(error);
        continue;
      }
      connection.send(last);
      connection.end();
    }
  }
}
