import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Flusher } from './flusher.ts';
import { toHTTPChunk } from './to-http-chunk.ts';
import type { PingWheel } from './ping-wheel.ts';

/** How a connection came to its end: all was said, the reader went away, or it did not keep up. */
export type ConnectionEnd = 'ended' | 'left' | 'dropped';

/** What is needed of Node's response. */
export type Outgoing = Pick<ServerResponse, 'headersSent' | 'chunkedEncoding' | 'destroy'> & {
  readonly socket: Pick<Socket, 'write' | 'once' | 'destroyed'> | null;
};

export type EventConnectionOptions = {
  flusher: Flusher;
  wheel: PingWheel;
  /** How much may wait for the reader, in bytes. */
  maxBytes: number;
  /** What keeps the connection from looking dead. */
  toPing: () => Uint8Array;
  /** The connection below, where there is one. */
  outgoing?: Outgoing;
  onEnd: (how: ConnectionEnd) => void;
};

/** Less than this waiting means that the reader keeps up. */
const LITTLE = 64 * 1024;

/**
 * One reader of an event stream. What is sent gathers until the end of the tick and until the reader asks for it; a reader
 * that lets too much gather is let go, and can come back with the last id it saw.
 */
export class EventConnection {
  readonly body: ReadableStream<Uint8Array>;
  /** When something went out last, as the wheel counts. */
  heard: number;
  readonly #options: EventConnectionOptions;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  /** Whether the reader has asked for more and got nothing yet. */
  #asked = false;
  #state: 'open' | 'ending' | 'closed' = 'open';
  #room: (() => void) | undefined;

  constructor(options: EventConnectionOptions) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#asked = true;
          this.flush();
        },
        cancel: () => this.#close('left'),
      },
      // Nothing is handed over before it is asked for, so that all that waits is counted here.
      { highWaterMark: 0 },
    );
    this.heard = options.wheel.turn;
    options.wheel.add(this);
  }

  get closed(): boolean {
    return this.#state === 'closed';
  }

  send(bytes: Uint8Array): void {
    if (this.#state !== 'open') return;
    this.#waiting.push(bytes);
    this.#bytes += bytes.byteLength;
    this.#options.flusher.schedule(this);
  }

  /** Resolves when the reader has taken most of what was sent, or is gone. */
  async room(): Promise<void> {
    if (this.#bytes <= LITTLE || this.closed) return;
    await new Promise<void>((resolve) => (this.#room = resolve));
  }

  /** Says nothing more; what was sent still goes out. */
  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ending';
    this.#options.flusher.schedule(this);
  }

  /** Ends it now, whatever still waits. The reader notices that something is missing. */
  drop(): void {
    if (this.closed) return;
    const { outgoing } = this.#options;
    this.#close('dropped');
    if (outgoing === undefined) this.#controller.error(new Error('the reader did not keep up'));
    else outgoing.destroy();
  }

  ping(): void {
    // A reader that has not taken what waits for it needs no sign of life.
    if (this.#state === 'open' && this.#bytes === 0) this.send(this.#options.toPing());
  }

  flush(): void {
    if (this.closed) return;
    if (this.#asked && this.#bytes > 0) {
      const [pieces, bytes] = [this.#waiting, this.#bytes];
      this.#waiting = [];
      this.#bytes = 0;
      this.heard = this.#options.wheel.turn;
      this.#hand(pieces, bytes);
      this.#wake();
    }
    // Whatever a tick brings is taken; what matters is whether the reader has asked for more since. One piece may always
    // wait, however large it is: an entry that is larger than all that may wait could never be read otherwise.
    const others = this.#bytes - (this.#waiting.at(-1)?.byteLength ?? 0);
    if (others > this.#options.maxBytes) return this.drop();
    if (this.#state === 'ending' && this.#bytes === 0) {
      this.#close('ended');
      this.#controller.close();
    }
  }

  /**
   * Whoever reads the body would only write it into the connection below, at the price of some promises and four small
   * buffers for each chunk. While it waits for us, everything it was given is written, so we may as well write ourselves.
   */
  #hand(pieces: readonly Uint8Array[], bytes: number): void {
    const socket = toSocket(this.#options.outgoing);
    if (socket === undefined) {
      this.#asked = false;
      this.#controller.enqueue(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, bytes));
    } else if (!socket.write(toHTTPChunk(pieces, bytes))) {
      this.#asked = false;
      socket.once('drain', () => {
        this.#asked = true;
        this.flush();
      });
    }
  }

  #close(how: ConnectionEnd): void {
    if (this.closed) return;
    this.#state = 'closed';
    this.#waiting = [];
    this.#bytes = 0;
    this.#options.wheel.remove(this);
    this.#wake();
    this.#options.onEnd(how);
  }

  #wake(): void {
    this.#room?.();
    this.#room = undefined;
  }
}

/** The socket of an answer that has begun and comes in chunks. */
function toSocket(outgoing: Outgoing | undefined): (Outgoing['socket'] & object) | undefined {
  if (outgoing === undefined || !outgoing.headersSent || !outgoing.chunkedEncoding) return undefined;
  const { socket } = outgoing;
  return socket === null || socket.destroyed ? undefined : socket;
}
