import { PosthouseError } from '@posthouse/protocol';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';

const MAX_BYTES = 64 * 1024;

/** The body of a GET request, which MAIL's clients send and the web's `Request` does not know. */
export async function readGetBody(c: Context<AppEnv>): Promise<string> {
  const incoming = c.env?.incoming;
  if (incoming === undefined) return '';
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop must not destroy the request, or the answer would be the last thing its connection can carry.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) {
      c.header('Connection', 'close');
      throw new PosthouseError({ code: 'too_large', message: 'the body is too large' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
