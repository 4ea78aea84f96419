import { isDeleted } from '@posthouse/store';
import { PosthouseError } from '@posthouse/protocol';
import type { ChunkConnection } from '../connections/chunk-connection.ts';
import type { FeedEvent } from './encoding.ts';
import type { FeedSource } from './feed-source.ts';
import { FeedReader, type FeedReaderOptions } from './feed-reader.ts';
import { type FeedOwner, LiveFeed } from './live-feed.ts';
import { PastPages } from './past-pages.ts';

export type FeedHubOptions<Source> = {
  /** Aborts when the process stops. */
  stopping?: AbortSignal;
  /** Called with errors that no reader can be told. */
  onError: (error: unknown, source: Source) => void;
};

export type OpenFeed<State, Event extends FeedEvent, Source extends FeedSource<Event>> = Omit<
  FeedReaderOptions<State, Event>,
  'head'
> & { source: Source };

/** What somebody waits for. */
export type Wait<State, Event extends FeedEvent, Source extends FeedSource<Event>> = Omit<
  OpenFeed<State, Event, Source>,
  'connection' | 'has'
> & {
  /** Ends the waiting; what is waited for continues. */
  signal: AbortSignal;
  /** Is given what would be sent to a reader. */
  onBytes?: (bytes: Uint8Array) => void;
  /** How fast that is taken; at once unless given. */
  pace?: Pace | undefined;
};

/** Whether somebody keeps up with what they are given, and when they have taken it. */
export type Pace = Pick<ChunkConnection, 'isBehind' | 'room'>;

const AT_ONCE: Pace = { isBehind: false, room: async () => undefined };

/** Readers who begin this close to the end of the log are served from there; others read the past first. */
const ENTRIES_NEAR_END = 4;

/**
 * Streams things as they happen. A reader gets the past from the log at the pace of its connection, one page at a
 * time. Then all readers of the same source in the same encoding listen to one feed. A reader that falls behind
 * reads the log again.
 */
export class FeedHub<Event extends FeedEvent, Source extends FeedSource<Event>> implements FeedOwner<Event> {
  readonly #options: FeedHubOptions<Source>;
  readonly #pages = new PastPages();
  readonly #feeds = new Map<string, LiveFeed<unknown, Event>>();
  #inThePast = 0;

  constructor(options: FeedHubOptions<Source>) {
    this.#options = options;
  }

  /** How many sources are followed, once for each encoding. */
  get feeds(): number {
    return this.#feeds.size;
  }

  /**
   * Sends a reader everything it asked for, then ends its connection. `joined` resolves when the reader has caught
   * up, or has everything; call `leave` when it goes away.
   */
  open<State>({ source, ...options }: OpenFeed<State, Event, Source>): { leave: () => void; joined: Promise<void> } {
    const reader = new FeedReader({ ...options, head: source.head });
    return { leave: () => reader.leave(), joined: this.#read(reader, source) };
  }

  /** Follows a source for a caller that waits for the end; returns the state at the end. */
  wait<State>({
    signal,
    onBytes = () => undefined,
    pace = AT_ONCE,
    ...options
  }: Wait<State, Event, Source>): Promise<State> {
    const { promise, resolve, reject } = Promise.withResolvers<State>();
    const { encoding, wish } = options;
    const { leave } = this.open({
      ...options,
      // Its end comes after what was waited for, or because that was deleted.
      connection: {
        closed: false,
        get isBehind() {
          return pace.isBehind;
        },
        flush: () => undefined,
        room: () => pace.room(),
        send: onBytes,
        drop: reject,
        end: () => reject(gone()),
      },
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

  async #read<State>(reader: FeedReader<State, Event>, source: FeedSource<Event>): Promise<void> {
    try {
      await this.#join(reader, source);
    } catch (error) {
      this.onFailure(error, source, [reader]);
    }
  }

  /** Reads the past, as far as nobody else is told it at this moment, and then listens with them. */
  async #join<State>(reader: FeedReader<State, Event>, source: FeedSource<Event>): Promise<void> {
    let now: FeedSource<Event> | undefined = reader.position > source.head ? undefined : source;
    while (!reader.hasLeft) {
      const feed = this.#feeds.get(reader.feedId) as LiveFeed<State, Event> | undefined;
      if (feed === undefined ? reader.position >= reader.head - ENTRIES_NEAR_END : reader.position >= feed.position) {
        if (reader.connection.isBehind) await reader.connection.room();
        else if (now !== undefined) return this.#listen(reader, now, feed);
        else now = await source.now();
        continue;
      }
      if (await this.#readPage(reader, source)) return;
      now = undefined;
    }
  }

  /** Tells the next page of the past once the one before has been taken; whether that was all. */
  async #readPage<State>(reader: FeedReader<State, Event>, source: FeedSource<Event>): Promise<boolean> {
    this.#inThePast += 1;
    try {
      await reader.connection.room();
      if (reader.hasLeft) return true;
      const { encoding, position: after, state } = reader;
      const page = await this.#pages.read({ source, encoding, after, state });
      return reader.hasLeft || reader.tellPast(page);
    } finally {
      this.#inThePast -= 1;
      if (this.#inThePast === 0) this.#pages.clear();
    }
  }

  #listen<State>(
    reader: FeedReader<State, Event>,
    source: FeedSource<Event>,
    known: LiveFeed<State, Event> | undefined,
  ): void {
    const feed = known ?? this.#createFeed(reader, source);
    feed.add(reader);
    if (known === undefined) feed.start();
  }

  #createFeed<State>(first: FeedReader<State, Event>, source: FeedSource<Event>): LiveFeed<State, Event> {
    const { encoding, position, feedId, state = encoding.start } = first;
    const feed = new LiveFeed<State, Event>({
      source,
      encoding,
      after: position,
      state,
      feedId,
      owner: this,
    });
    this.#feeds.set(feedId, feed as LiveFeed<unknown, Event>);
    return feed;
  }

  onEmpty(feedId: string): void {
    this.#feeds.delete(feedId);
  }

  onBehind<State>(reader: FeedReader<State, Event>, source: FeedSource<Event>): void {
    void this.#read(reader, source);
  }

  /** A stream that cannot go on says so if the process stops; otherwise it is cut, so that the reader comes back. */
  onFailure<State>(error: unknown, source: FeedSource<Event>, readers: readonly FeedReader<State, Event>[]): void {
    const isStopping = this.#options.stopping?.aborted === true;
    // There is nothing to come back to, and nothing is wrong.
    if (isDeleted(error)) return readers.forEach(({ connection }) => connection.end());
    if (!isStopping) this.#options.onError(error, source as Source);
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

function gone(): PosthouseError {
  return new PosthouseError({ code: 'task_deleted', message: 'the task was deleted' });
}
