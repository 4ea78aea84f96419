import { toBackoffMs } from '../http/to-backoff-ms.ts';
import { RequestError } from '../http/request-error.ts';
import { pause } from '../platform/pause.ts';
import type { WebResponse, WebSignal } from '../platform/web-types.ts';
import type { Chunk } from './chunk.ts';
import { Delivered } from './delivered.ts';
import { readChunks } from './read-chunks.ts';

export type ReconnectTimes = {
  /** How long a stream may be silent before it counts as cut. The server gives a sign of life every 15 seconds. */
  idleMs: number;
  /** How often in a row to try again without getting any further. */
  retries: number;
  /** The wait before the first of them; doubles each time. */
  firstMs: number;
  mostMs: number;
};

export type FollowMessageOptions = {
  first: WebResponse;
  /** Opens the stream of the same message again, behind what was delivered or earlier; undefined when there is none any more. */
  reopen: (delivered: Delivered) => Promise<WebResponse | undefined>;
  times: ReconnectTimes;
  signal: WebSignal;
};

/** One message to its end, over as many connections as it takes. What was delivered once is not delivered again. */
export async function* followMessage(options: FollowMessageOptions): AsyncGenerator<Chunk, void, undefined> {
  const { reopen, times, signal } = options;
  const delivered = new Delivered();
  let response: WebResponse | undefined = options.first;
  for (let failures = 0; ;) {
    try {
      response ??= await reopen(delivered);
      if (response === undefined) return;
      delivered.begin();
      for await (const { chunk, id } of readChunks(response, { idleMs: times.idleMs, signal })) {
        const news = delivered.take(chunk, id);
        if (news === undefined) continue;
        if (delivered.moveOn()) yield { type: 'data-queued', data: { place: 0 }, transient: true };
        failures = 0;
        yield news;
      }
      if (delivered.finished) return;
      throw new TypeError('network error: the stream ended before its message did');
    } catch (error) {
      failures += 1;
      if (signal.aborted || !mayPass(error) || failures > times.retries) throw error;
      await pause(toBackoffMs({ failures, ...times, ...askedOf(error), random: Math.random() }), signal);
    }
    response = undefined;
  }
}

/** Whether it may go better the next time: the network failed, or the server is on its way out or not back yet. */
export function mayPass(error: unknown): boolean {
  if (error instanceof RequestError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof TypeError;
}

function askedOf(error: unknown): { askedMs?: number } {
  const asked = error instanceof RequestError ? error.retryAfterMs : undefined;
  return asked === undefined ? {} : { askedMs: asked };
}
