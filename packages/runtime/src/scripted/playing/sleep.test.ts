import { describe, expect, it } from 'vitest';
import { hangUntilAborted, sleep } from './sleep.ts';

const reason = new Error('Never mind.');
const soon = (): AbortSignal => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 5);
  return controller.signal;
};
const never = new AbortController().signal;

describe('sleep', () => {
  it('waits', async () => {
    const start = performance.now();
    await sleep(20, never);
    expect(performance.now() - start).toBeGreaterThanOrEqual(18);
  });

  it('wakes up with the reason of the signal', async () => {
    await expect(sleep(60_000, soon())).rejects.toBe(reason);
    await expect(sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('hangUntilAborted', () => {
  it('waits for the signal and rejects with its reason', async () => {
    await expect(hangUntilAborted(soon())).rejects.toBe(reason);
    await expect(hangUntilAborted(AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
