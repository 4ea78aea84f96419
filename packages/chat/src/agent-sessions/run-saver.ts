import type { Durability } from '@posthouse/store';
import { isTextChunk, wordsOf } from '../chunks/text-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { MessageAccumulator } from '../messages/message-accumulator.ts';
import { toValidMessage } from '../messages/to-valid-message.ts';
import type { UIMessage } from '../messages/ui-message.ts';
import type { AgentSessionStore, MessagePlace } from './agent-session-store.ts';
import { ChunkBuffer } from './chunk-buffer.ts';
import { addChunk } from './fold-chunks.ts';
import { Sequence } from './sequence.ts';

/** How many characters of text may wait for their write. */
const MAX_UNWRITTEN = 2 ** 20;

export type RunSaverOptions = {
  store: Pick<AgentSessionStore, 'saveMs' | 'write'>;
  place: MessagePlace;
  /** Does a write, and may do it again; once unless given. */
  insist?: <T>(save: () => Promise<T>) => Promise<T>;
  /** A write has failed; nothing more is written. */
  onFailure: (error: unknown) => void;
  /** What has been written as one. */
  onWritten?: (chunks: readonly UIChunk[]) => void;
};

/**
 * Writes an answer down as it comes: what is new, soon, one write after the other. Text need not wait for the disk; whoever
 * needs everything to be written or safe waits for `flush`.
 */
export class RunSaver {
  readonly #options: RunSaverOptions;
  readonly #pending = new ChunkBuffer();
  /** How many characters of text were added and are not written yet. */
  #unwritten = 0;
  #writes = 0;
  /** Whether a write has not waited for the disk. The next one that does makes it safe, too. */
  #isUnsafe = false;
  readonly #order = new Sequence();
  #timer: NodeJS.Timeout | undefined;
  #failure: { error: unknown } | undefined;
  /** The message so far, for stores that want it whole. */
  #whole: MessageAccumulator | undefined = new MessageAccumulator();

  constructor(options: RunSaverOptions) {
    this.#options = options;
  }

  /** Whether so much text is not written yet that more should wait: the disk may be full, or slow. */
  get isFull(): boolean {
    return this.#unwritten > MAX_UNWRITTEN;
  }

  add(chunks: readonly UIChunk[]): void {
    this.#pending.add(chunks);
    this.#unwritten += lengthOf(chunks);
    if (this.#pending.isEmpty || this.#timer !== undefined) return;
    const save = (): void => void this.flush('normal').catch(() => undefined);
    this.#timer = setTimeout(save, this.#options.store.saveMs);
    this.#timer.unref();
  }

  /** Resolves when everything that was added is written, and safe unless that is not asked for. */
  async flush(durability: Durability = 'full'): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#order.add(() => this.#write(durability));
  }

  async #write(durability: Durability): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    // What is written already and not yet safe is made so by a write of nothing.
    if (this.#pending.isEmpty && (durability === 'normal' || !this.#isUnsafe)) return;
    const { store, place, onFailure } = this.#options;
    const chunks = this.#pending.take();
    // What ends a stream while nothing moves is not written.
    const isEnd = chunks.some(({ type }) => type === 'finish');
    let isWanted = false;
    const whole = this.#whole;
    if (whole !== undefined) for (const chunk of chunks) addChunk(whole, chunk);
    const message = (): UIMessage => {
      isWanted = true;
      if (whole === undefined)
        throw new Error('a store that wants messages whole asks for each of them from the start');
      return toValidMessage(whole.message);
    };
    try {
      const save = () => store.write(place, { after: this.#writes, chunks, message, isEnd, durability });
      await (this.#options.insist?.(save) ?? save());
      this.#writes += 1;
      this.#unwritten -= lengthOf(chunks);
      this.#isUnsafe = durability === 'normal';
      this.#options.onWritten?.(chunks);
      // A store that did not ask for it keeps chunks; then nothing has to be kept here.
      if (!isWanted) this.#whole = undefined;
    } catch (error) {
      this.#failure = { error };
      onFailure(error);
      throw error;
    }
  }
}

function lengthOf(chunks: readonly UIChunk[]): number {
  return chunks.reduce((length, chunk) => length + (isTextChunk(chunk) ? wordsOf(chunk).length : 0), 0);
}
