import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHealth } from './peer-health.ts';

const toText = (at: number) => `at ${at}`;
const steady = { everyMs: 1_000, random: () => 0.5, toText };

test('a peer that answers is healthy, and checked again after a while', () => {
  expect(toHealth(undefined, { at: 5_000, latency: 12 }, steady)).toEqual({
    active: true,
    failures: 0,
    lastSeen: 'at 5000',
    latency: 12,
    nextAt: 6_000,
  });
});

test('a silent peer is checked less and less often, and keeps when it was last seen', () => {
  let health = toHealth(undefined, { at: 0, latency: 1 }, steady);
  const pauses: number[] = [];
  for (let at = 1; at <= 15; at += 1) {
    health = toHealth(health, { at }, steady);
    pauses.push(health.nextAt - at);
  }
  expect(pauses.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  expect(Math.max(...pauses)).toBe(600_000);
  expect(health).toMatchObject({ active: false, failures: 15, lastSeen: 'at 0' });
  expect(health.latency).toBeUndefined();
  expect(toHealth(health, { at: 20, latency: 3 }, steady)).toMatchObject({ active: true, failures: 0, nextAt: 1_020 });
});

test('no two peers are checked in step', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (dice) => {
      const { nextAt } = toHealth(undefined, { at: 0, latency: 1 }, { ...steady, random: () => dice });
      expect(nextAt).toBeGreaterThanOrEqual(900);
      expect(nextAt).toBeLessThanOrEqual(1_100);
    }),
  );
});
