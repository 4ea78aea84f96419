import type { Engine, FollowBatch, TokenEvent } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import { LiveTexts } from './live-texts.ts';
import type { Piece, TaskReader } from './task-reader.ts';
import { type SSEContext, toEntrySSE, toTokenSSE } from './to-sse.ts';

export type TaskFeedOptions = {
  engine: Engine;
  task: Task;
  /** Where the feed begins; readers who want more read it themselves first. */
  after: number;
  tokens: boolean;
  /** The last reader has gone. */
  onEmpty: () => void;
  /** The log cannot be read on: the process stops, or something is wrong. */
  onFailure: (error: unknown, readers: readonly TaskReader[]) => void;
};

/** Reads the log of one task as it grows, once for all who read it here. Every frame is made once. */
export class TaskFeed {
  readonly #options: TaskFeedOptions;
  readonly #context: SSEContext;
  readonly #readers = new Set<TaskReader>();
  readonly #texts = new LiveTexts();
  readonly #stop = new AbortController();
  #position: number;
  #caughtUp = false;

  constructor(options: TaskFeedOptions) {
    this.#options = options;
    this.#position = options.after;
    this.#context = { taskId: options.task.taskId, swarm: options.task.owner.swarm };
  }

  /** The newest entry that readers were told of. */
  get position(): number {
    return this.#position;
  }

  /** Begins to read. Add the first reader before. */
  start(): void {
    void this.#follow();
  }

  /** Tells the reader everything from now on. It must have seen the log up to where the feed stands. */
  add(reader: TaskReader): void {
    this.#readers.add(reader);
    reader.show([], this.#standing());
  }

  remove(reader: TaskReader): void {
    if (!this.#readers.delete(reader) || this.#readers.size > 0) return;
    this.#stop.abort();
    this.#options.onEmpty();
  }

  async #follow(): Promise<void> {
    const { engine, task, after, tokens, onEmpty, onFailure } = this.#options;
    try {
      const onToken = (token: TokenEvent): void => this.#publishText(token);
      const batches = engine.follow(task, { after, tokens, onToken, signal: this.#stop.signal });
      for await (const batch of batches) this.#publish(batch);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const readers = [...this.#readers];
      this.#readers.clear();
      onEmpty();
      onFailure(error, readers);
    }
  }

  /** Most of what there is to tell while agents write, so it takes the shortest way. */
  #publishText(token: TokenEvent): void {
    this.#texts.see(token);
    const bytes = toTokenSSE(token, this.#context);
    for (const reader of this.#readers) reader.showText(bytes);
  }

  #publish({ events, caughtUp }: FollowBatch): void {
    const pieces = events.map((event): Piece => {
      this.#texts.see(event);
      if (event.type === 'token') return { event, bytes: toTokenSSE(event, this.#context) };
      this.#position = event.seq;
      return { event, bytes: toEntrySSE(event, this.#context) };
    });
    this.#caughtUp = caughtUp;
    const standing = this.#standing();
    for (const reader of this.#readers) reader.show(pieces, standing);
  }

  #standing(): Parameters<TaskReader['show']>[1] {
    return {
      position: this.#position,
      caughtUp: this.#caughtUp,
      texts: () => this.#texts.all().map((event) => ({ event, bytes: toTokenSSE(event, this.#context) })),
    };
  }
}
