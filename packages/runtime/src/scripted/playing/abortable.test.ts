import { describe, expect, it } from 'vitest';
import { abortable, sleep, untilAborted } from './abortable.ts';

const reason = new Error('Never mind.');
const soon = (): AbortSignal => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 5);
  return controller.signal;
};
const never = new AbortController().signal;

describe('abortable', () => {
  it('gives the result of the work', async () => {
    expect(await abortable(Promise.resolve(3), never)).toBe(3);
    await expect(abortable(Promise.reject(new Error('Broken.')), never)).rejects.toThrow('Broken.');
  });

  it('rejects when the signal aborts', async () => {
    await expect(abortable(new Promise(() => {}), soon())).rejects.toBe(reason);
  });

  it('does not wait at all if the signal has aborted before', async () => {
    await expect(abortable(Promise.resolve(3), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('leaves no unhandled rejection when the work fails after the signal', async () => {
    const late = Promise.withResolvers<never>();
    await expect(abortable(late.promise, AbortSignal.abort(reason))).rejects.toBe(reason);
    late.reject(new Error('Too late.'));
    await new Promise((resolve) => setTimeout(resolve, 1));
  });

  it('leaves no unhandled rejection when the signal aborts after the work', async () => {
    const controller = new AbortController();
    expect(await abortable(Promise.resolve(3), controller.signal)).toBe(3);
    controller.abort(reason);
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
});

describe('sleep', () => {
  it('waits for the given time', async () => {
    const start = performance.now();
    await sleep(20, never);
    expect(performance.now() - start).toBeGreaterThanOrEqual(18);
  });

  it('rejects with the reason of the signal', async () => {
    await expect(sleep(60_000, soon())).rejects.toBe(reason);
    await expect(sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('untilAborted', () => {
  it('waits for the signal and rejects with its reason', async () => {
    await expect(untilAborted(soon())).rejects.toBe(reason);
    await expect(untilAborted(AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
