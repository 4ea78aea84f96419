import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Backlog } from './backlog.ts';
import type { ConnectionEnd, OpenConnection } from './chunk-connection.ts';
import type { Flusher } from './flusher.ts';
import { toChunkHead, toHTTPChunk } from './to-http-chunk.ts';
import type { PingWheel } from './ping-wheel.ts';

/** What is needed of Node's response. */
export type Outgoing = Pick<
  ServerResponse,
  'headersSent' | 'chunkedEncoding' | 'destroy' | 'destroyed' | 'write' | 'end' | 'once'
> & {
  readonly socket: Pick<Socket, 'write' | 'once' | 'cork' | 'uncork' | 'destroyed' | 'writableLength'> | null;
};

export type EventConnectionOptions = {
  flusher: Flusher;
  wheel: PingWheel;
  /** Counts what waits for all readers. */
  backlog: Backlog;
  /** How much may wait for the reader, in bytes. */
  maxBytes: number;
  /** For how many turns of the wheel the reader may take nothing of what waits. */
  stallTurns: number;
  /** The keep-alive frame. */
  toPing: () => Uint8Array;
  /** The connection below, where there is one. */
  outgoing: Outgoing | undefined;
  onEnd: (how: ConnectionEnd) => void;
};

/** Whose body is which. */
const bodies = new WeakMap<ReadableStream, EventConnection>();

/** How much is handed over at once. More of it would wait where nobody counts it, and nobody would see it move. */
const MAX_HANDED_BYTES = 64 * 1024;

/** From here on a piece is not copied into a chunk of HTTP. */
const LARGE_PIECE_BYTES = 16 * 1024;

/**
 * One reader of an event stream. What is sent collects until the end of the tick and until the reader asks for it. A
 * reader that lets too much collect, or takes nothing for too long, is dropped and can come back with the last id it
 * saw.
 */
export class EventConnection implements OpenConnection {
  /** Nobody needs it, nor its controller, once the connection answers on its own. */
  #body: ReadableStream<Uint8Array> | undefined;
  /** When something went out last, as the wheel counts. */
  heard: number;
  readonly #options: EventConnectionOptions;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #queue: Uint8Array[] = [];
  /** How much of the first piece has been handed over already. */
  #offset = 0;
  /** How many pieces, from the first on, are counted as waiting: only what outlasts a tick is. */
  #counted = 0;
  /** What waits in the queue, and what was handed over and waits below. */
  #bytes = 0;
  #below: { held: Uint8Array; bytes: number } | undefined;
  /** Whether it was behind before this tick. */
  #wasBehind = false;
  #handed = 0;
  /** What has left for good at the last turn of the wheel at which that was more than before. */
  #left = 0;
  #moved: number;
  /** Whether the reader has asked for more and got nothing yet. */
  #asked = false;
  #state: 'open' | 'ending' | 'closed' = 'open';
  #room: (() => void)[] | undefined;

  constructor(options: EventConnectionOptions) {
    this.#options = options;
    this.#body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#asked = true;
          this.flush();
        },
        // A body that nobody needs any more is cancelled when it is collected.
        cancel: () => (this.#body === undefined ? undefined : this.#close('left')),
      },
      // Nothing is handed over before it is asked for, so that all that waits is counted here.
      { highWaterMark: 0 },
    );
    bodies.set(this.#body, this);
    this.heard = options.wheel.turn;
    this.#moved = this.heard;
    options.wheel.add(this);
  }

  /** The connection whose body that is, if it can answer on its own. */
  static of(body: ReadableStream): EventConnection | undefined {
    const connection = bodies.get(body);
    return connection === undefined || connection.#options.outgoing === undefined ? undefined : connection;
  }

  get body(): ReadableStream<Uint8Array> {
    if (this.#body === undefined) throw new Error('the connection answers by itself');
    return this.#body;
  }

  /**
   * Writes the answer itself, whose head is on its way, instead of waiting for somebody who reads its body: half of what a
   * silent stream costs is that somebody.
   */
  answer(): void {
    const { outgoing } = this.#options;
    if (outgoing === undefined || this.closed) return;
    this.#body = undefined;
    this.#controller = undefined;
    if (outgoing.destroyed) return this.#close('left');
    outgoing.once('close', () => this.#close('left'));
    this.#asked = true;
    this.flush();
  }

  get closed(): boolean {
    return this.#state === 'closed';
  }

  /** How much waits for the reader, in bytes. */
  get waiting(): number {
    return this.#bytes;
  }

  get isBehind(): boolean {
    return this.#bytes > this.#options.maxBytes / 2;
  }

  send(bytes: Uint8Array): void {
    if (this.#state !== 'open') return;
    this.#queue.push(bytes);
    this.#bytes += bytes.byteLength;
    this.#options.flusher.schedule(this);
  }

  async room(): Promise<void> {
    if (this.#bytes === 0 || this.closed) return;
    await new Promise<void>((resolve) => (this.#room ??= []).push(resolve));
  }

  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ending';
    this.#options.flusher.schedule(this);
  }

  drop(): void {
    this.#cut('cut', 'the stream was cut');
  }

  /** Gives up a reader that does not keep up. */
  letGo(): void {
    this.#cut('dropped', 'the reader did not keep up');
  }

  ping(): void {
    // A reader that has not taken what waits for it needs no sign of life.
    if (this.#state === 'open' && this.#bytes === 0 && this.#buffered === 0) this.send(this.#options.toPing());
  }

  look(turn: number): void {
    const left = this.#handed - this.#buffered;
    if (left !== this.#left || this.#bytes + this.#buffered === 0) {
      this.#left = left;
      this.#moved = turn;
    } else if (turn - this.#moved > this.#options.stallTurns) this.letGo();
  }

  flush(): void {
    if (this.closed) return;
    const takes = this.#asked;
    while (this.#asked && this.#queue.length > 0) this.#hand();
    if (this.closed) return;
    if (this.#bytes > 0) return this.#count(takes);
    this.#wasBehind = false;
    this.#wake();
    if (this.#state !== 'ending') return;
    this.#close('ended');
    if (this.#controller === undefined) this.#options.outgoing!.end();
    else this.#controller.close();
  }

  /** What Node has taken for the socket, and the socket has not. */
  get #buffered(): number {
    return this.#options.outgoing?.socket?.writableLength ?? 0;
  }

  /**
   * Whoever reads the body would only write it into the connection below, at the price of some promises and four small
   * buffers for each chunk. While it waits for us, everything it was given is written, so we may as well write ourselves.
   */
  #hand(): void {
    const first = this.#queue[0]!;
    const pieces = this.#take();
    const bytes =
      pieces.length === 1 ? pieces[0]!.byteLength : pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    const socket = toSocket(this.#options.outgoing);
    this.heard = this.#options.wheel.turn;
    this.#bytes -= bytes;
    if (socket === undefined) {
      this.#handed += bytes;
      const piece = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, bytes);
      if (this.#controller === undefined) {
        // An old client, which knows no chunks.
        if (!this.#options.outgoing!.write(piece)) this.#waitBelow(this.#options.outgoing!, first, bytes);
        return;
      }
      this.#asked = false;
      this.#controller.enqueue(piece);
      return;
    }
    const chunk = bytes < LARGE_PIECE_BYTES || pieces.length > 1 ? toHTTPChunk(pieces, bytes) : undefined;
    const hasRoom = chunk === undefined ? writeView(socket, pieces[0]!) : socket.write(chunk);
    this.#handed += chunk === undefined ? bytes + toChunkHead(bytes).length + 2 : chunk.byteLength;
    if (!hasRoom) this.#waitBelow(socket, pieces.length === 1 ? first : chunk!, bytes);
  }

  #waitBelow(below: { once(event: 'drain', listener: () => void): unknown }, held: Uint8Array, bytes: number): void {
    this.#asked = false;
    this.#below = { held, bytes };
    this.#bytes += bytes;
    below.once('drain', () => this.#drain());
    this.#options.backlog.hold(this, [held]);
  }

  /** The next pieces, or a part of one that is too large to be handed over at once. */
  #take(): Uint8Array[] {
    const queue = this.#queue;
    // Nearly always everything fits.
    if (this.#offset === 0 && this.#bytes <= MAX_HANDED_BYTES) {
      this.#uncount(queue.length);
      this.#queue = [];
      return queue;
    }
    const taken: Uint8Array[] = [];
    let size = 0;
    let whole = 0;
    for (const piece of queue) {
      const start = whole === 0 ? this.#offset : 0;
      const end = Math.min(piece.byteLength, start + MAX_HANDED_BYTES - size);
      taken.push(start === 0 && end === piece.byteLength ? piece : piece.subarray(start, end));
      size += end - start;
      this.#offset = end < piece.byteLength ? end : 0;
      if (end < piece.byteLength) break;
      whole += 1;
      if (size === MAX_HANDED_BYTES) break;
    }
    this.#uncount(whole);
    queue.splice(0, whole);
    return taken;
  }

  #drain(): void {
    if (this.#below === undefined) return;
    this.#bytes -= this.#below.bytes;
    this.#options.backlog.release([this.#below.held]);
    this.#below = undefined;
    this.#asked = true;
    this.flush();
  }

  /** What is left at the end of a tick waits for the reader. */
  #count(takes: boolean): void {
    const { backlog, maxBytes } = this.#options;
    // Whatever a tick brings is taken; what matters is whether the reader keeps up with it. And one piece may always wait,
    // however large it is: it could never be read otherwise.
    const mayBeLate = takes || !this.#wasBehind;
    this.#wasBehind = this.isBehind;
    if (!mayBeLate && this.#bytes > maxBytes) {
      const largest = this.#queue.reduce((size, { byteLength }) => Math.max(size, byteLength), 0);
      const all = this.#queue.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (all - largest > maxBytes) return this.letGo();
    }
    const fresh = this.#queue.slice(this.#counted);
    this.#counted = this.#queue.length;
    if (fresh.length > 0) backlog.hold(this, fresh);
  }

  #uncount(pieces: number): void {
    const counted = Math.min(pieces, this.#counted);
    if (counted === 0) return;
    this.#counted -= counted;
    this.#options.backlog.release(this.#queue.slice(0, counted));
  }

  #cut(how: ConnectionEnd, why: string): void {
    if (this.closed) return;
    const { outgoing } = this.#options;
    this.#close(how);
    if (outgoing === undefined) this.#controller?.error(new Error(why));
    else outgoing.destroy();
  }

  #close(how: ConnectionEnd): void {
    if (this.closed) return;
    this.#state = 'closed';
    const { backlog, wheel, onEnd } = this.#options;
    this.#uncount(this.#queue.length);
    if (this.#below !== undefined) backlog.release([this.#below.held]);
    this.#below = undefined;
    backlog.remove(this);
    this.#queue = [];
    this.#bytes = 0;
    wheel.remove(this);
    this.#wake();
    onEnd(how);
  }

  #wake(): void {
    const waiting = this.#room;
    this.#room = undefined;
    if (waiting !== undefined) for (const resolve of waiting) resolve();
  }
}

/** Writes a large piece, or a part of one, without a copy of it for each reader. */
function writeView(socket: NonNullable<Outgoing['socket']>, view: Uint8Array): boolean {
  socket.cork();
  socket.write(toChunkHead(view.byteLength));
  socket.write(view);
  const hasRoom = socket.write('\r\n');
  socket.uncork();
  return hasRoom;
}

/** The socket of an answer that has begun and comes in chunks. */
function toSocket(outgoing: Outgoing | undefined): (Outgoing['socket'] & object) | undefined {
  if (outgoing === undefined || !outgoing.headersSent || !outgoing.chunkedEncoding) return undefined;
  const { socket } = outgoing;
  return socket === null || socket.destroyed ? undefined : socket;
}
