import type { ChunkConnection } from '../connections/chunk-connection.ts';
import type { Encoded, Encoding, FeedEvent, Piece, Wish } from './encoding.ts';
import type { Page } from './past-pages.ts';
import { leaveOutTexts } from './text-frames.ts';

export type FeedReaderOptions<State, Event extends FeedEvent> = {
  connection: ChunkConnection;
  encoding: Encoding<State, Event>;
  wish: Wish<State, Event>;
  /** Shows what stands behind this `seq`. */
  after: number;
  /** How much of which texts it has, if it comes back in the middle of them: that is left out. */
  has?: ReadonlyMap<string, number>;
  /** Where the log ended when the reader came. */
  head: number;
};

/** How many readers have had to be told things alone. */
let alone = 0;

/** One reader's way through what is read. */
export class FeedReader<State, Event extends FeedEvent> {
  readonly connection: ChunkConnection;
  readonly encoding: Encoding<State, Event>;
  /** Who tells it what happens now. */
  feed: { remove(reader: FeedReader<State, Event>): void } | undefined;
  readonly #wish: Wish<State, Event>;
  readonly #has: ReadonlyMap<string, number> | undefined;
  #position: number;
  #head: number;
  /** What it has been told by itself; undefined before anything was. Among others, the feed knows. */
  #state: State | undefined;
  #feedId: string | undefined;
  #hasBegun = false;
  #hasLeft = false;

  constructor({ connection, encoding, wish, after, has, head }: FeedReaderOptions<State, Event>) {
    this.connection = connection;
    this.encoding = encoding;
    this.#wish = wish;
    this.#position = after;
    this.#has = has;
    this.#head = head;
  }

  /** The newest entry that it was told of. */
  get position(): number {
    return this.#position;
  }

  /** Where the log ended, as far as this reader knows. */
  get head(): number {
    return this.#head;
  }

  /** Names the feed that it can listen to. */
  get feedId(): string {
    return this.#feedId ?? this.encoding.id;
  }

  get state(): State | undefined {
    return this.#state;
  }

  get hasLeft(): boolean {
    return this.#hasLeft || this.connection.closed;
  }

  /** The reader is gone: whoever tells it something stops. */
  leave(): void {
    this.#hasLeft = true;
    this.feed?.remove(this);
  }

  /** Tells a page of the past; whether that was all there is for this reader. */
  tellPast({ pieces, position, state, head }: Page<State, Event>): boolean {
    const isEnd = position >= head;
    this.#state = state;
    this.#tell(pieces, state, isEnd);
    this.#position = position;
    this.#head = Math.max(head, position);
    // At the end of the log others may know better: text is being written, or the next entry is on its way.
    return this.#endIf(state, false);
  }

  /** Tells the text that is being written, from where this reader has it, and everything with the others from then on. */
  join(texts: readonly Event[]): void {
    let state = this.#state ?? this.encoding.start;
    this.#begin(state);
    for (const token of texts) {
      const encoded = this.encoding.encode(state, token);
      state = encoded.state;
      this.#sendNew(encoded);
    }
  }

  /** Tells what has just happened. */
  tell(
    pieces: readonly Piece<Event>[],
    { position, state, isEnd }: { position: number; state: State; isEnd: boolean },
  ): void {
    this.#tell(pieces, state, isEnd);
    this.#position = position;
  }

  /** Text that is being written. Somebody watches it appear: at the end of the tick, all of it may have been written. */
  tellNow(piece: Encoded): void {
    this.#sendNew(piece);
    this.connection.flush();
  }

  /** Ends the stream if nothing more is to come for this reader; whether it did. */
  endIfOver(state: State, isEnd: boolean): boolean {
    return this.#endIf(state, isEnd && this.#position >= this.#head);
  }

  /** It is not told anything with the others any more, and reads on by itself from here if at all. */
  fallBehind(state: State): void {
    this.#state = state;
    // It has been told text that others at the same place of the log have not.
    if (state !== undefined) this.#feedId = `${this.encoding.id} of ${(alone += 1)}`;
  }

  #endIf(state: State, isEnd: boolean): boolean {
    if (!this.#wish.isOver(state, isEnd)) return false;
    this.#begin(state);
    this.#send(this.#wish.last?.(state));
    this.connection.end();
    return true;
  }

  #tell(pieces: readonly Piece<Event>[], state: State, isEnd: boolean): void {
    const wanted = this.#wish.select(pieces, isEnd);
    if (wanted.length > 0) this.#begin(state);
    for (const piece of wanted) this.#sendNew(piece);
  }

  #begin(state: State): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#send(this.#wish.first?.(state));
  }

  #sendNew(encoded: Encoded): void {
    this.#send(this.#has === undefined ? encoded.bytes : leaveOutTexts(encoded, this.#has));
  }

  #send(bytes: Uint8Array | undefined): void {
    if (bytes !== undefined) this.connection.send(bytes);
  }
}
