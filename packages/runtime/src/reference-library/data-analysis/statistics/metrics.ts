import { rounded } from './statistics-error.ts';

export const METRICS = [
  'count',
  'mean',
  'median',
  'mode',
  'std',
  'variance',
  'min',
  'max',
  'range',
  'sum',
  'percentile_25',
  'percentile_75',
  'iqr',
] as const;
export type Metric = (typeof METRICS)[number];

/** One figure of a sorted list that is not empty, with four decimals. Variance is that of a whole population. */
export function toMetric(metric: Metric, sorted: readonly number[]): number | 'multimodal' {
  const value = compute(metric, sorted);
  return value === 'multimodal' ? value : rounded(value);
}

function compute(metric: Metric, sorted: readonly number[]): number | 'multimodal' {
  switch (metric) {
    case 'count':
      return sorted.length;
    case 'mean':
      return mean(sorted);
    case 'median':
      return percentile(sorted, 0.5);
    case 'mode':
      return mode(sorted);
    case 'std':
      return Math.sqrt(variance(sorted));
    case 'variance':
      return variance(sorted);
    case 'min':
      return sorted[0]!;
    case 'max':
      return sorted.at(-1)!;
    case 'range':
      return sorted.at(-1)! - sorted[0]!;
    case 'sum':
      return sum(sorted);
    case 'percentile_25':
      return percentile(sorted, 0.25);
    case 'percentile_75':
      return percentile(sorted, 0.75);
    case 'iqr':
      return percentile(sorted, 0.75) - percentile(sorted, 0.25);
  }
}

/** Adds up with what rounding loses carried along, so that 0.1 added ten times is 1. */
export function sum(values: readonly number[]): number {
  let [total, lost] = [0, 0];
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function variance(values: readonly number[]): number {
  const center = mean(values);
  return mean(values.map((value) => (value - center) ** 2));
}

/** The value below which a share of the others lies; between two of them, in proportion. */
function percentile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
  return below + (above - below) * (position - Math.floor(position));
}

function mode(sorted: readonly number[]): number | 'multimodal' {
  const counts = new Map<number, number>();
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1);
  let highest = 0;
  for (const count of counts.values()) highest = Math.max(highest, count);
  const modes = [...counts].filter(([, count]) => count === highest);
  return modes.length === 1 ? modes[0]![0] : 'multimodal';
}
