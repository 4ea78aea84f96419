import type { RunEvent } from '@posthouse/protocol';

/** What is read: entries, which have a place, and what happens between them, which has none yet. */
export type FeedEvent = { readonly type: string; readonly seq?: number };

/** A frame of text in a piece: where its bytes are, and how much of which text a reader has after taking it. */
export type TextFrame = { id: string; end: number; from: number; to: number };

/**
 * An event on the wire. What an encoding does not show has no bytes. `texts` are for readers who return in the
 * middle of a text.
 */
export type Encoded = { bytes: Uint8Array | undefined; texts?: readonly TextFrame[] };

/** Something that happened, and how it looks on the wire. */
export type Piece<Event extends FeedEvent = RunEvent> = Encoded & { event: Event };

/**
 * How something looks on the wire: a fold, so that readers who have seen the same have been told the same, and bytes
 * made for one of them serve all. An encoding may write the reader's place into the bytes.
 */
export interface Encoding<State, Event extends FeedEvent = RunEvent> {
  /** Names the encoding of what is read: readers for whom it is the same share what is made. */
  readonly id: string;
  /** Whether text is shown as it is written. */
  readonly tokens: boolean;
  /** Before the first event. */
  readonly start: State;
  /** Pure. */
  encode(state: State, event: Event): Encoded & { state: State };
  /** The last frame of a stream whose process stops; without it the stream is cut. */
  toShutdown?(state: State): Uint8Array | undefined;
}

/** What one reader asks for. */
export interface Wish<State, Event extends FeedEvent = RunEvent> {
  /** What of it is for this reader. `isEnd` when the log ends here for now. */
  select(pieces: readonly Piece<Event>[], isEnd: boolean): readonly Piece<Event>[];
  /** What it is told before anything else. */
  first?(state: State): Uint8Array | undefined;
  /** Whether nothing more is to come. `isEnd` when the reader has seen all there is. */
  isOver(state: State, isEnd: boolean): boolean;
  /** What it is told when nothing more is to come. */
  last?(state: State): Uint8Array | undefined;
}

/** Everything after the newest entry that a reader has. */
export function selectBehind<Event extends FeedEvent>(
  seen: number,
): (pieces: readonly Piece<Event>[]) => readonly Piece<Event>[] {
  const isNew = ({ event: { seq } }: Piece<Event>): boolean => seq === undefined || seq > seen;
  return (pieces) => (seen === 0 ? pieces : pieces.filter(isNew));
}
