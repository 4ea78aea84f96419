import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectGarbage } from '../__fixtures__/collect-garbage.ts';
import { StopTimeout } from './stop-timeout.ts';

describe('StopTimeout', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('waits without end before the signal', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    using timeout = new StopTimeout(new AbortController().signal, 10);
    const waiting = timeout.with(promise);
    await vi.advanceTimersByTimeAsync(60_000);
    resolve('there');
    expect(await waiting).toBe('there');
  });

  test('ends a while after the signal, for everything that is waited for', async () => {
    const stopping = new AbortController();
    using timeout = new StopTimeout(stopping.signal, 10);
    const waiting = timeout.with(new Promise(() => undefined));
    stopping.abort();
    expect(await timeout.with(Promise.resolve('quick'))).toBe('quick');
    await vi.advanceTimersByTimeAsync(10);
    expect(await waiting).toBeUndefined();
    expect(await timeout.with(Promise.resolve('late'))).toBeUndefined();
    // What fails later does not matter to anybody.
    expect(await timeout.with(Promise.reject(new Error('late')))).toBeUndefined();
  });

  test('keeps nothing of what it has waited for', async () => {
    using timeout = new StopTimeout(new AbortController().signal, 10);
    const kept = await (async () => {
      const value = await timeout.with(Promise.resolve({ large: true }));
      return new WeakRef(value!);
    })();
    await expect(timeout.with(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    vi.useRealTimers();
    await new Promise(setImmediate);
    collectGarbage();
    expect(kept.deref()).toBeUndefined();
  });

  test('the timeout also ends a wait that starts after the signal', async () => {
    using timeout = new StopTimeout(AbortSignal.abort(), 10);
    const waiting = timeout.with(new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(10);
    expect(await waiting).toBeUndefined();
  });
});
