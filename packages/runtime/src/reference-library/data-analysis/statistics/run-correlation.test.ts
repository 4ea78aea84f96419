import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { correlate, runCorrelation } from './run-correlation.ts';

test('a straight line has the correlation 1', () => {
  expect(correlate([1, 2, 3], [2, 4, 6])).toEqual({
    correlation: 1,
    strength: 'strong',
    direction: 'positive',
    r_squared: 1,
    sample_size: 3,
    interpretation: expect.stringContaining('tends to be larger'),
  });
  expect(correlate([1, 2, 3], [3, 2, 1])).toMatchObject({ correlation: -1, direction: 'negative' });
});

test.each([
  [[1, 2, 3, 4], [1, 3, 2, 4], 0.8, 'strong'],
  [[1, 2, 3, 4, 5], [2, 1, 4, 3, 3], 0.5547, 'moderate'],
  [[1, 2, 3, 4, 5], [3, 1, 4, 2, 4], 0.3638, 'weak'],
  [[1, 2, 3, 4], [1, -1, -1, 1], 0, 'negligible'],
])('%j and %j have the correlation %d, %s', (x, y, correlation, strength) => {
  expect(correlate(x, y)).toMatchObject({ correlation, strength });
});

test('the longer list is cut', () => {
  expect(correlate([1, 2, 3, 99], [2, 4, 6])).toMatchObject({ correlation: 1, sample_size: 3 });
});

describe('invalid input of a correlation', () => {
  test.each([
    [[], [], 'Error: at least 3 pairs are needed, got 0'],
    [[1, 2], [1, 2, 3], 'Error: at least 3 pairs are needed, got 2'],
    [[1, 1, 1], [1, 2, 3], 'Error: all values of x are the same, so nothing can go along with them'],
    [[1, 2, 3], [0, 0, 0], 'Error: all values of y are the same, so nothing can go along with them'],
  ])('%j and %j is reported as a result', async (x, y, message) => {
    expect(await runExample(runCorrelation, { x, y })).toBe(message);
  });
});

test('very large and very small numbers can be correlated', () => {
  expect(correlate([1e308, -1e308, 5e307], [1e308, -1e308, 5e307]).correlation).toBe(1);
  expect(correlate([1e-300, 2e-300, 3e-300], [1, 2, 3]).correlation).toBe(1);
});

test('the correlation lies between -1 and 1, whatever the order and scale', () => {
  const list = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(list, list, fc.integer({ min: 1, max: 50 }), (x, y, factor) => {
      const size = Math.min(x.length, y.length);
      fc.pre(new Set(x.slice(0, size)).size > 1 && new Set(y.slice(0, size)).size > 1);
      const { correlation } = correlate(x, y);
      expect(Math.abs(correlation)).toBeLessThanOrEqual(1);
      expect(correlate(y, x).correlation).toBeCloseTo(correlation, 3);
      expect(
        correlate(
          x.map((value) => value * factor + 3),
          y,
        ).correlation,
      ).toBeCloseTo(correlation, 3);
    }),
  );
});

test('the action refuses anything but numbers', async () => {
  for (const input of [{}, { x: [1, 2, 3] }, { x: ['1', '2', '3'], y: [1, 2, 3] }, { x: [Infinity], y: [1] }]) {
    await expect(runExample(runCorrelation, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});
