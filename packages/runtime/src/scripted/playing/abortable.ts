import { setTimeout as delay } from 'node:timers/promises';

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await abortable(delay(ms, undefined, { signal }), signal);
}

/** Never resolves; rejects with the signal's reason when it aborts. */
export async function untilAborted(signal: AbortSignal): Promise<never> {
  return await abortable(new Promise<never>(() => {}), signal);
}

/** The outcome of `work`, or the signal's reason if that comes first; a caller who left must not wait for the rest. */
export async function abortable<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
