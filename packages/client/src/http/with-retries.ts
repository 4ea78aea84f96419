import { pause } from '../platform/pause.ts';
import type { WebSignal } from '../platform/web-types.ts';
import { toBackoffMs } from './to-backoff-ms.ts';
import { RequestError } from './request-error.ts';

export type RetryOptions = {
  /** How many times it may be tried again, in a row. */
  retries: number;
  signal: WebSignal | undefined;
  /** Whether it is safe to try again after this failure; asked before each further try. */
  mayRepeat(error: RequestError): boolean | Promise<boolean>;
};

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;

/** If a server asks for a longer wait than this, its error is thrown instead. */
const MAX_ASKED_WAIT_MS = 60_000;

/** A try that lasted so long was no bad luck in a row with the ones before it. */
const LONG_TRY_MS = 60_000;

/** Does something that may fail for a moment: the network is down, the server restarts or is busy. */
export async function withRetries<Value>(attempt: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { retries, signal, mayRepeat } = options;
  let failed: RequestError | undefined;
  let failures = 0;
  for (;;) {
    const began = Date.now();
    try {
      // Asking may fail as well, for the same reasons, and is tried again in the same way.
      if (failed !== undefined && !(await mayRepeat(failed))) throw failed;
      return await attempt();
    } catch (error) {
      if (error === failed || !(error instanceof RequestError) || !isPassing(error)) throw error;
      failures = Date.now() - began > LONG_TRY_MS ? 1 : failures + 1;
      failed = error;
      const askedMs = error.retryAfterMs ?? 0;
      if (failures > retries || askedMs > MAX_ASKED_WAIT_MS) throw error;
      await pause(
        toBackoffMs({ failures, firstMs: FIRST_WAIT_MS, mostMs: MAX_WAIT_MS, askedMs, random: Math.random() }),
        signal,
      );
    }
  }
}

/** Whether the same request may succeed a little later, as far as the connection and the server's own state go. */
export function isPassing(error: RequestError): boolean {
  if (!error.answered) return error.code === 'server_unreachable';
  return [408, 425, 429, 502, 503, 504].includes(error.status);
}
