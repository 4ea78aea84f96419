import { z } from 'zod';

export const timestampSchema = z.string().meta({ format: 'date-time' });

/**
 * Time as MAIL servers write it: UTC, six decimals, `+00:00`. Python before 3.11 reads this form and no other.
 *
 * @example toTimestamp(new Date(0)) // '1970-01-01T00:00:00.000000+00:00'
 */
export function toTimestamp(time: Date): string {
  return `${time.toISOString().slice(0, -1)}000+00:00`;
}

/** A stored time in the same form. What is no time stays as it is: one odd entry must not keep a log from being read. */
export function restamp(stored: string): string {
  const time = new Date(stored);
  return Number.isNaN(time.getTime()) ? stored : toTimestamp(time);
}
