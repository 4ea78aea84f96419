import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBackoffMs } from './to-backoff-ms.ts';

const usual = { firstMs: 250, mostMs: 15_000 };

test.each([
  [1, 250],
  [2, 500],
  [3, 1000],
  [7, 15_000],
  [1000, 15_000],
])('the delay after %i failures is at most %i ms, and at least half of that', (failures, most) => {
  expect(toBackoffMs({ ...usual, failures, random: 0 })).toBe(most / 2);
  expect(toBackoffMs({ ...usual, failures, random: 1 })).toBe(most);
});

test('the delay is at least what the server asks for, and only a little more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.float({ min: 0, max: 1, noNaN: true }),
      (failures, askedMs, random) => {
        const delay = toBackoffMs({ ...usual, failures, askedMs, random });
        expect(delay).toBeGreaterThanOrEqual(askedMs);
        expect(delay).toBeLessThanOrEqual(askedMs + usual.firstMs);
      },
    ),
  );
});

test('the delay never shrinks while failures go on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.float({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const now = toBackoffMs({ ...usual, failures, random });
      expect(toBackoffMs({ ...usual, failures: failures + 1, random })).toBeGreaterThanOrEqual(now);
    }),
  );
});
