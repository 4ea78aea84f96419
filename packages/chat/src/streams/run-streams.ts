import { isEntry, type RunEvent } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { type MailRunState, startRun } from '../run-messages/mail-run-state.ts';
import { continueRun, finishPaused, translateRun } from '../run-messages/translate-run.ts';
import { isTextChunk, nameOf, wordsOf } from '../chunks/text-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { OpenConnection } from '../connections/chunk-connection.ts';
import { type Encoding, selectBehind, type Wish } from '../feed/encoding.ts';
import { FeedHub } from '../feed/feed-hub.ts';
import { type TaskAccess, TaskSource } from '../feed/task-source.ts';
import { encodeFrames, type ToldChunk } from './chunk-frames.ts';
import { encodeChunks, encodeEnd } from './encode-chunks.ts';

export type RunStreamsOptions = TaskAccess & {
  /** Called with errors that no reader can be told. */
  onError: (error: unknown, task: Task) => void;
};

/** A run to read, and a place in the log before its first entry. */
export type RunPlace = { task: Task; run: number; after: number };

/** What a reader has of a run: everything up to an entry, and how many characters of the texts after it. */
export type RunCursor = { seen: number; has?: ReadonlyMap<string, number> };

/** Streams runs as UI message streams. */
export class RunStreams {
  readonly #place: TaskAccess;
  readonly #hub: FeedHub<RunEvent, TaskSource>;

  constructor({ onError, ...place }: RunStreamsOptions) {
    this.#place = place;
    this.#hub = new FeedHub({ stopping: place.engine.stopping, onError: (error, { task }) => onError(error, task) });
  }

  /** How many runs are followed. */
  get feeds(): number {
    return this.#hub.feeds;
  }

  /**
   * Sends a run from its start, or behind what the reader has seen of it, to its end or until it waits for somebody. The
   * promise resolves when the reader listens with the others, or has all there is; `leaving` is for when it goes away.
   */
  async read(
    { task, run, after }: RunPlace,
    { connection, leaving, seen = 0, has }: { connection: OpenConnection; leaving: AbortSignal } & Partial<RunCursor>,
  ): Promise<void> {
    const reader = this.#hub.open({
      source: new TaskSource(this.#place, task),
      after,
      connection,
      encoding: toRunEncoding(task, run),
      wish: toRunWish(seen),
      has,
    });
    leaving.addEventListener('abort', () => reader.leave(), { once: true });
    if (leaving.aborted) reader.leave();
    await reader.joined;
  }
}

/** One run of a task as chunks of the AI SDK. */
function toRunEncoding({ key, taskId, owner: { swarm } }: Task, run: number): Encoding<MailRunState> {
  return {
    id: `run ${key} ${run}`,
    tokens: true,
    start: startRun({ taskId, swarm, run }),
    encode: (before, event) => {
      const { chunks, state } = translateRun(before, event);
      const seq = isEntry(event) ? event.seq : before.seq;
      return {
        state,
        ...encodeFrames(
          chunks.map((chunk) => toTold(chunk, before)),
          seq,
        ),
      };
    },
  };
}

/** An event adds to a text once, so what was told before it is where the addition begins. */
function toTold(chunk: UIChunk, { texts }: MailRunState): ToldChunk {
  if (!isTextChunk(chunk)) return { chunk };
  return { chunk, end: (texts.get(nameOf(chunk))?.length ?? 0) + wordsOf(chunk).length };
}

/** A run to its end or until it waits for somebody, behind what the reader has seen of it. */
function toRunWish(seen: number): Wish<MailRunState> {
  return {
    select: selectBehind(seen),
    // A reader that continues a message is told so before anything else.
    first: (state) => (seen === 0 ? undefined : encodeChunks(continueRun(state))),
    isOver: ({ phase }, isEnd) => phase === 'ended' || (isEnd && phase === 'paused'),
    last: (state) => encodeEnd(state.phase === 'paused' ? finishPaused(state) : []),
  };
}
