import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import type { EventConnection } from './event-connection.ts';
import type { RunWatch } from './run-watch.ts';

/** Something that happened, and how it looks on the wire. An entry that MAIL does not show has no bytes. */
export type Piece = { event: LogEntry | TokenEvent; bytes: Uint8Array | undefined };

export type TaskReaderOptions = {
  connection: EventConnection;
  watch: RunWatch;
  /** Shows what stands behind this `seq`. */
  after: number;
  /** Where the log ended when the reader came. */
  head: number;
};

/** One reader's way through the log of a task. */
export class TaskReader {
  readonly connection: EventConnection;
  readonly #watch: RunWatch;
  readonly #head: number;
  #position: number;
  /** Whether text can be told: it belongs behind what the reader has seen of the log. */
  #hearsText = false;

  constructor({ connection, watch, after, head }: TaskReaderOptions) {
    this.connection = connection;
    this.#watch = watch;
    this.#position = after;
    this.#head = head;
  }

  get position(): number {
    return this.#position;
  }

  /** Entries of the past, at the pace of the connection. */
  async showPast(pieces: readonly Piece[]): Promise<void> {
    for (const { bytes } of this.#select(pieces)) {
      await this.connection.room();
      if (bytes !== undefined) this.connection.send(bytes);
    }
    if (this.#watch.over) this.connection.end();
  }

  /** Text that is being written, if it belongs behind what the reader has seen. */
  showText(bytes: Uint8Array): void {
    if (!this.#hearsText) return;
    this.connection.send(bytes);
    // Somebody watches it appear. At the end of the tick, a model that writes fast may have written all of it.
    this.connection.flush();
  }

  /** What has just happened. `position` is where the log stands with it; `texts` is all text of running turns. */
  show(pieces: readonly Piece[], feed: { position: number; caughtUp: boolean; texts: () => readonly Piece[] }): void {
    for (const { bytes } of this.#select(pieces)) if (bytes !== undefined) this.connection.send(bytes);
    if (!this.#hearsText && feed.position >= this.#position) {
      this.#hearsText = true;
      for (const { bytes } of feed.texts()) if (bytes !== undefined) this.connection.send(bytes);
    }
    const caughtUp = feed.caughtUp && this.#position >= this.#head;
    if (this.#watch.over || (caughtUp && this.#watch.resting)) this.connection.end();
  }

  #select(pieces: readonly Piece[]): readonly Piece[] {
    const start = this.#position;
    const entries: LogEntry[] = [];
    for (const { event } of pieces) if (event.type !== 'token' && event.seq > start) entries.push(event);
    const shown = entries.length === 0 ? [] : this.#watch.take(entries);
    this.#position = Math.max(start, entries.at(-1)?.seq ?? 0);
    // Most of what happens is new to all who read along, and there may be many of them.
    if (shown.length === pieces.length) return pieces;
    const wanted = new Set<LogEntry | TokenEvent>(shown);
    return pieces.filter(({ event }) => (event.type === 'token' ? this.#hearsText : wanted.has(event)));
  }
}
