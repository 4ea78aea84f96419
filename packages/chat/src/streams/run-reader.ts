import type { RunEvent } from '@posthouse/protocol';
import { continueRun, finishPaused, translateRun } from '../adapters/mail/translate-run.ts';
import type { RunState } from '../adapters/mail/run-state.ts';
import { DONE } from '../chunks/encode-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { ChunkConnection } from './chunk-connection.ts';
import { encodeChunks } from './encode-chunks.ts';

export type RunReaderOptions = {
  connection: ChunkConnection;
  /** The run before its first event. */
  state: RunState;
  /** Where the log of the run begins. */
  after: number;
  /** How far the reader has it already; without it, nothing. */
  seen?: number;
};

/** One reader's way through a run, until it has caught up with what happens now and listens with the others. */
export class RunReader {
  readonly connection: ChunkConnection;
  readonly #seen: number;
  #state: RunState;
  #position: number;
  #begun: boolean;

  constructor({ connection, state, after, seen = 0 }: RunReaderOptions) {
    this.connection = connection;
    this.#state = state;
    this.#position = after;
    this.#seen = seen;
    this.#begun = seen === 0;
  }

  get state(): RunState {
    return this.#state;
  }

  /** The newest entry that it was told of. */
  get position(): number {
    return this.#position;
  }

  /** Tells what has happened; what the reader has already is only taken note of. */
  show(event: RunEvent): void {
    const isNew = event.type === 'token' || event.seq > this.#seen;
    if (isNew) this.begin();
    const { chunks, state } = translateRun(this.#state, event);
    this.#state = state;
    if (event.type !== 'token') this.#position = event.seq;
    if (isNew) this.#send(chunks);
  }

  /** A reader that goes on with a message is told so before anything else. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#send(continueRun(this.#state));
  }

  /** Ends the stream: the run has ended, or waits for somebody. */
  finish(): void {
    this.begin();
    if (this.#state.phase === 'paused') this.#send(finishPaused(this.#state));
    this.connection.send(DONE);
    this.connection.end();
  }

  #send(chunks: readonly UIChunk[]): void {
    const bytes = encodeChunks(chunks);
    if (bytes !== undefined) this.connection.send(bytes);
  }
}
