/** So many requests at once, and so many more each second. */
export type Rate = { perSecond: number; burst: number };

/** What is left of a rate, as of a moment. */
export type Bucket = { left: number; at: number };

/**
 * Takes one from a bucket. When nothing is left, `waitMs` says when there will be.
 *
 * @example takeOne(undefined, { perSecond: 10, burst: 20 }, now) // { bucket: { left: 19, at: now }, waitMs: 0 }
 */
export function takeOne(bucket: Bucket | undefined, rate: Rate, now: number): { bucket: Bucket; waitMs: number } {
  const { left, at } = bucket ?? { left: rate.burst, at: now };
  // A clock that was set back refills nothing, and takes nothing away.
  const refilled = Math.min(rate.burst, left + (Math.max(0, now - at) / 1000) * rate.perSecond);
  if (refilled >= 1) return { bucket: { left: refilled - 1, at: now }, waitMs: 0 };
  return { bucket: { left: refilled, at: now }, waitMs: Math.ceil(((1 - refilled) / rate.perSecond) * 1000) };
}
