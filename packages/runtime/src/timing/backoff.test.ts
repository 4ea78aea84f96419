import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Alarm } from './alarm.ts';
import { Backoff } from './backoff.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function waits(backoff: Backoff): Promise<number> {
  const start = Date.now();
  const waited = backoff.wait();
  await vi.runAllTimersAsync();
  await waited;
  return Date.now() - start;
}

test('a backoff waits longer each time, up to half a minute, and starts again after a success', async () => {
  const backoff = new Backoff();
  const first = [await waits(backoff), await waits(backoff), await waits(backoff)];
  expect(first).toEqual([250, 500, 1_000]);
  for (let time = 0; time < 10; time += 1) await waits(backoff);
  expect(await waits(backoff)).toBe(30_000);
  backoff.restore();
  expect(await waits(backoff)).toBe(250);
});

test('an alarm rings once, at the time it was set to last', () => {
  const rings: number[] = [];
  const start = Date.now();
  const alarm = new Alarm(() => rings.push(Date.now() - start));
  alarm.set(100);
  alarm.set(300);
  vi.advanceTimersByTime(1_000);
  expect(rings).toEqual([300]);
  alarm.set(50);
  alarm.clear();
  vi.advanceTimersByTime(1_000);
  expect(rings).toEqual([300]);
});

test('an alarm that is further away than a timer can wait does not ring at once', () => {
  const rings: number[] = [];
  const alarm = new Alarm(() => rings.push(1));
  alarm.set(Number.MAX_SAFE_INTEGER);
  vi.advanceTimersByTime(1_000_000);
  expect(rings).toEqual([]);
  alarm.clear();
});
