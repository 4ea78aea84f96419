import type { FederationPolicy } from './federation-policy.ts';

/**
 * How long to wait after so many failures: twice as long each time, up to a limit, and never quite the same for two
 * senders. `atLeast` is what the other side asked for.
 */
export function retryDelay(
  failures: number,
  { firstRetryMs, longestRetryMs }: Pick<FederationPolicy, 'firstRetryMs' | 'longestRetryMs'>,
  { random, atLeast = 0 }: { random: number; atLeast?: number },
): number {
  const whole = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 30));
  return Math.max(atLeast, Math.round(whole * (0.5 + random / 2)));
}
