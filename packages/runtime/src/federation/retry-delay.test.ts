import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryDelay } from './retry-delay.ts';

const policy = { firstRetryMs: 500, longestRetryMs: 60_000 };

describe('retryDelay', () => {
  test.each([
    [0, 500],
    [1, 1_000],
    [3, 4_000],
    [6, 32_000],
    [7, 60_000],
    [1_000_000, 60_000],
  ])('waits after %i failures at most %i ms, and at least half of that', (failures, longest) => {
    expect(retryDelay(failures, policy, { random: 1 })).toBe(longest);
    expect(retryDelay(failures, policy, { random: 0 })).toBe(longest / 2);
  });

  test('waits as long as the other server asks for', () => {
    expect(retryDelay(0, policy, { random: 0.5, atLeast: 120_000 })).toBe(120_000);
    expect(retryDelay(3, policy, { random: 1, atLeast: 10 })).toBe(4_000);
  });

  test('grows with the failures, whatever the random number, and is an integer', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const [now, later] = [failures, failures + 1].map((each) => retryDelay(each, policy, { random }));
        expect(Number.isInteger(now)).toBe(true);
        expect(later).toBeGreaterThanOrEqual(now!);
        expect(later).toBeLessThanOrEqual(policy.longestRetryMs);
      }),
    );
  });
});
