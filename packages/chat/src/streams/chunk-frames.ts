import { nameOf, type TextChunk, withWords, wordsOf } from '../chunks/text-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { Encoded } from '../feed/encoding.ts';
import { joinFrames, sliceText } from '../feed/text-frames.ts';

/** A chunk to tell; one that adds to a text with how long that is afterwards. */
export type ToldChunk = { chunk: UIChunk; end?: undefined } | { chunk: TextChunk; end: number };

/**
 * Chunks as frames whose ids say where a reader is who has them: `<entry>`, `<entry>/<end>/<text>` or, in the middle of an
 * entry, `/<end>/<text>`. The entry is the newest one that the reader has whole, so only the last frame of an entry names
 * it, and `end` is how many characters of the text it has. Readers of the AI SDK ignore ids.
 */
export function encodeFrames(told: readonly ToldChunk[], seq: number): Encoded {
  const slices = told.flatMap(toSlices);
  const last = slices.length - 1;
  return joinFrames(
    slices.map(({ chunk, text }, index) => {
      const data = `data: ${JSON.stringify(chunk)}\n\n`;
      const place = index === last ? `${seq}` : '';
      if (text !== undefined) return { sse: `id: ${place}/${text.end}/${text.id}\n${data}`, text };
      return { sse: place === '' ? data : `id: ${place}\n${data}` };
    }),
  );
}

function toSlices({ chunk, end }: ToldChunk): { chunk: UIChunk; text?: { id: string; end: number } }[] {
  if (end === undefined) return [{ chunk }];
  const words = wordsOf(chunk);
  const id = nameOf(chunk);
  const slices = sliceText(words, end - words.length);
  return slices.map(({ delta, end: to }) => ({ chunk: withWords(chunk, delta), text: { id, end: to } }));
}
