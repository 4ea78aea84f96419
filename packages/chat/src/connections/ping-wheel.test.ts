import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Pingable, PingWheel } from './ping-wheel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Listener = Pingable & { pings: number };

function listen(wheel: PingWheel): Listener {
  const item: Listener = { heard: wheel.turn, pings: 0, ping: () => void (item.pings += 1), look: () => undefined };
  wheel.add(item);
  return item;
}

describe('PingWheel', () => {
  test('pings after enough silence, at most one step late, again and again', () => {
    const wheel = new PingWheel(15_000);
    const quiet = listen(wheel);
    vi.advanceTimersByTime(15_000);
    expect(quiet.pings).toBe(0);
    vi.advanceTimersByTime(1_100);
    expect(quiet.pings).toBe(1);
    vi.advanceTimersByTime(32_000);
    expect(quiet.pings).toBe(3);
  });

  test('connections that were active are not pinged', () => {
    const wheel = new PingWheel(1_500);
    const [quiet, busy] = [listen(wheel), listen(wheel)];
    for (let step = 0; step < 20; step += 1) {
      vi.advanceTimersByTime(1_000);
      busy.heard = wheel.turn;
    }
    expect(busy.pings).toBe(0);
    expect(quiet.pings).toBeGreaterThanOrEqual(11);
  });

  test('needs one timer for thousands, and none when it is empty', () => {
    const wheel = new PingWheel(1_000);
    const many = Array.from({ length: 5_000 }, () => listen(wheel));
    expect(vi.getTimerCount()).toBe(1);
    for (const item of many) wheel.remove(item);
    expect(vi.getTimerCount()).toBe(0);
    expect(wheel.size).toBe(0);
  });

  test('survives connections that leave when they are pinged', () => {
    const wheel = new PingWheel(1_000);
    const leaving: Pingable = { heard: 0, ping: () => wheel.remove(leaving), look: () => undefined };
    wheel.add(leaving);
    const other = listen(wheel);
    vi.advanceTimersByTime(1_200);
    expect(wheel.size).toBe(1);
    expect(other.pings).toBe(1);
  });
});
