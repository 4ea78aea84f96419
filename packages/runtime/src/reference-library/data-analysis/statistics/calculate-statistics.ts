import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { interpret } from './interpret.ts';
import { type Metric, METRICS, toMetric } from './metrics.ts';
import { orStatisticsError } from './statistics-error.ts';

export type Statistics = {
  data_points: number;
  statistics: Partial<Record<Metric, number | 'multimodal'>>;
  interpretation: string;
};

/**
 * Describes a list of numbers.
 *
 * @example
 * describeNumbers([1, 2, 3], ['mean']).statistics; // { mean: 2 }
 */
export function describeNumbers(data: readonly number[], metrics: readonly Metric[]): Statistics {
  const sorted = data.toSorted((a, b) => a - b);
  const statistics = Object.fromEntries(metrics.map((metric) => [metric, toMetric(metric, sorted)]));
  return { data_points: data.length, statistics, interpretation: interpret(sorted) };
}

/** `calculate_statistics`: the usual figures of a list of numbers. */
export const calculateStatistics = action({
  name: 'calculate_statistics',
  description: 'Calculate statistics of a list of numbers.',
  parameters: z.object({
    data: z.array(z.number()).min(1).max(100_000).describe('The numbers.'),
    metrics: z
      .array(z.enum(METRICS))
      .min(1)
      .default(['count', 'mean', 'median', 'std', 'min', 'max'])
      .describe('What to calculate.'),
  }),
  idempotent: true,
  execute: ({ data, metrics }) => orStatisticsError(() => describeNumbers(data, metrics)),
});
