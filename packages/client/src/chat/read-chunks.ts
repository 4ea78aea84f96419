import { PosthouseError, untilAborted } from '@posthouse/protocol/light';
import { web } from '../platform/web-globals.ts';
import type { WebResponse, WebSignal } from '../platform/web-types.ts';
import { BoundedEventParser } from '../sse/bounded-event-parser.ts';
import { type Chunk, isChunk } from './chunk.ts';

/** The chunks of an answer as they arrive, with the ids of their frames. Throws when nothing at all, not even a sign of life, comes for too long. */
export async function* readChunks(
  response: WebResponse,
  { idleMs, signal }: { idleMs: number; signal: WebSignal },
): AsyncGenerator<{ chunk: Chunk; id: string | undefined }, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const parser = new BoundedEventParser();
  const decoder = new web.TextDecoder();
  try {
    for (;;) {
      const { done, value } = await untilAborted(within(idleMs, reader.read()), signal);
      if (done) return;
      for (const { data, id } of parser.push(decoder.decode(value, { stream: true }))) {
        if (data === '[DONE]') return;
        yield { chunk: parseChunk(data), id };
      }
    }
  } finally {
    // Whoever does not read to the end leaves nothing open.
    void reader.cancel().catch(() => undefined);
  }
}

function parseChunk(data: string): Chunk {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    value = undefined;
  }
  if (isChunk(value)) return value;
  throw new PosthouseError({ code: 'not_a_mail_server', message: 'the stream contains something that is not a chunk' });
}

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: unknown;
  const late = new Promise<never>((_, reject) => {
    // AI SDK takes a TypeError that speaks of the network for a connection that was lost.
    timer = web.setTimeout(
      () => reject(new TypeError(`network error: the server has been silent for ${milliseconds / 1000} s`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    web.clearTimeout(timer);
  }
}
