import { CalculationError } from './calculation-error.ts';

/** An exact number: a fraction in lowest terms, with its sign on top. */
export type Fraction = { readonly top: bigint; readonly bottom: bigint };

/** Numbers may grow to about 2,400 digits. What would be larger is refused before it is computed. */
const MAX_BITS = 8_192;

/**
 * Makes a fraction of two whole numbers.
 *
 * @example
 * toFraction(6n, -4n); // { top: -3n, bottom: 2n }
 */
export function toFraction(top: bigint, bottom = 1n): Fraction {
  if (bottom === 0n) throw new CalculationError('division by zero');
  if (bitsOf(top) > MAX_BITS || bitsOf(bottom) > MAX_BITS) throw tooLarge();
  if (bottom === 1n) return { top, bottom };
  const divisor = greatestCommonDivisor(top, bottom) * (bottom < 0n ? -1n : 1n);
  return { top: top / divisor, bottom: bottom / divisor };
}

export function add(a: Fraction, b: Fraction): Fraction {
  return toFraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, negate(b));
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return toFraction(a.top * b.top, a.bottom * b.bottom);
}

export function divide(a: Fraction, b: Fraction): Fraction {
  return toFraction(a.top * b.bottom, a.bottom * b.top);
}

export function negate({ top, bottom }: Fraction): Fraction {
  return { top: -top, bottom };
}

/** The quotient rounded down, as a whole number. */
export function divideWhole(a: Fraction, b: Fraction): Fraction {
  return floor(divide(a, b));
}

/** What is left after dividing whole; it has the sign of the divisor. */
export function remainder(a: Fraction, b: Fraction): Fraction {
  return subtract(a, multiply(b, divideWhole(a, b)));
}

/** A power with a whole exponent. */
export function power(base: Fraction, exponent: Fraction): Fraction {
  if (exponent.bottom !== 1n) throw new CalculationError('an exponent must be a whole number');
  const size = absolute(exponent.top);
  if (base.top === 0n && exponent.top < 0n) throw new CalculationError('division by zero');
  // Only these three stay small whatever the exponent.
  if (base.bottom === 1n && absolute(base.top) <= 1n) {
    return base.top === -1n && size % 2n === 0n ? toFraction(1n) : size === 0n ? toFraction(1n) : base;
  }
  const bits = BigInt(Math.max(bitsOf(base.top), bitsOf(base.bottom)) - 1);
  if (bits * size > BigInt(MAX_BITS)) throw tooLarge();
  const [top, bottom] = [base.top ** size, base.bottom ** size];
  return exponent.top < 0n ? toFraction(bottom, top) : toFraction(top, bottom);
}

function floor({ top, bottom }: Fraction): Fraction {
  const quotient = top / bottom;
  return { top: top < 0n && top % bottom !== 0n ? quotient - 1n : quotient, bottom: 1n };
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function bitsOf(value: bigint): number {
  return absolute(value).toString(2).length;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function tooLarge(): CalculationError {
  return new CalculationError('the numbers become too large');
}
