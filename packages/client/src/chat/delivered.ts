import { readerPlace } from '@posthouse/protocol/light';
import type { Chunk } from './chunk.ts';

/**
 * What a caller has of a message, over all connections. The ids of frames say where in the message they are: the newest entry
 * of the log that is there whole, and in a frame of text, or of the input of a call, where that stands. A stream that was cut is opened again behind
 * that, and this leaves out what comes a second time. Without ids a stream begins at the beginning: text, and the input
 * of calls, are then counted from there.
 */
export class Delivered {
  /** Id of the message, once its beginning was there. */
  messageId: string | undefined;
  finished = false;
  #hasStarted = false;
  readonly #place = readerPlace();
  /** How much of each text this connection has told, where ids do not say it. */
  #lengthsNow = new Map<string, number>();

  /** Whether a stream can go on behind what is there. */
  get hasPlace(): boolean {
    return this.messageId !== undefined && this.#place.seq() > 0;
  }

  /** Asks for this message, behind what is there of it. */
  toQuery(): string {
    if (this.messageId === undefined) return '';
    return `?message=${encodeURIComponent(this.messageId)}${this.#place.toQuery((part) => part.slice(part.indexOf(' ') + 1))}`;
  }

  /** A stream begins, or begins again. */
  begin(): void {
    this.#place.begin();
    this.#lengthsNow = new Map();
  }

  /** The part of a chunk that is new; undefined when nothing of it is. `id` is that of its frame. */
  take(chunk: Chunk, id = ''): Chunk | undefined {
    const [, seq, end] = /^(\d*)(?:\/(\d+)\/)?/.exec(id) ?? [];
    const news = this.#take(chunk, end === undefined ? undefined : Number(end));
    this.#place.pass(Number(seq));
    return news;
  }

  /** Whether something new shows that the run has left its place in a queue while nobody listened. */
  moveOn(): boolean {
    return this.#place.moveOn();
  }

  #take(chunk: Chunk, end: number | undefined): Chunk | undefined {
    if (chunk.type === 'start') return this.#takeStart(chunk);
    if (chunk.type === 'finish') this.finished = true;
    if (chunk.type === 'tool-input-delta')
      return this.#takeText(`input input/${String(chunk.toolCallId)}`, chunk, 'inputTextDelta', end);
    if (chunk.type === 'data-queued')
      return this.#place.stand((chunk.data as { place: number }).place) ? chunk : undefined;
    const kind = /^(text|reasoning)-(delta|end)$/.exec(chunk.type);
    if (kind === null) return this.#place.isNew(JSON.stringify(chunk)) ? chunk : undefined;
    const part = `${kind[1]} ${String(chunk.id)}`;
    if (kind[2] === 'delta') return this.#takeText(part, chunk, 'delta', end);
    return this.#place.end(part) ? chunk : undefined;
  }

  /** There is one beginning, whatever it says the second time. */
  #takeStart(chunk: Chunk): Chunk | undefined {
    this.messageId ??= typeof chunk.messageId === 'string' ? chunk.messageId : undefined;
    if (this.#hasStarted) return undefined;
    this.#hasStarted = true;
    return chunk;
  }

  #takeText(part: string, chunk: Chunk, key: 'delta' | 'inputTextDelta', place?: number): Chunk | undefined {
    const delta = String(chunk[key]);
    const end = place ?? (this.#lengthsNow.get(part) ?? 0) + delta.length;
    const start = end - delta.length;
    this.#lengthsNow.set(part, end);
    const known = this.#place.grow(part, end);
    if (end <= known) return undefined;
    return start >= known ? chunk : { ...chunk, [key]: delta.slice(known - start) };
  }
}
