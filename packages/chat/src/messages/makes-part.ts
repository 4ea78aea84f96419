import type { UIChunk } from '../chunks/ui-chunk.ts';

/** Whether a chunk leaves a part in its message. One without any is no message for the oldest clients. */
export function makesPart(chunk: UIChunk): boolean {
  if (chunk.type.startsWith('data-')) return !('transient' in chunk && chunk.transient === true);
  return /^(?:start-step|(?:text|reasoning|tool-input)-start|tool-input-(?:available|error)|file|source-.*)$/.test(
    chunk.type,
  );
}
