import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { calculateStatistics, describeNumbers } from './calculate-statistics.ts';
import { type Metric, METRICS } from './metrics.ts';

function figure(metric: Metric, data: number[]): number | 'multimodal' | undefined {
  return describeNumbers(data, [metric]).statistics[metric];
}

const sample = [2, 4, 4, 4, 5, 5, 7, 9];

test.each<[Metric, number | 'multimodal']>([
  ['count', 8],
  ['mean', 5],
  ['median', 4.5],
  ['mode', 4],
  ['std', 2],
  ['variance', 4],
  ['min', 2],
  ['max', 9],
  ['range', 7],
  ['sum', 40],
  ['percentile_25', 4],
  ['percentile_75', 5.5],
  ['iqr', 1.5],
])('the %s of the sample is %s', (metric, value) => {
  expect(figure(metric, sample)).toBe(value);
  expect(figure(metric, sample.toReversed())).toBe(value);
});

test('ties, single values, fractions and large numbers have the expected figures', () => {
  expect(figure('mode', [1, 2, 3])).toBe('multimodal');
  expect(figure('mode', [1, 1, 2, 2])).toBe('multimodal');
  expect(figure('mode', [7])).toBe(7);
  expect(figure('std', [7])).toBe(0);
  expect(figure('median', [7])).toBe(7);
  expect(
    figure(
      'sum',
      Array.from({ length: 10 }, () => 0.1),
    ),
  ).toBe(1);
  expect(figure('mean', [1, 2, 2])).toBe(1.6667);
  expect(figure('max', [1, 1e100])).toBe(1e100);
});

test.each([
  [[5], 'A single value says nothing about spread.'],
  [[5, 5, 5], 'All values are the same.'],
  [[100, 101, 99], 'The values lie close together, evenly to both sides.'],
  [[1, 1, 1, 100], 'The values lie widely spread, with large values pulling the mean up.'],
  [[70, 71, 72, 20], 'The values lie moderately spread, with small values pulling the mean down.'],
  [[-1, 1], 'The values lie widely spread, evenly to both sides.'],
])('the spread of %j is described in words', (data, words) => {
  expect(describeNumbers(data, ['mean']).interpretation).toBe(words);
});

describe('statistics of any numbers', () => {
  const data = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 });

  test('the statistics of any numbers are in order', () => {
    fc.assert(
      fc.property(data, (numbers) => {
        const all = describeNumbers(numbers, METRICS).statistics as Record<Metric, number>;
        const inOrder = [all.min, all.percentile_25, all.median, all.percentile_75, all.max];
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
        expect(all.mean).toBeGreaterThanOrEqual(all.min - 0.0001);
        expect(all.mean).toBeLessThanOrEqual(all.max + 0.0001);
        expect(all.std).toBeGreaterThanOrEqual(0);
        expect(all.count).toBe(numbers.length);
      }),
    );
  });

  test('the mean moves with all numbers, and the spread does not', () => {
    const whole = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(whole, fc.integer({ min: -1000, max: 1000 }), (numbers, by) => {
        const moved = numbers.map((value) => value + by);
        expect(figure('std', moved)).toBeCloseTo(Number(figure('std', numbers)), 3);
        expect(figure('mean', moved)).toBeCloseTo(Number(figure('mean', numbers)) + by, 3);
      }),
    );
  });
});

test('the action has defaults, and reports numbers that are too large', async () => {
  expect(await runExample(calculateStatistics, { data: sample })).toEqual({
    data_points: 8,
    statistics: { count: 8, mean: 5, median: 4.5, std: 2, min: 2, max: 9 },
    interpretation: expect.any(String),
  });
  expect(await runExample(calculateStatistics, { data: [1e308, 1e308, 1e308] })).toBe(
    'Error: the numbers are too large to calculate with',
  );
  for (const input of [{}, { data: [] }, { data: ['1'] }, { data: [Number.NaN] }, { data: [1], metrics: ['magic'] }]) {
    await expect(runExample(calculateStatistics, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});

test('a hundred thousand numbers take little time', async () => {
  const data = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_003);
  const begin = performance.now();
  await runExample(calculateStatistics, { data, metrics: [...METRICS] });
  expect(performance.now() - begin).toBeLessThan(15_000);
});
