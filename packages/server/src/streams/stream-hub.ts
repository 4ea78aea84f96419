import {
  type Backlog,
  Connections,
  type Encoding,
  type EventConnection,
  FeedHub,
  type NewConnection,
  type Outgoing,
  type TaskAccess,
  TaskSource,
  type Wait,
  type Wish,
} from '@posthouse/chat';
import type { RunEvent } from '@posthouse/protocol';
import type { Engine, Submitted } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import type { Logger } from '../logging/logger.ts';
import type { StreamObserver } from '../metrics/server-metrics.ts';
import { MAILEncoding } from './mail-encoding.ts';
import { RunSelection } from './run-selection.ts';
import { toBeginSSE, toFailureTelling, toTellingEncoding, toTellingWish } from './telling-encoding.ts';
import { toPingSSE, toTimeoutSSE } from './to-sse.ts';

export type StreamHubOptions = {
  engine: Engine;
  logger: Logger;
  observer?: StreamObserver;
  /** How much may wait for a reader, in bytes; 1 MiB unless given. */
  streamBytes?: number;
  /** How long a stream may be silent; 15 seconds unless given. */
  pingMs?: number;
  /** How long a reader may take nothing of what waits for it; 30 seconds unless given. */
  stallMs?: number;
  /** Counts what waits; all connections of the process together unless given. */
  backlog?: Backlog;
};

export type OpenStream = {
  task: Task;
  /** Shows what stands behind this `seq`. */
  after: number;
  /** How much of which texts the reader has: that is left out. */
  has?: ReadonlyMap<string, number>;
  /** The message whose run is shown; without it, whichever run is open. */
  submitted?: Submitted;
  tokens?: boolean;
  /** Continues with later runs too. */
  follow?: boolean;
  /** When to give up; the run continues. */
  timeoutMs?: number;
  /** The connection below, where there is one. */
  outgoing?: Outgoing | undefined;
  onEnd?: () => void;
};

/** How a stream is written. */
type Speech<State> = {
  toPing?: () => Uint8Array;
  /** Its last frame when its time is up, if that is limited. */
  toTimeout?: () => Uint8Array;
  encoding: Encoding<State>;
  wish: Wish<State>;
};

/** Where the log of tasks is read out to whoever listens. An idle stream costs its connection and little more. */
export class StreamHub {
  readonly #observer: StreamObserver | undefined;
  readonly #connections: Connections;
  readonly #place: TaskAccess;
  readonly #hub: FeedHub<RunEvent, TaskSource>;

  constructor({ engine, logger, observer, streamBytes: maxBytes, ...options }: StreamHubOptions) {
    this.#observer = observer;
    this.#connections = new Connections({
      maxBytes,
      ...options,
    });
    this.#place = { engine, store: engine.store };
    this.#hub = new FeedHub({
      stopping: engine.stopping,
      onError: (error, { task: { taskId } }) => logger.error('a stream failed', { taskId, error }),
    });
  }

  /** How many streams are open, and how many tasks are read for them. */
  get load(): { streams: number; feeds: number } {
    return { streams: this.#connections.size, feeds: this.#hub.feeds };
  }

  /** Opens a stream of MAIL frames. It ends with the run, when the reader leaves, or when it does not keep up. */
  open(stream: OpenStream): ReadableStream<Uint8Array> {
    const { task, submitted, tokens = false, follow = false } = stream;
    const selection = new RunSelection({ task, follow, submitted });
    return this.read(stream, {
      toPing: () => toPingSSE(task.taskId),
      toTimeout: () => toTimeoutSSE(task.taskId),
      encoding: new MAILEncoding(task, tokens),
      wish: selection,
    });
  }

  /** Opens a stream of what there is to tell of the run of a message, behind what the reader has seen of it. */
  openTellings(stream: OpenStream & { submitted: Submitted; seen: number }): ReadableStream<Uint8Array> {
    const { task, submitted, seen } = stream;
    const selection = new RunSelection({ task, submitted });
    return this.read(stream, {
      toTimeout: () => toFailureTelling('The task timed out.', 'task_timeout'),
      encoding: toTellingEncoding(task),
      wish: toTellingWish(selection, { begin: toBeginSSE(submitted, seen), seen }),
    });
  }

  /** Reads a task out in an encoding, from a place on, until a wish is over. */
  read<State>(
    { task, after, has, timeoutMs, outgoing, onEnd }: OpenStream,
    { toPing, toTimeout, encoding, wish }: Speech<State>,
  ): ReadableStream<Uint8Array> {
    let leave: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    const connection = this.connect({
      toPing,
      outgoing,
      onEnd: () => {
        clearTimeout(timer);
        leave?.();
        onEnd?.();
      },
    });
    if (timeoutMs !== undefined) timer = setTimeout(() => timeOut(connection, toTimeout), timeoutMs);
    const source = new TaskSource(this.#place, task);
    ({ leave } = this.#hub.open({ source, after, connection, encoding, wish, has }));
    return connection.body;
  }

  /** Waits for a wish to be over; gives how the encoding stands then. Rejects when the signal aborts or the process stops. */
  wait<State>({ task, ...wait }: Omit<Wait<State, RunEvent, TaskSource>, 'source'> & { task: Task }): Promise<State> {
    return this.#hub.wait({ ...wait, source: new TaskSource(this.#place, task) });
  }

  /** A connection for somebody else to fill: it pings like all others, is counted, and dropped when it falls behind. */
  connect({ onEnd, ...options }: NewConnection): EventConnection {
    this.#observer?.opened();
    return this.#connections.open({
      ...options,
      onEnd: (how) => {
        if (how === 'dropped') this.#observer?.dropped();
        this.#observer?.closed();
        onEnd(how);
      },
    });
  }
}

function timeOut(connection: EventConnection, toTimeout: Speech<unknown>['toTimeout']): void {
  if (toTimeout !== undefined) connection.send(toTimeout());
  connection.end();
}
