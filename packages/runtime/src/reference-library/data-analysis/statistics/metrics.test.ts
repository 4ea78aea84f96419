import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpret } from './interpret.ts';
import { mean, METRICS, sum, toMetric } from './metrics.ts';
import { orStatisticsError, rounded, StatisticsError } from './statistics-error.ts';

const wholes = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 60 });
const sorted = wholes.map((values) => values.toSorted((a, b) => a - b));

describe('summing', () => {
  test('loses no decimals', () => {
    fc.assert(
      fc.property(wholes, (values) => {
        // The same numbers as exact thousandths.
        const exact = values.reduce((total, value) => total + BigInt(value), 0n);
        expect(sum(values.map((value) => value / 1000))).toBeCloseTo(Number(exact) / 1000, 9);
        expect(sum(values)).toBe(Number(exact));
      }),
    );
  });

  test('keeps a small number next to a large one', () => {
    expect(sum([1e16, 1, -1e16])).toBe(1);
    expect(sum([1, 1e100, 1, -1e100])).toBe(2);
    expect(sum([])).toBe(0);
    expect(mean([1, 2, 3, 4])).toBe(2.5);
  });
});

describe('percentiles', () => {
  test('percentiles of evenly spaced numbers lie in proportion', () => {
    const values = Array.from({ length: 101 }, (_, index) => index);
    expect(toMetric('percentile_25', values)).toBe(25);
    expect(toMetric('median', values)).toBe(50);
    expect(toMetric('percentile_75', values)).toBe(75);
    expect(toMetric('iqr', values)).toBe(50);
  });

  test('percentiles have their share of numbers below and above them', () => {
    fc.assert(
      fc.property(sorted, (values) => {
        const lower = Number(toMetric('percentile_25', values));
        const below = values.filter((value) => value < lower - 0.0001).length;
        const above = values.filter((value) => value > lower + 0.0001).length;
        expect(below).toBeLessThanOrEqual(Math.ceil(values.length * 0.25));
        expect(above).toBeLessThanOrEqual(Math.ceil(values.length * 0.75));
      }),
    );
  });
});

describe('the mode', () => {
  test('the mode is the most frequent number, if there is one', () => {
    const few = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(few, (values) => {
        const counts = [0, 1, 2, 3, 4].map((value) => values.filter((each) => each === value).length);
        const most = Math.max(...counts);
        const modes = [0, 1, 2, 3, 4].filter((value) => counts[value] === most);
        const expected = modes.length === 1 ? modes[0] : 'multimodal';
        expect(
          toMetric(
            'mode',
            values.toSorted((a, b) => a - b),
          ),
        ).toBe(expected);
      }),
    );
  });
});

test('the variance is the square of the deviation, and never negative', () => {
  fc.assert(
    fc.property(sorted, (values) => {
      const [variance, deviation] = [Number(toMetric('variance', values)), Number(toMetric('std', values))];
      expect(variance).toBeGreaterThanOrEqual(0);
      expect(Math.abs(Math.sqrt(variance) - deviation)).toBeLessThanOrEqual(0.01);
    }),
  );
});

test('every figure of one repeated number is that number, or nothing', () => {
  for (const metric of METRICS) {
    const figure = toMetric(metric, [7, 7, 7, 7]);
    const expected = { count: 4, sum: 28, std: 0, variance: 0, range: 0, iqr: 0 }[metric as 'count'] ?? 7;
    expect(figure, metric).toBe(expected);
  }
});

describe('rounding', () => {
  test.each([
    [1.23456, 1.2346],
    [-1.23456, -1.2346],
    [-0.00001, 0],
    [1e20, 1e20],
    [0.1 + 0.2, 0.3],
  ])('turns %d into %d', (value, expected) => {
    expect(Object.is(rounded(value), expected)).toBe(true);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %d', (value) => {
    expect(() => rounded(value)).toThrow(StatisticsError);
  });
});

test('only errors of statistics become text', () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  expect(orStatisticsError(() => 5)).toBe(5);
  expect(orStatisticsError(failing(new StatisticsError('too few')))).toBe('Error: too few');
  expect(() => orStatisticsError(failing(new TypeError('a mistake')))).toThrow('a mistake');
});

test('every list of numbers can be described in words', () => {
  fc.assert(
    fc.property(sorted, (values) => {
      expect(interpret(values)).toMatch(/^(?:A single value|All values are|The values lie) .*\.$/);
    }),
  );
});
