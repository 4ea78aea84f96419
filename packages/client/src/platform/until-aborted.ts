import type { WebSignal } from './web-types.ts';

/**
 * The outcome of some work, or the signal's reason if that comes first. What is passed as `fetch` may not care about
 * signals; the caller's wish counts all the same.
 */
export function untilAborted<Value>(work: Promise<Value>, signal: WebSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise<Value>((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    const stay = () => signal.removeEventListener('abort', leave);
    work.then(
      (value) => (stay(), resolve(value)),
      (error: unknown) => (stay(), reject(error as Error)),
    );
  });
}
