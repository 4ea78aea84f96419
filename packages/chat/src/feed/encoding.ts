import type { RunEvent } from '@posthouse/protocol';

/** A piece of text that is being written now. */
export type TokenEvent = RunEvent & { type: 'token' };

/** A frame of text in a piece: where its bytes are, and how much of which text a reader has who has taken it. */
export type TextFrame = { id: string; end: number; from: number; to: number };

/** An event on the wire. What an encoding does not show has no bytes. `texts` are for readers who come back in a text. */
export type Encoded = { bytes: Uint8Array | undefined; texts?: readonly TextFrame[] };

/** Something that happened, and how it looks on the wire. */
export type Piece = Encoded & { event: RunEvent };

/**
 * How a task looks on the wire: a fold, so that readers who have seen the same have been told the same, and what is made
 * for one of them is made for all. An encoding that says where a reader is writes that into the bytes.
 */
export interface Encoding<State> {
  /** Names the encoding of this task: readers for whom it is the same share what is made. */
  readonly id: string;
  /** Whether text is shown as it is written. */
  readonly tokens: boolean;
  /** Before the first event. */
  readonly start: State;
  /** Pure. */
  encode(state: State, event: RunEvent): Encoded & { state: State };
  /** The last words of a stream whose process stops; without them it is cut. */
  toShutdown?(state: State): Uint8Array | undefined;
}

/** What one reader wants of a task. */
export interface Wish<State> {
  /** What of it is for this reader. `isEnd` when the log ends here for now. */
  select(pieces: readonly Piece[], isEnd: boolean): readonly Piece[];
  /** What it is told before anything else. */
  first?(state: State): Uint8Array | undefined;
  /** Whether nothing more is to come. `isEnd` when the reader has seen all there is. */
  isOver(state: State, isEnd: boolean): boolean;
  /** What it is told when nothing more is to come. */
  last?(state: State): Uint8Array | undefined;
}
