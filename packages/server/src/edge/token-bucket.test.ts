import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bucket, takeOne } from './token-bucket.ts';

const RATE = { perSecond: 10, burst: 20 };

/** Asks at the given moments and says which were allowed. */
function askAt(moments: number[], rate = RATE): boolean[] {
  let bucket: Bucket | undefined;
  return moments.map((now) => {
    const taken = takeOne(bucket, rate, now);
    ({ bucket } = taken);
    return taken.waitMs === 0;
  });
}

test('a token bucket allows a burst and not one more', () => {
  expect(askAt(Array.from({ length: 21 }, () => 0)).filter(Boolean)).toHaveLength(20);
});

test('a token bucket refills with time', () => {
  const empty = Array.from({ length: 20 }, () => 0);
  expect(askAt([...empty, 99, 100, 101, 200]).slice(20)).toEqual([false, true, false, true]);
});

test('a token bucket is ready exactly after the wait it announces', () => {
  const { waitMs, bucket } = takeOne({ left: 0.25, at: 0 }, RATE, 0);
  expect(waitMs).toBe(75);
  expect(takeOne(bucket, RATE, waitMs).waitMs).toBe(0);
});

test('a clock that is set back neither refills nor punishes', () => {
  expect(takeOne({ left: 0, at: 1_000 }, RATE, 0)).toEqual({ bucket: { left: 0, at: 0 }, waitMs: 100 });
});

test('no stretch of time allows more than burst and rate', () => {
  const pauses = fc.array(fc.nat(200), { maxLength: 200 });
  const rates = fc.record({ perSecond: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(pauses, rates, (steps, rate) => {
      let now = 0;
      const moments = steps.map((step) => (now += step));
      const allowed = askAt(moments, rate).filter(Boolean).length;
      expect(allowed).toBeLessThanOrEqual(rate.burst + (now / 1000) * rate.perSecond + 1e-6);
    }),
  );
});
