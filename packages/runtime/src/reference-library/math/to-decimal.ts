import { absolute, type Fraction } from './fraction.ts';

/**
 * A fraction with a fixed number of decimals. What lies exactly in the middle goes to the even side, so that rounding
 * many numbers does not shift their sum.
 *
 * @example
 * toFixed({ top: 1n, bottom: 8n }, 2); // '0.12'
 */
export function toFixed({ top, bottom }: Fraction, decimals: number): string {
  const scaled = absolute(top) * 10n ** BigInt(decimals);
  const [quotient, rest] = [scaled / bottom, scaled % bottom];
  const isUp = rest * 2n > bottom || (rest * 2n === bottom && quotient % 2n === 1n);
  const digits = (isUp ? quotient + 1n : quotient).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
  return top < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}

const SIGNIFICANT_DIGITS = 64;

/**
 * A fraction as a decimal number: exact if it is whole, or if its decimals come to an end in time; else with about
 * 64 significant digits.
 *
 * @example
 * toDecimal({ top: 1n, bottom: 4n }); // '0.25'
 */
export function toDecimal(value: Fraction): string {
  if (value.bottom === 1n) return value.top.toString();
  // Digits before the decimal point, or (negative) zeros after it.
  const magnitude = absolute(value.top).toString().length - value.bottom.toString().length;
  const decimals = Math.max(SIGNIFICANT_DIGITS - magnitude, 1);
  return toFixed(value, decimals).replace(/\.?0+$/, '');
}
