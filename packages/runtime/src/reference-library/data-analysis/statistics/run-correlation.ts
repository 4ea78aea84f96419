import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { mean, sum } from './metrics.ts';
import { orStatisticsError, rounded, StatisticsError } from './statistics-error.ts';

export type Correlation = {
  correlation: number;
  strength: 'strong' | 'moderate' | 'weak' | 'negligible';
  direction: 'positive' | 'negative' | 'none';
  r_squared: number;
  sample_size: number;
  interpretation: string;
};

const MIN_PAIRS = 3;

/**
 * How closely two lists of numbers go together, after Pearson. The longer list is cut to the length of the shorter.
 *
 * @example
 * correlate([1, 2, 3], [2, 4, 6]).correlation; // 1
 */
export function correlate(x: readonly number[], y: readonly number[]): Correlation {
  const size = Math.min(x.length, y.length);
  if (size < MIN_PAIRS) throw new StatisticsError(`at least ${MIN_PAIRS} pairs are needed, got ${size}`);
  const [a, b] = [centered(x.slice(0, size), 'x'), centered(y.slice(0, size), 'y')];
  const product = sum(a.map((value, index) => value * b[index]!));
  const length = Math.sqrt(sum(a.map((value) => value ** 2))) * Math.sqrt(sum(b.map((value) => value ** 2)));
  const correlation = rounded(Math.max(-1, Math.min(1, product / length)));
  const strength = toStrength(Math.abs(correlation));
  const direction = correlation > 0 ? 'positive' : correlation < 0 ? 'negative' : 'none';
  return {
    correlation,
    strength,
    direction,
    r_squared: rounded(correlation ** 2),
    sample_size: size,
    interpretation: toWords(strength, direction),
  };
}

/** Differences from the mean, scaled to at most about 1: correlation does not change, and nothing grows out of bounds. */
function centered(values: readonly number[], name: string): number[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const scaled = values.map((value) => value / largest);
  const center = mean(scaled);
  if (scaled.every((value) => value === scaled[0])) {
    throw new StatisticsError(`all values of ${name} are the same, so nothing can go along with them`);
  }
  return scaled.map((value) => value - center);
}

function toStrength(size: number): Correlation['strength'] {
  if (size >= 0.8) return 'strong';
  if (size >= 0.5) return 'moderate';
  return size >= 0.3 ? 'weak' : 'negligible';
}

function toWords(strength: Correlation['strength'], direction: Correlation['direction']): string {
  if (strength === 'negligible') return 'The two hardly go together.';
  const way =
    direction === 'positive'
      ? 'When one is larger, the other tends to be larger'
      : 'When one is larger, the other tends to be smaller';
  return `${way}; the connection is ${strength}. It does not say that one causes the other.`;
}

/** `run_correlation`: whether two lists of numbers go together. */
export const runCorrelation = action({
  name: 'run_correlation',
  description: 'Calculate how closely two lists of numbers go together.',
  parameters: z.object({
    x: z.array(z.number()).max(100_000).describe('The first list.'),
    y: z.array(z.number()).max(100_000).describe('The second list, in the same order.'),
  }),
  idempotent: true,
  execute: ({ x, y }) => orStatisticsError(() => correlate(x, y)),
});
