import { Backlog } from './backlog.ts';
import type { ConnectionEnd } from './chunk-connection.ts';
import { EventConnection, type Outgoing } from './event-connection.ts';
import { Flusher } from './flusher.ts';
import { PingWheel } from './ping-wheel.ts';

export type ConnectionsOptions = {
  /** How much may wait for a reader, in bytes; 1 MiB by default. One piece may always wait. */
  maxBytes?: number;
  /** How long a stream may be silent; 15 seconds by default. */
  pingMs?: number;
  /** How long a reader may take nothing of what waits for it; 30 seconds by default. */
  stallMs?: number;
  /** Counts what waits; all connections of the process together by default. */
  backlog?: Backlog;
};

export type NewConnection = {
  /** The keep-alive frame; a comment unless given. */
  toPing?: () => Uint8Array;
  /** Node's response below, where there is one: frames are written into its socket then, which costs a third less. */
  outgoing?: Outgoing | undefined;
  /** Called once, however it ends. */
  onEnd: (how: ConnectionEnd) => void;
};

/** A comment of an event stream: clients take no frame that they do not know. */
const PING = new TextEncoder().encode(': ping\n\n');

const processBacklog = new Backlog(64 * 1024 * 1024);

/**
 * Ready-made connections for event streams: each is flushed once per tick, pings during silence, and is dropped if
 * its reader takes nothing for too long or too much data waits for it. The reader can come back.
 *
 * @example
 * const connections = new Connections();
 * const left = new AbortController();
 * const connection = connections.open({ onEnd: () => left.abort() });
 * void answer.stream(connection, left.signal);
 * return new Response(connection.body, { headers: UI_STREAM_HEADERS });
 */
export class Connections {
  readonly #flusher = new Flusher();
  readonly #wheel: PingWheel;
  readonly #shared: { maxBytes: number; stallTurns: number; backlog: Backlog };
  #size = 0;

  constructor(options: ConnectionsOptions = {}) {
    const { maxBytes = 1024 * 1024, pingMs = 15_000, stallMs = 30_000, backlog = processBacklog } = options;
    this.#wheel = new PingWheel(pingMs);
    this.#shared = { maxBytes, stallTurns: this.#wheel.toTurns(stallMs), backlog };
  }

  /** How many are open. */
  get size(): number {
    return this.#size;
  }

  open({ toPing = () => PING, outgoing, onEnd }: NewConnection): EventConnection {
    this.#size += 1;
    return new EventConnection({
      ...this.#shared,
      flusher: this.#flusher,
      wheel: this.#wheel,
      toPing,
      outgoing,
      onEnd: (how) => {
        this.#size -= 1;
        onEnd(how);
      },
    });
  }
}
