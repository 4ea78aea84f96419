/** So many requests at once, and so many more each second. */
export type Rate = { perSecond: number; burst: number };

/** What is left of a rate, as of a moment. Below nothing when some of what is to come has been promised to those who wait. */
export type Bucket = { left: number; at: number };

/**
 * Takes one from a bucket. When nothing is left, `waitMs` says when there will be.
 *
 * @example takeOne(undefined, { perSecond: 10, burst: 20 }, now) // { bucket: { left: 19, at: now }, waitMs: 0 }
 */
export function takeOne(bucket: Bucket | undefined, rate: Rate, now: number): { bucket: Bucket; waitMs: number } {
  const left = refill(bucket, rate, now);
  if (left >= 1) return { bucket: { left: left - 1, at: now }, waitMs: 0 };
  return { bucket: { left, at: now }, waitMs: toWait(left, rate) };
}

/** Takes one from a bucket even if nothing is left: whoever does waits for `waitMs`, behind everybody who has done so before. */
export function promiseOne(bucket: Bucket | undefined, rate: Rate, now: number): { bucket: Bucket; waitMs: number } {
  const left = refill(bucket, rate, now);
  return { bucket: { left: left - 1, at: now }, waitMs: left >= 1 ? 0 : toWait(left, rate) };
}

/** When a bucket is full again, and need not be remembered any more. */
export function fullAgainMs({ left }: Bucket, { perSecond, burst }: Rate): number {
  return ((burst - left) / perSecond) * 1000 + 1000;
}

function refill(bucket: Bucket | undefined, { perSecond, burst }: Rate, now: number): number {
  const { left, at } = bucket ?? { left: burst, at: now };
  // A clock that was set back refills nothing, and takes nothing away.
  return Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond);
}

function toWait(left: number, { perSecond }: Rate): number {
  return Math.ceil(((1 - left) / perSecond) * 1000);
}
