import type { FeedEvent } from './encoding.ts';

export type FeedFollowOptions<Event> = {
  after: number;
  /** Whether text is told as it is written. */
  tokens: boolean;
  /** May be given text at once that would come next. */
  onToken: (token: Event) => void;
  signal: AbortSignal;
};

/** What happened since the last batch. `caughtUp` if there is nothing more for now. */
export type FeedBatch<Event> = { events: readonly Event[]; caughtUp: boolean };

/** What feeds read: something that is stored entry by entry, with text in between. */
export interface FeedSource<Event extends FeedEvent> {
  /** Where it ends, as far as that is known. */
  readonly head: number;
  /** The same as it stands now: whoever follows it does so from there. */
  now(): Promise<FeedSource<Event>>;
  /** Entries after a place: so many, and about so many bytes unless one is larger. */
  read(after: number, limit: number, maxBytes: number): Promise<{ entries: readonly Event[]; head: number }>;
  /** Everything after a place as it happens, until the signal aborts. Throws when it cannot be read on. */
  follow(options: FeedFollowOptions<Event>): AsyncIterable<FeedBatch<Event>>;
  /** Text of which no entry tells yet, for readers who come in the middle of it. */
  openTexts(): { see(event: Event): void; all(): Event[] };
}
