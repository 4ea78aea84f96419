import type { Chunk } from './chunk.ts';

/** Servers and proxies refuse addresses that are much longer; what finds no room in it is told again. */
const MAX_QUERY_CHARACTERS = 4000;

/**
 * What a caller has of a message, over all connections. The ids of frames say where in the message they are: the newest entry
 * of the log that is there whole, and in a frame of text where the text stands. A stream that was cut is opened again behind
 * that, and this leaves out what comes a second time. Without ids the stream begins at the beginning: text, and the input
 * of calls, come in other pieces then and are counted by length; everything else is the same again, word for word.
 */
export class Delivered {
  /** Id of the message, once its beginning was there. */
  messageId: string | undefined;
  finished = false;
  #seq = 0;
  #hasStarted = false;
  /** Chunks behind the newest whole entry, and how many of them this connection may still repeat. */
  readonly #counts = new Map<string, number>();
  #repeats = new Map<string, number>();
  /** Texts that are open, or have ended behind the newest whole entry. */
  readonly #lengths = new Map<string, number>();
  readonly #ended = new Set<string>();
  #lengthsNow = new Map<string, number>();

  /** Whether a stream can go on behind what is there. */
  get hasPlace(): boolean {
    return this.messageId !== undefined && this.#seq > 0;
  }

  /** Asks for this message, behind what is there of it. */
  toQuery(): string {
    if (this.messageId === undefined) return '';
    let query = `?message=${encodeURIComponent(this.messageId)}`;
    if (!this.hasPlace) return query;
    query += `&after=${this.#seq}`;
    for (const [part, length] of this.#lengths) {
      const more = `&has=${length}/${encodeURIComponent(part.slice(part.indexOf(' ') + 1))}`;
      if (query.length + more.length <= MAX_QUERY_CHARACTERS) query += more;
    }
    return query;
  }

  /** A stream begins, or begins again. */
  begin(): void {
    this.#repeats = new Map(this.#counts);
    this.#lengthsNow = new Map();
  }

  /** The part of a chunk that is new; undefined when nothing of it is. `id` is that of its frame. */
  take(chunk: Chunk, id = ''): Chunk | undefined {
    const [, seq, end] = /^(\d*)(?:\/(\d+)\/)?/.exec(id) ?? [];
    const news = this.#take(chunk, end === undefined ? undefined : Number(end));
    if (Number(seq) > this.#seq) this.#pass(Number(seq));
    return news;
  }

  #take(chunk: Chunk, end: number | undefined): Chunk | undefined {
    if (chunk.type === 'start') return this.#takeStart(chunk);
    if (chunk.type === 'finish') this.finished = true;
    if (chunk.type === 'tool-input-delta')
      return this.#takeText(`input ${String(chunk.toolCallId)}`, chunk, 'inputTextDelta');
    const kind = /^(text|reasoning)-(delta|end)$/.exec(chunk.type);
    if (kind === null) return this.#takeOnce(chunk);
    const part = `${kind[1]} ${String(chunk.id)}`;
    return kind[2] === 'delta' ? this.#takeText(part, chunk, 'delta', end) : this.#takeEnd(part, chunk);
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
    const known = this.#lengths.get(part) ?? 0;
    if (end <= known) return undefined;
    this.#lengths.set(part, end);
    return start >= known ? chunk : { ...chunk, [key]: delta.slice(known - start) };
  }

  #takeEnd(part: string, chunk: Chunk): Chunk | undefined {
    if (this.#ended.has(part)) return undefined;
    this.#ended.add(part);
    return chunk;
  }

  #takeOnce(chunk: Chunk): Chunk | undefined {
    const name = JSON.stringify(chunk);
    const repeats = this.#repeats.get(name) ?? 0;
    if (repeats > 0) {
      this.#repeats.set(name, repeats - 1);
      return undefined;
    }
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return chunk;
  }

  /** Everything up to an entry is there, so nothing of it comes again. */
  #pass(seq: number): void {
    this.#seq = seq;
    this.#counts.clear();
    this.#repeats.clear();
    for (const part of this.#ended) this.#lengths.delete(part);
    this.#ended.clear();
  }
}
