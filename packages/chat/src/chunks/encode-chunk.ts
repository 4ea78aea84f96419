import type { UIChunk } from './ui-chunk.ts';

/**
 * A chunk as an event of an SSE stream. Made once for all readers.
 *
 * @example connection.send(encodeChunk({ type: 'text-delta', id: 'p', delta: 'Hello' }));
 */
export function encodeChunk(chunk: UIChunk): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`, 'utf8');
}

/** The last event of every stream that was not cut. */
export const DONE: Uint8Array = Buffer.from('data: [DONE]\n\n', 'utf8');

/** How a UI message stream is announced. `connection` must be left out on HTTP/2. */
export const UI_STREAM_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
};
