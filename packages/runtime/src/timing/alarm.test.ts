import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Alarm } from './alarm.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an alarm', () => {
  test('rings once, when it is time', () => {
    const ring = vi.fn<() => void>();
    new Alarm(ring).set(100);
    vi.advanceTimersByTime(99);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  test('an alarm can be set to another time, and switched off', () => {
    const ring = vi.fn<() => void>();
    const alarm = new Alarm(ring);
    alarm.set(100);
    alarm.set(500);
    vi.advanceTimersByTime(400);
    expect(ring).not.toHaveBeenCalled();
    alarm.clear();
    vi.advanceTimersByTime(1_000);
    expect(ring).not.toHaveBeenCalled();
  });

  test.each([-6, 0])('rings at once when set to a time %i ms away', (milliseconds) => {
    const ring = vi.fn<() => void>();
    new Alarm(ring).set(milliseconds);
    vi.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  test('an alarm does not ring at once when the time is too far away for a timer', () => {
    const ring = vi.fn<() => void>();
    new Alarm(ring).set(Number.MAX_SAFE_INTEGER);
    vi.advanceTimersByTime(1_000_000_000);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_200_000_000);
    expect(ring).toHaveBeenCalledTimes(1);
  });
});
