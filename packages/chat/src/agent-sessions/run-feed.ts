import { DONE } from '../chunks/encode-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { OpenConnection } from '../connections/chunk-connection.ts';
import { encodeChunks } from '../streams/encode-chunks.ts';
import type { ChunkPage } from './agent-session-store.ts';
import { ChunkBuffer } from './chunk-buffer.ts';
import { RunReader } from './run-reader.ts';

export type RunFeedOptions = {
  /** Reads what was dropped from memory: the first writes of the answer. Without it nothing is dropped. */
  readStored?: (page: ChunkPage) => Promise<UIChunk[][]>;
};

/** How much of an answer is kept in memory for those who come late; what is before it is read from the store. */
const MOST_KEPT = 4 * 2 ** 20;
/** How much of the past is read at once. */
const PAGE = { limit: 50, maxBytes: 64 * 2 ** 10 };
/** How many characters of the past are sent at once. */
const PIECE = 64 * 2 ** 10;

/** Tells everybody who reads a run what happens in it, and those who come late what has happened. */
export class RunFeed {
  readonly #options: RunFeedOptions;
  readonly #past = new ChunkBuffer();
  readonly #readers = new Set<RunReader>();
  /** How many writes of the answer are not in memory. */
  #dropped = 0;
  /** What a stream ends with that is read while nothing moves. */
  #rest: UIChunk | undefined;
  #hasEnded = false;

  constructor(options: RunFeedOptions = {}) {
    this.#options = options;
  }

  /** Whether more is kept than should be; `drop` helps, once everything is stored. */
  get isFull(): boolean {
    return this.#options.readStored !== undefined && this.#past.length > MOST_KEPT;
  }

  /** What is kept of the past. */
  get kept(): UIChunk[] {
    return this.#past.chunks;
  }

  /** Everything that was published is in that many writes of the store. */
  drop(writes: number): void {
    this.#dropped = writes;
    this.#past.take();
  }

  publish(chunks: readonly UIChunk[]): void {
    this.#past.add(chunks);
    const bytes = encodeChunks(chunks);
    if (bytes !== undefined) for (const reader of this.#readers) reader.tell(bytes);
  }

  /** Nothing moves: streams end here with `rest`, and so do those that are opened before `proceed`. */
  pause(rest: UIChunk): void {
    this.#rest = rest;
    this.#endReaders([rest]);
  }

  proceed(): void {
    this.#rest = undefined;
  }

  /** There is nothing more to tell. */
  end(): void {
    this.#hasEnded = true;
    this.#endReaders([]);
  }

  /** Cuts everybody off, so that they notice that something is missing. */
  cut(): void {
    this.#hasEnded = true;
    for (const reader of this.#readers) reader.cut();
    this.#readers.clear();
  }

  /** A reader that is told what happens from now on, and `first` before that. Attach it, or it is told for nothing. */
  tap(first: readonly UIChunk[]): { attach: (connection: OpenConnection, leaving: AbortSignal) => Promise<void> } {
    const reader = new RunReader();
    this.#readers.add(reader);
    const past = async function* (): AsyncGenerator<Uint8Array> {
      const bytes = encodeChunks(first);
      if (bytes !== undefined) yield bytes;
    };
    return { attach: (connection, leaving) => this.#attach(reader, connection, { leaving, past: past() }) };
  }

  /** Sends the run from its beginning to its end, or until it waits for somebody. */
  async read(connection: OpenConnection, leaving: AbortSignal): Promise<void> {
    const reader = new RunReader();
    const past = this.#readPast(this.#dropped, this.#past.chunks);
    if (this.#rest !== undefined || this.#hasEnded) {
      endReader(reader, this.#rest === undefined ? [] : [this.#rest]);
    } else this.#readers.add(reader);
    await this.#attach(reader, connection, { leaving, past });
  }

  async #attach(
    reader: RunReader,
    connection: OpenConnection,
    { leaving, past }: { leaving: AbortSignal; past: AsyncIterable<Uint8Array> },
  ): Promise<void> {
    const leave = (): void => void this.#readers.delete(reader);
    leaving.addEventListener('abort', leave, { once: true });
    if (leaving.aborted) leave();
    try {
      await reader.attach(connection, past);
    } catch (error) {
      leave();
      connection.drop();
      throw error;
    }
  }

  async *#readPast(dropped: number, kept: readonly UIChunk[]): AsyncGenerator<Uint8Array> {
    for (let after = 0; after < dropped;) {
      const limit = Math.min(PAGE.limit, dropped - after);
      const writes = await this.#options.readStored!({ ...PAGE, after, limit });
      if (writes.length === 0) throw new Error('the beginning of the answer is not stored any more');
      after += writes.length;
      for (const chunks of writes) yield* toPieces(chunks);
    }
    yield* toPieces(kept);
  }

  #endReaders(rest: readonly UIChunk[]): void {
    for (const reader of this.#readers) endReader(reader, rest);
    this.#readers.clear();
  }
}

function endReader(reader: RunReader, rest: readonly UIChunk[]): void {
  const bytes = encodeChunks(rest);
  if (bytes !== undefined) reader.tell(bytes);
  reader.tell(DONE);
  reader.end();
}

/** Chunks as bytes, in pieces that connections can take. */
export function* toPieces(chunks: readonly UIChunk[]): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let length = 0;
  for (const chunk of chunks) {
    const bytes = encodeChunks([chunk])!;
    piece.push(bytes);
    length += bytes.byteLength;
    if (length < PIECE) continue;
    yield Buffer.concat(piece);
    piece = [];
    length = 0;
  }
  if (piece.length > 0) yield Buffer.concat(piece);
}
