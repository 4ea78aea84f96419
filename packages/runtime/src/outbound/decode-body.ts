import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib';

const DECODERS = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** The codings that we say we understand. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Takes one transport coding off a body; undefined when there is none that we know. */
export function decodeBody(body: Readable, encoding: string | null): Readable | undefined {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (!Object.hasOwn(DECODERS, name)) return undefined;
  const decoder = DECODERS[name as keyof typeof DECODERS]();
  // Errors reach the reader through the decoder; the callback only keeps them from being thrown here.
  pipeline(body, decoder, () => {});
  return decoder;
}
