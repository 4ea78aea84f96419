import type { RunEvent } from '@posthouse/protocol';
import type { Engine, FollowBatch } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import type { RunState } from '../adapters/mail/run-state.ts';
import { finishPaused, translateRun } from '../adapters/mail/translate-run.ts';
import { DONE } from '../chunks/encode-chunk.ts';
import { encodeChunks } from './encode-chunks.ts';
import { OpenTexts } from './open-texts.ts';
import type { RunReader } from './run-reader.ts';

export type RunFeedOptions = {
  engine: Pick<Engine, 'follow'>;
  task: Task;
  /** How the run stands behind `after`. */
  state: RunState;
  after: number;
  /** Nobody reads it any more, or there is nothing more to read. */
  onEnd: () => void;
  /** The log cannot be read on: the process stops, or something is wrong. */
  onFailure: (error: unknown) => void;
};

/** Follows one run as it happens, once for all who read it here: every chunk is made and encoded once. */
export class RunFeed {
  readonly #options: RunFeedOptions;
  /** Whether each reader has seen exactly what the feed has. */
  readonly #readers = new Map<RunReader, boolean>();
  readonly #texts = new OpenTexts();
  readonly #stop = new AbortController();
  #state: RunState;
  #position: number;

  constructor(options: RunFeedOptions) {
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

  /** Tells the reader everything from now on; one that is ahead of the feed, once the feed is where it is. */
  add(reader: RunReader): void {
    this.#readers.set(reader, false);
    if (reader.position === this.#position) this.#join(reader);
  }

  remove(reader: RunReader): void {
    if (this.#readers.delete(reader) && this.#readers.size === 0) this.#end();
  }

  async #follow(): Promise<void> {
    const { engine, task, after, onFailure } = this.#options;
    const { signal } = this.#stop;
    const onToken = (token: RunEvent): void => {
      this.#publish(token);
      // Somebody watches it appear. At the end of the tick, a model that writes fast may have written all of it.
      for (const { connection } of this.#readers.keys()) connection.flush();
    };
    try {
      for await (const batch of engine.follow(task, { after, tokens: true, onToken, signal })) {
        this.#publishAll(batch);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      const readers = [...this.#readers.keys()];
      this.#end();
      for (const { connection } of readers) connection.drop();
      onFailure(error);
    }
  }

  #publishAll({ events, caughtUp }: FollowBatch): void {
    for (const event of events) {
      this.#publish(event);
      if (this.#state.phase === 'ended') return this.#finish();
    }
    if (caughtUp && this.#state.phase === 'paused') this.#finish();
  }

  #publish(event: RunEvent): void {
    const { chunks, state } = translateRun(this.#state, event);
    this.#state = state;
    this.#texts.see(event);
    this.#send(encodeChunks(chunks));
    if (event.type === 'token') return;
    this.#position = event.seq;
    for (const [reader, joined] of this.#readers) {
      if (!joined && reader.position === event.seq) this.#join(reader);
    }
  }

  /** From here on the reader's own state is not needed: it is the feed's. */
  #join(reader: RunReader): void {
    for (const token of this.#texts.all()) reader.show(token);
    reader.begin();
    this.#readers.set(reader, true);
  }

  #finish(): void {
    const rest = this.#state.phase === 'paused' ? encodeChunks(finishPaused(this.#state)) : undefined;
    this.#send(rest);
    this.#send(DONE);
    const readers = [...this.#readers.keys()];
    this.#end();
    for (const { connection } of readers) connection.end();
  }

  #send(bytes: Uint8Array | undefined): void {
    if (bytes === undefined) return;
    for (const [{ connection }, joined] of this.#readers) if (joined) connection.send(bytes);
  }

  #end(): void {
    this.#readers.clear();
    this.#stop.abort();
    this.#options.onEnd();
  }
}
