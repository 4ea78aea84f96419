import type { ChunkConnection } from '../connections/chunk-connection.ts';
import { encodeEnd } from './encode-chunks.ts';

/** The answer to a message that never gets one, because everything was stopped before it was up. */
export function sendStopped(connection: ChunkConnection): void {
  const bytes = encodeEnd([
    // Without an id, so that clients make no message of it.
    { type: 'start' },
    { type: 'abort', reason: 'stopped before it was answered' },
    { type: 'finish', finishReason: 'other' },
  ]);
  connection.send(bytes);
  connection.end();
}
