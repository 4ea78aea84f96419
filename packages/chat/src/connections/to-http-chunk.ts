/** Frames are made once for many readers, and so are the chunks they travel in. */
const known = new WeakMap<Uint8Array, Uint8Array>();

/**
 * Pieces of a body as one chunk of HTTP/1.1.
 *
 * @example toHTTPChunk([Buffer.from('hello')], 5) // 5 CRLF hello CRLF
 */
export function toHTTPChunk(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const only = pieces.length === 1 ? pieces[0] : undefined;
  if (only === undefined) return enclose(pieces, bytes);
  let chunk = known.get(only);
  if (chunk === undefined) {
    chunk = enclose(pieces, bytes);
    known.set(only, chunk);
  }
  return chunk;
}

function enclose(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const head = toChunkHead(bytes);
  const chunk = Buffer.allocUnsafe(head.length + bytes + 2);
  let at = chunk.write(head, 'latin1');
  for (const piece of pieces) {
    chunk.set(piece, at);
    at += piece.byteLength;
  }
  chunk.write('\r\n', at, 'latin1');
  return chunk;
}

/** What a chunk of that many bytes begins with. */
export function toChunkHead(bytes: number): string {
  return `${bytes.toString(16)}\r\n`;
}
