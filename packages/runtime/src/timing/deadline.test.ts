import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a deadline', () => {
  test('aborts its signal when time is up, and not before', () => {
    using deadline = new Deadline(1000);
    vi.advanceTimersByTime(999);
    expect(deadline.hasPassed).toBe(false);
    vi.advanceTimersByTime(1);
    expect([deadline.hasPassed, (deadline.signal.reason as Error).name]).toEqual([true, 'TimeoutError']);
  });

  test('keeps no timer once it is disposed of', () => {
    const deadline = new Deadline(3_600_000);
    expect(vi.getTimerCount()).toBe(1);
    deadline[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(3_600_000);
    expect(deadline.hasPassed).toBe(false);
  });

  test.each([2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    'a deadline does not pass at once if it is %i ms away',
    (ms) => {
      using deadline = new Deadline(ms);
      vi.advanceTimersByTime(3_600_000);
      expect(deadline.hasPassed).toBe(false);
    },
  );
});
