import { setTimeout as delay } from 'node:timers/promises';
import { untilAborted } from '@posthouse/protocol';

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await untilAborted(delay(ms, undefined, { signal }), signal);
}

/** Never resolves; rejects with the signal's reason when it aborts. */
export async function hangUntilAborted(signal: AbortSignal): Promise<never> {
  return await untilAborted(new Promise<never>(() => {}), signal);
}
