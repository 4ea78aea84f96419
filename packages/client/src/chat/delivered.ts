import type { Chunk } from './chunk.ts';

/**
 * What a caller has of a message. A stream that was cut is opened again and begins at the beginning; this leaves out of it
 * what was delivered before. Text, and the input of calls, come in other pieces the second time, so they are counted by
 * length; everything else is the same again, word for word.
 */
export class Delivered {
  /** Id of the message, once its beginning was there. */
  messageId: string | undefined;
  finished = false;
  readonly #counts = new Map<string, number>();
  readonly #lengths = new Map<string, number>();
  readonly #ended = new Set<string>();
  #countsNow = new Map<string, number>();
  #lengthsNow = new Map<string, number>();

  /** A stream begins, or begins again. */
  begin(): void {
    this.#countsNow = new Map();
    this.#lengthsNow = new Map();
  }

  /** The part of a chunk that is new; undefined when nothing of it is. */
  take(chunk: Chunk): Chunk | undefined {
    if (chunk.type === 'start') this.messageId ??= typeof chunk.messageId === 'string' ? chunk.messageId : undefined;
    if (chunk.type === 'finish') this.finished = true;
    if (chunk.type === 'tool-input-delta')
      return this.#takeText(`input ${String(chunk.toolCallId)}`, chunk, 'inputTextDelta');
    const kind = /^(text|reasoning)-(delta|end)$/.exec(chunk.type);
    if (kind === null) return this.#takeOnce(chunk);
    const part = `${kind[1]} ${String(chunk.id)}`;
    return kind[2] === 'delta' ? this.#takeText(part, chunk, 'delta') : this.#takeEnd(part, chunk);
  }

  #takeText(part: string, chunk: Chunk, key: 'delta' | 'inputTextDelta'): Chunk | undefined {
    const delta = String(chunk[key]);
    const start = this.#lengthsNow.get(part) ?? 0;
    const end = start + delta.length;
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
    // There is one beginning, whatever it says the second time.
    const name = chunk.type === 'start' ? 'start' : JSON.stringify(chunk);
    const count = (this.#countsNow.get(name) ?? 0) + 1;
    this.#countsNow.set(name, count);
    if (count <= (this.#counts.get(name) ?? 0)) return undefined;
    this.#counts.set(name, count);
    return chunk;
  }
}
