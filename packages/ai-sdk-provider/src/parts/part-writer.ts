import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { type PartMark, toMetadata } from '../metadata.ts';

/** A text or a line of thought that is being written. */
export type Block = {
  readonly id: string;
  readonly kind: 'text' | 'reasoning';
  readonly mark: Partial<PartMark>;
};

export type PartWriter = ReturnType<typeof partWriter>;

/**
 * Collects the parts of an answer and sees to it that every block is opened once, closed once, and has an id of its own.
 * `base` is what every part says about itself; where in the log it is, grows.
 */
export function partWriter(base: PartMark) {
  const open = new Set<Block>();
  let parts: LanguageModelV3StreamPart[] = [];
  let count = 0;

  const push = (...more: LanguageModelV3StreamPart[]): void => void parts.push(...more);

  const metadata = (more: Partial<PartMark>) => toMetadata({ ...base, ...more });

  /** Of a block's metadata readers keep the last, so it is told again in full. */
  const end = (block: Block | undefined, more: Partial<PartMark> = {}): void => {
    if (!block || !open.delete(block)) return;
    push({ type: `${block.kind}-end`, id: block.id, providerMetadata: metadata({ ...block.mark, ...more }) });
  };

  return {
    push,
    end,

    metadata,

    begin(kind: Block['kind'], more: Partial<PartMark>): Block {
      count += 1;
      const block: Block = { id: `${kind}-${count}`, kind, mark: more };
      open.add(block);
      push({ type: `${kind}-start`, id: block.id, providerMetadata: metadata(more) });
      return block;
    },

    /** Writes to a block, if it is open. */
    write(block: Block, delta: string): void {
      if (delta === '' || !open.has(block)) return;
      push({ type: `${block.kind}-delta`, id: block.id, delta });
    },

    endAll(): void {
      for (const block of open) end(block);
    },

    /** The parts since the last time. */
    take(): LanguageModelV3StreamPart[] {
      const taken = parts;
      parts = [];
      return taken;
    },
  };
}
