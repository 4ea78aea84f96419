import { toMetric } from './metrics.ts';

/** A few words about a sorted list of numbers: how far they spread, and to which side they lean. */
export function interpret(sorted: readonly number[]): string {
  if (sorted.length === 1) return 'A single value says nothing about spread.';
  const [mean, median, deviation] = (['mean', 'median', 'std'] as const).map((metric) =>
    Number(toMetric(metric, sorted)),
  ) as [number, number, number];
  if (deviation === 0) return 'All values are the same.';
  const share = mean === 0 ? Number.POSITIVE_INFINITY : deviation / Math.abs(mean);
  const spread = share < 0.1 ? 'close together' : share < 0.5 ? 'moderately spread' : 'widely spread';
  const shift = (mean - median) / deviation;
  const lean =
    Math.abs(shift) < 0.1
      ? 'evenly to both sides'
      : `with ${shift > 0 ? 'large' : 'small'} values pulling the mean ${shift > 0 ? 'up' : 'down'}`;
  return `The values lie ${spread}, ${lean}.`;
}
