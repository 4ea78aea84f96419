import type { TaskKey } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PlaceTeller, type QueuePlace } from './place-teller.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const key = (n: number): TaskKey => n as unknown as TaskKey;

describe('the places of a queue', () => {
  test('places are reported a few times each, although every call that begins moves all others up', () => {
    const RUNS = 800;
    let first = 0;
    const teller = new PlaceTeller(
      () =>
        new Map(Array.from({ length: RUNS - first }, (_, n) => [key(first + n), { run: 1, place: n + 1 }] as const)),
    );
    const told: number[][] = Array.from({ length: RUNS }, () => []);
    for (const [n, places] of told.entries()) teller.listen(key(n), ({ place }) => places.push(place));
    teller.look();
    while (first < RUNS) {
      vi.advanceTimersByTime(50);
      teller.left(key(first), 1);
      first += 1;
    }
    const last = told.at(-1)!;
    expect(last.slice(0, 2)).toEqual([799, 719]);
    expect(last.at(-1)).toBe(0);
    expect(last).toEqual(last.toSorted((a, b) => b - a));
    expect(Math.max(...told.map((places) => places.length))).toBeLessThan(50);
    teller.close();
  });

  test('a run that waits only a moment is reported without a place, only as waiting no more', () => {
    const places = new Map([[key(1), { run: 1, place: 1 }]]);
    const told: QueuePlace[] = [];
    const teller = new PlaceTeller(() => places);
    teller.listen(key(1), (place) => told.push(place));
    teller.look();
    vi.advanceTimersByTime(50);
    teller.left(key(1), 1);
    places.clear();
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([{ run: 1, place: 0 }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
