import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CalculationError } from './calculation-error.ts';
import {
  absolute,
  add,
  divide,
  divideWhole,
  type Fraction,
  multiply,
  negate,
  power,
  remainder,
  subtract,
  toFraction,
} from './fraction.ts';

const whole = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
const fraction = fc
  .tuple(
    whole,
    whole.filter((value) => value !== 0n),
  )
  .map(([top, bottom]) => toFraction(top, bottom));
const nonzero = fraction.filter(({ top }) => top !== 0n);

describe('a fraction', () => {
  test.each([
    [6n, 4n, 3n, 2n],
    [6n, -4n, -3n, 2n],
    [-6n, -4n, 3n, 2n],
    [0n, -5n, 0n, 1n],
    [7n, 1n, 7n, 1n],
  ])('reduces %d/%d to %d/%d', (top, bottom, ...lowest) => {
    expect(Object.values(toFraction(top, bottom))).toEqual(lowest);
  });

  test('a fraction has a positive denominator and no common divisor', () => {
    fc.assert(
      fc.property(fraction, ({ top, bottom }) => {
        expect(bottom > 0n).toBe(true);
        for (const prime of [2n, 3n, 5n, 7n, 11n])
          expect(top % prime === 0n && bottom % prime === 0n).toBe(top === 0n && bottom % prime === 0n);
      }),
    );
  });

  test('a fraction has no zero denominator', () => {
    expect(() => toFraction(1n, 0n)).toThrow(new CalculationError('division by zero'));
  });

  test('the size of a fraction is bounded', () => {
    const large = 2n ** 8_191n;
    expect(toFraction(large).top).toBe(large);
    expect(() => toFraction(large * 2n)).toThrow('too large');
    expect(() => toFraction(1n, large * 2n)).toThrow('too large');
    expect(() => multiply(toFraction(large), toFraction(large))).toThrow('too large');
  });
});

describe('the laws of arithmetic', () => {
  test('the laws of arithmetic hold for sums and products', () => {
    fc.assert(
      fc.property(fraction, fraction, fraction, (a, b, c) => {
        expect(isSame(add(a, b), add(b, a))).toBe(true);
        expect(isSame(multiply(a, b), multiply(b, a))).toBe(true);
        expect(isSame(add(add(a, b), c), add(a, add(b, c)))).toBe(true);
        expect(isSame(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)))).toBe(true);
        expect(isSame(subtract(add(a, b), b), a)).toBe(true);
        expect(isSame(negate(negate(a)), a)).toBe(true);
      }),
    );
  });

  test('the laws of arithmetic hold for quotients and remainders', () => {
    fc.assert(
      fc.property(fraction, nonzero, (a, b) => {
        expect(isSame(multiply(divide(a, b), b), a)).toBe(true);
        expect(isSame(add(multiply(divideWhole(a, b), b), remainder(a, b)), a)).toBe(true);
        expect(divideWhole(a, b).bottom).toBe(1n);
        const rest = remainder(a, b);
        expect(rest.top === 0n || rest.top > 0n === b.top > 0n).toBe(true);
        // |rest| < |b|
        expect(absolute(rest.top) * b.bottom < absolute(b.top) * rest.bottom).toBe(true);
      }),
    );
  });

  test('the laws of arithmetic hold for powers', () => {
    const exponent = fc.integer({ min: -12, max: 12 });
    fc.assert(
      fc.property(nonzero, exponent, exponent, (base, m, n) => {
        const [first, second] = [toFraction(BigInt(m)), toFraction(BigInt(n))];
        expect(isSame(multiply(power(base, first), power(base, second)), power(base, add(first, second)))).toBe(true);
        expect(isSame(power(base, toFraction(0n)), toFraction(1n))).toBe(true);
        expect(isSame(power(base, toFraction(1n)), base)).toBe(true);
      }),
    );
  });
});

test.each([
  [toFraction(2n), toFraction(1n, 2n), 'an exponent must be a whole number'],
  [toFraction(0n), toFraction(-1n), 'division by zero'],
  [toFraction(2n), toFraction(10_000_000_000n), 'the numbers become too large'],
  [toFraction(1n, 2n), toFraction(10_000_000_000n), 'the numbers become too large'],
  [toFraction(3n), toFraction(-10_000n), 'the numbers become too large'],
])('%o to the power of %o is refused', (base, exponent, message) => {
  expect(() => power(base, exponent)).toThrow(new CalculationError(message));
});

function isSame(a: Fraction, b: Fraction): boolean {
  return a.top === b.top && a.bottom === b.bottom;
}
