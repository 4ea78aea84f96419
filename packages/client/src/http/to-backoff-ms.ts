export type BackoffOptions = {
  /** How many times in a row it has failed, this one included. */
  failures: number;
  /** The wait after the first failure; doubles with each further one. */
  firstMs: number;
  mostMs: number;
  /** How long the server asked to be left alone: it is never asked sooner. */
  askedMs?: number;
  /** A number from 0 up to 1. */
  random: number;
};

/**
 * How long to wait before trying again. Half of it is chance, so that many clients that were cut off together do not come
 * back together.
 *
 * @example toBackoffMs({ failures: 3, firstMs: 250, mostMs: 15_000, random: 0.5 }) // 750
 */
export function toBackoffMs({ failures, firstMs, mostMs, askedMs = 0, random }: BackoffOptions): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30));
  const chosen = Math.round(whole * (0.5 + random / 2));
  return askedMs > 0 ? askedMs + Math.round(random * Math.min(firstMs, askedMs)) : chosen;
}
