import type { Encoding, FeedEvent, Piece } from './encoding.ts';
import type { FeedReader } from './feed-reader.ts';
import type { FeedBatch, FeedSource } from './feed-source.ts';

export type LiveFeedOptions<State, Event extends FeedEvent> = {
  source: FeedSource<Event>;
  feedId: string;
  encoding: Encoding<State, Event>;
  /** Where it begins, and how the encoding stands there. */
  after: number;
  state: State;
  /** Named once for all feeds, because each of them may have one idle reader. */
  owner: FeedOwner<Event>;
};

/** The owner of feeds. */
export interface FeedOwner<Event extends FeedEvent> {
  /** The last reader has gone. */
  onEmpty(feedId: string): void;
  /** A reader takes things more slowly than they happen, and is not told anything here any more. */
  onBehind<State>(reader: FeedReader<State, Event>, source: FeedSource<Event>): void;
  /** It cannot be read on: the process stops, or something is wrong. */
  onFailure<State>(error: unknown, source: FeedSource<Event>, readers: readonly FeedReader<State, Event>[]): void;
}

/** Shared, as hardly any feed has readers ahead of it. */
const NOBODY: never[] = [];

/** Follows one source as it goes on, once for all who read it here in one encoding: everything is made once. */
export class LiveFeed<State, Event extends FeedEvent> {
  readonly #options: LiveFeedOptions<State, Event>;
  readonly #readers = new Set<FeedReader<State, Event>>();
  /** Readers who have seen more than the feed. */
  #ahead: FeedReader<State, Event>[] = NOBODY;
  /** Hardly any feed is told text. */
  #texts: ReturnType<FeedSource<Event>['openTexts']> | undefined;
  readonly #stop = new AbortController();
  #state: State;
  #position: number;
  #isCaughtUp = false;

  constructor(options: LiveFeedOptions<State, Event>) {
    this.#options = options;
    this.#state = options.state;
    this.#position = options.after;
  }

  /** The newest entry that readers were told of. */
  get position(): number {
    return this.#position;
  }

  /** Begins to read. Add the first reader before. */
  start(): void {
    void this.#follow();
  }

  /** Tells the reader everything from now on. It must have seen the log up to where the feed stands, or further. */
  add(reader: FeedReader<State, Event>): void {
    reader.feed = this;
    if (reader.position > this.#position) this.#ahead = [...this.#ahead, reader];
    else {
      this.#admit(reader);
      this.#settle(reader);
    }
  }

  remove(reader: FeedReader<State, Event>): void {
    reader.feed = undefined;
    const isAhead = this.#ahead.includes(reader);
    if (isAhead) this.#ahead = this.#ahead.filter((each) => each !== reader);
    const was = this.#readers.delete(reader) || isAhead;
    if (!was || this.#readers.size > 0 || this.#ahead.length > 0) return;
    this.#stop.abort();
    this.#options.owner.onEmpty(this.#options.feedId);
  }

  async #follow(): Promise<void> {
    const { source, after, encoding, owner } = this.#options;
    const { signal } = this.#stop;
    try {
      const onToken = (token: Event): void => this.#publishText(token);
      const batches = source.follow({ after, tokens: encoding.tokens, onToken, signal });
      for await (const batch of batches) {
        this.#publish(batch);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      for (const reader of this.#readers) reader.fallBehind(this.#state);
      const readers = [...this.#readers, ...this.#ahead];
      for (const reader of readers) this.remove(reader);
      owner.onFailure(error, source, readers);
    }
  }

  /** Most of what there is to tell while agents write, so it takes the shortest way. */
  #publishText(token: Event): void {
    const piece = this.#encode(token);
    if (piece.bytes === undefined) return;
    for (const reader of this.#readers) {
      reader.tellNow(piece);
      if (reader.connection.isBehind) this.#letFallBehind(reader);
    }
  }

  #publish({ events, caughtUp }: FeedBatch<Event>): void {
    let pieces: Piece<Event>[] = [];
    for (const event of events) {
      pieces.push(this.#encode(event));
      if (this.#ahead.length === 0 || event.seq === undefined) continue;
      const arrived = this.#ahead.filter((reader) => reader.position === event.seq);
      if (arrived.length === 0) continue;
      this.#tell(pieces, false);
      pieces = [];
      for (const reader of arrived) this.#admit(reader);
    }
    this.#isCaughtUp = caughtUp;
    this.#tell(pieces, caughtUp);
    for (const reader of this.#readers) this.#settle(reader);
  }

  #encode(event: Event): Piece<Event> {
    const { state, ...encoded } = this.#options.encoding.encode(this.#state, event);
    this.#state = state;
    if (event.seq === undefined) this.#texts ??= this.#options.source.openTexts();
    else this.#position = event.seq;
    this.#texts?.see(event);
    return { event, ...encoded };
  }

  /** From here on the reader has been told exactly what the feed has. */
  #admit(reader: FeedReader<State, Event>): void {
    if (this.#ahead.length > 0) this.#ahead = this.#ahead.filter((each) => each !== reader);
    this.#readers.add(reader);
    reader.join(this.#texts?.all() ?? NOBODY);
  }

  #tell(pieces: readonly Piece<Event>[], isEnd: boolean): void {
    const standing = { position: this.#position, state: this.#state, isEnd };
    for (const reader of this.#readers) reader.tell(pieces, standing);
  }

  #settle(reader: FeedReader<State, Event>): void {
    if (reader.endIfOver(this.#state, this.#isCaughtUp)) this.remove(reader);
    else if (reader.connection.isBehind) this.#letFallBehind(reader);
  }

  #letFallBehind(reader: FeedReader<State, Event>): void {
    reader.fallBehind(this.#state);
    this.remove(reader);
    this.#options.owner.onBehind(reader, this.#options.source);
  }
}
