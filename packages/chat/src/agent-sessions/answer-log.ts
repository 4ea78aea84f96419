import { isTextChunk } from '../chunks/text-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { ChunkPage } from './agent-session-store.ts';
import { type AnswerWriting, gone, type AnswerStanding } from './answer-source.ts';
import { type AnswerEntry, type AnswerEvent, AnswerTexts } from './answer-texts.ts';

type ReadChunks = (page: ChunkPage) => Promise<UIChunk[][]>;

/** So many of the newest writes are kept in memory, where older ones can be read from the store. */
const KEPT_WRITES = 8;
/** So much of what is only in passing is kept for those who are about to be told it. */
const KEPT_PASSING = 20;

/** An answer that is being written here: what of it is written, what is not yet, and whether it waits for somebody. */
export class AnswerLog implements AnswerWriting {
  readonly #readStored: ReadChunks | undefined;
  #entries: AnswerEntry[] = [];
  readonly #texts = new AnswerTexts();
  #passing: AnswerEvent[] = [];
  /** How much there has been in passing. */
  #passed = 0;
  #head = 0;
  #isHeld = false;
  #rest: UIChunk | undefined;
  #isCut = false;
  #changed = Promise.withResolvers<void>();

  /** Without anything to read from, all is kept in memory. */
  constructor(readStored?: ReadChunks) {
    this.#readStored = readStored;
  }

  /** The newest write that readers may see. */
  get head(): number {
    return this.#head;
  }

  get passed(): number {
    return this.#passed;
  }

  /** What was written as one. */
  append(chunks: readonly UIChunk[]): void {
    const entry: AnswerEntry = { type: 'written', seq: (this.#entries.at(-1)?.seq ?? 0) + 1, chunks };
    this.#entries.push(entry);
    if (this.#readStored !== undefined) this.#entries = this.#entries.slice(-KEPT_WRITES);
    this.#texts.see(entry);
    if (!this.#isHeld) this.#show();
  }

  /** What is not written yet, and is for those who watch: more of a text, or something in passing. */
  tell(chunks: readonly UIChunk[]): void {
    for (const chunk of chunks) {
      if (isTextChunk(chunk)) this.#texts.grow(chunk);
      else if ('transient' in chunk && chunk.transient === true) {
        this.#passed += 1;
        const after = this.#entries.at(-1)?.seq ?? 0;
        this.#passing = [...this.#passing, { type: 'passing' as const, after, chunk }].slice(-KEPT_PASSING);
      }
    }
    this.#ring();
  }

  /** Nobody sees what is written until it is released. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#show();
  }

  /** Nothing moves: streams end with this, and so do those that are opened before it goes on. */
  pause(finish: UIChunk): void {
    this.#rest = finish;
    this.#ring();
  }

  proceed(): void {
    this.#rest = undefined;
    this.#ring();
  }

  /** Cuts everybody off, so that they notice that something is missing. */
  cut(): void {
    this.#isCut = true;
    this.#ring();
  }

  async read({
    after,
    limit,
    maxBytes = Number.POSITIVE_INFINITY,
  }: ChunkPage): Promise<{ entries: AnswerEntry[]; head: number }> {
    const head = this.#head;
    const most = Math.min(limit, head - after);
    if (most <= 0) return { entries: [], head };
    const first = this.#entries[0]?.seq ?? 1;
    if (after >= first - 1) {
      const from = after - first + 1;
      return { entries: upTo(maxBytes, this.#entries.slice(from, from + most)), head };
    }
    const writes = await this.#readStored!({ after, limit: most, maxBytes });
    if (writes.length === 0) throw new Error('the beginning of the answer is no longer stored');
    return { entries: toEntries(writes, after), head };
  }

  async standing(): Promise<AnswerStanding> {
    if (this.#isCut) throw gone();
    return this.#rest === undefined ? 'running' : { rest: this.#rest };
  }

  /** What is not written: open texts, and what has come in passing since. */
  news(passed: number): AnswerEvent[] {
    return [...this.#texts.all(), ...(this.#passed === passed ? [] : this.#passing.slice(passed - this.#passed))];
  }

  changed(): Promise<unknown> {
    return this.#changed.promise;
  }

  #show(): void {
    this.#head = this.#entries.at(-1)?.seq ?? 0;
    this.#ring();
  }

  #ring(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** As many as have about so many bytes together, but one in any case. */
function upTo(maxBytes: number, entries: AnswerEntry[]): AnswerEntry[] {
  let bytes = 0;
  const end = entries.findIndex(({ chunks }) => (bytes += JSON.stringify(chunks).length) > maxBytes);
  return end < 0 ? entries : entries.slice(0, Math.max(1, end));
}

/** Writes as the store gives them, behind a place. */
export function toEntries(writes: readonly UIChunk[][], after: number): AnswerEntry[] {
  return writes.map((chunks, index) => ({ type: 'written', seq: after + index + 1, chunks }));
}
