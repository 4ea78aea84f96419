import { boundaryOf, isTextChunk, nameOf, type TextChunk, withWords, wordsOf } from '../chunks/text-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';

/** Words of a text that were said and are not written down yet. `offset` is where they begin in it. */
export type AnswerToken = { type: 'token'; offset: number; chunk: TextChunk };

/** A write of an answer, counting from 1. */
export type AnswerEntry = { type: 'written'; seq: number; chunks: readonly UIChunk[] };

export type AnswerEvent =
  | AnswerEntry
  | AnswerToken
  /** For those who watch; it came behind that write. */
  | { type: 'passing'; after: number; chunk: UIChunk }
  /** Nothing moves: streams end here with `finish`. */
  | { type: 'resting'; finish: UIChunk }
  | { type: 'moving' };

/** Texts that are open, with what of them is not written down yet. */
export class AnswerTexts {
  readonly #texts = new Map<string, AnswerToken | { offset: number; chunk?: undefined }>();

  /** More of a text was said. */
  grow(chunk: TextChunk): void {
    const open = this.#texts.get(nameOf(chunk));
    if (open === undefined) return;
    const words = open.chunk === undefined ? '' : wordsOf(open.chunk);
    this.#texts.set(nameOf(chunk), {
      type: 'token',
      offset: open.offset,
      chunk: withWords(chunk, words + wordsOf(chunk)),
    });
  }

  see(event: AnswerEvent): void {
    if (event.type === 'token') this.#texts.set(nameOf(event.chunk), event);
    if (event.type === 'written') for (const chunk of event.chunks) this.#write(chunk);
  }

  all(): AnswerToken[] {
    return [...this.#texts.values()].filter((open) => open.chunk !== undefined);
  }

  #write(chunk: UIChunk): void {
    const boundary = boundaryOf(chunk);
    if (boundary?.begins === true) this.#texts.set(boundary.name, { offset: 0 });
    else if (boundary !== undefined) this.#texts.delete(boundary.name);
    if (!isTextChunk(chunk)) return;
    const open = this.#texts.get(nameOf(chunk));
    const { length } = wordsOf(chunk);
    const offset = (open?.offset ?? 0) + length;
    const rest = open?.chunk === undefined ? '' : wordsOf(open.chunk).slice(length);
    this.#texts.set(
      nameOf(chunk),
      rest === '' ? { offset } : { type: 'token', offset, chunk: withWords(open!.chunk!, rest) },
    );
  }
}
