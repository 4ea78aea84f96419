import type { Engine, Submitted } from '@posthouse/runtime';
import type { LogEntry } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import type { Logger } from '../logging/logger.ts';
import type { StreamObserver } from '../metrics/server-metrics.ts';
import { type ConnectionEnd, EventConnection, type Outgoing } from './event-connection.ts';
import { Flusher } from './flusher.ts';
import { PingWheel } from './ping-wheel.ts';
import { RunWatch } from './run-watch.ts';
import { TaskFeed } from './task-feed.ts';
import { TaskReader } from './task-reader.ts';
import { toEntrySSE, toPingSSE, toShutdownSSE, toTimeoutSSE } from './to-sse.ts';

export type StreamDeskOptions = {
  engine: Engine;
  logger: Logger;
  observer?: StreamObserver;
  /** How much may wait for a reader, in bytes; 1 MiB unless given. */
  streamBytes?: number;
  /** How long a stream may be silent; 15 seconds unless given. */
  pingMs?: number;
};

export type OpenStream = {
  task: Task;
  /** Shows what stands behind this `seq`. */
  after: number;
  /** The message whose run is shown; without it, whichever run is open. */
  submitted?: Submitted;
  tokens?: boolean;
  /** Goes on with later runs too. */
  follow?: boolean;
  /** When to give up; the run goes on. */
  timeoutMs?: number;
  /** The connection below, where there is one. */
  outgoing?: Outgoing;
  onEnd?: () => void;
};

export type OpenConnection = {
  /** What keeps it from looking dead. */
  toPing: () => Uint8Array;
  /** The connection below, where there is one. */
  outgoing?: Outgoing;
  onEnd: (how: ConnectionEnd) => void;
};

/** Readers who begin this close to the end of the log are served from there; others read the past at their own pace. */
const NEAR = 4;
const PAST_PAGE = 100;

/** Where the log of tasks is read out to whoever listens. An idle stream costs its connection and little more. */
export class StreamDesk {
  readonly #options: StreamDeskOptions;
  readonly #flusher = new Flusher();
  readonly #wheel: PingWheel;
  readonly #feeds = new Map<string, TaskFeed>();
  #open = 0;

  constructor(options: StreamDeskOptions) {
    this.#options = options;
    this.#wheel = new PingWheel(options.pingMs ?? 15_000);
  }

  /** How many streams are open, and how many tasks are read for them. */
  get load(): { streams: number; feeds: number } {
    return { streams: this.#open, feeds: this.#feeds.size };
  }

  /** Opens a stream of MAIL frames. It ends with the run, when the reader leaves, or when it does not keep up. */
  open(stream: OpenStream): ReadableStream<Uint8Array> {
    const { task, after, submitted, follow = false, timeoutMs, outgoing, onEnd } = stream;
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => timeOut(), timeoutMs);
    const leave = { feed: (): void => undefined };
    const connection = this.connect({
      toPing: () => toPingSSE(task.taskId),
      ...(outgoing === undefined ? {} : { outgoing }),
      onEnd: () => {
        clearTimeout(timer);
        leave.feed();
        onEnd?.();
      },
    });
    const timeOut = (): void => {
      connection.send(toTimeoutSSE(task.taskId));
      connection.end();
    };
    const watch = new RunWatch({ task, follow, ...(submitted === undefined ? {} : { submitted }) });
    const reader = new TaskReader({ connection, watch, after, head: task.head });
    this.#join(reader, stream, leave).catch((error: unknown) => this.#fail(error, task, [reader]));
    return connection.body;
  }

  /** A connection for somebody else to fill: it pings like all others, is counted, and dropped when it falls behind. */
  connect({ toPing, outgoing, onEnd }: OpenConnection): EventConnection {
    const { streamBytes = 1024 * 1024, observer } = this.#options;
    this.#open += 1;
    observer?.opened();
    return new EventConnection({
      flusher: this.#flusher,
      wheel: this.#wheel,
      maxBytes: streamBytes,
      toPing,
      ...(outgoing === undefined ? {} : { outgoing }),
      onEnd: (how: ConnectionEnd) => {
        this.#open -= 1;
        if (how === 'dropped') observer?.dropped();
        observer?.closed();
        onEnd(how);
      },
    });
  }

  /** Reads the past at the reader's pace, as far as nobody else is told it at this moment, and then listens with them. */
  async #join(reader: TaskReader, { task, tokens = false }: OpenStream, leave: { feed: () => void }): Promise<void> {
    const id = `${tokens ? 'text' : 'log'} ${task.key}`;
    while (!reader.connection.closed) {
      const known = this.#feeds.get(id);
      const near = known === undefined ? reader.position >= task.head - NEAR : reader.position >= known.position;
      if (near) {
        const feed = known ?? this.#createFeed(id, { task, tokens, after: reader.position });
        leave.feed = () => feed.remove(reader);
        feed.add(reader);
        if (known === undefined) feed.start();
        return;
      }
      await this.#showPast(reader, task, known);
    }
  }

  #createFeed(id: string, options: { task: Task; tokens: boolean; after: number }): TaskFeed {
    const feed = new TaskFeed({
      ...options,
      engine: this.#options.engine,
      onEmpty: () => this.#feeds.delete(id),
      onFailure: (error, readers) => this.#fail(error, options.task, readers),
    });
    this.#feeds.set(id, feed);
    return feed;
  }

  async #showPast(reader: TaskReader, task: Task, feed: TaskFeed | undefined): Promise<void> {
    const page = await this.#options.engine.store.read(task.key, reader.position, PAST_PAGE);
    const limit = feed?.position ?? Number.POSITIVE_INFINITY;
    const context = { taskId: task.taskId, swarm: task.owner.swarm };
    const entries = wholeRuns(page.entries.filter((entry) => entry.seq <= limit));
    await reader.showPast(entries.map((event) => ({ event, bytes: toEntrySSE(event, context) })));
  }

  /** A stream that cannot go on says so if the process stops; otherwise it is cut, so that the reader comes back. */
  #fail(error: unknown, { taskId }: Task, readers: readonly TaskReader[]): void {
    const stopping = this.#options.engine.stopping.aborted;
    if (!stopping) this.#options.logger.error('a stream could not go on', { taskId, error });
    for (const { connection } of readers) {
      if (!stopping) {
        connection.drop();
        continue;
      }
      connection.send(toShutdownSSE(taskId));
      connection.end();
    }
  }
}

/** Leaves a page without the end of a run, because what comes right behind it decides whether it is one for the reader. */
function wholeRuns(entries: readonly LogEntry[]): readonly LogEntry[] {
  const cut = entries.length === PAST_PAGE && entries.at(-1)!.type === 'run-ended';
  return cut ? entries.slice(0, -1) : entries;
}
