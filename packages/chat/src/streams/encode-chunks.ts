import { DONE, encodeChunk } from '../chunks/encode-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';

/** Chunks as one piece of an event stream; nothing when there are none. */
export function encodeChunks(chunks: readonly UIChunk[]): Uint8Array | undefined {
  if (chunks.length <= 1) return chunks.length === 0 ? undefined : encodeChunk(chunks[0]!);
  return Buffer.concat(chunks.map((chunk) => encodeChunk(chunk)));
}

/** The end of a stream that was told all, with its last chunks. */
export function encodeEnd(chunks: readonly UIChunk[]): Uint8Array {
  return Buffer.concat([...chunks.map((chunk) => encodeChunk(chunk)), DONE]);
}
