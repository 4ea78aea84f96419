import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Histogram } from './histogram.ts';

const bucketsOf = (histogram: Histogram): [string, number][] =>
  histogram
    .samples()
    .filter(({ suffix }) => suffix === '_bucket')
    .map(({ labels, value }) => [labels.le!, value]);

describe('a histogram', () => {
  test('counts in each bucket what is at most its bound', () => {
    const histogram = new Histogram({ name: 'took_seconds', help: 'Took.', bounds: [0.1, 1] });
    for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe(value);
    expect(bucketsOf(histogram)).toEqual([
      ['0.1', 2],
      ['1', 3],
      ['+Inf', 4],
    ]);
  });

  test('has sum and count beside the buckets, with the labels of the set', () => {
    const histogram = new Histogram({ name: 'took_seconds', help: 'Took.', bounds: [1], labels: ['route'] });
    histogram.observe(0.25, '/a');
    histogram.observe(2, '/a');
    expect(histogram.samples()).toEqual([
      { suffix: '_bucket', labels: { route: '/a', le: '1' }, value: 1 },
      { suffix: '_bucket', labels: { route: '/a', le: '+Inf' }, value: 2 },
      { suffix: '_sum', labels: { route: '/a' }, value: 2.25 },
      { suffix: '_count', labels: { route: '/a' }, value: 2 },
    ]);
  });

  test('is there without labels before anything was seen', () => {
    const histogram = new Histogram({ name: 'took_seconds', help: 'Took.', bounds: [1] });
    expect(histogram.samples().map(({ value }) => value)).toEqual([0, 0, 0, 0]);
  });

  test('never has more in a smaller bucket, and everything in the last', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true })), (values) => {
        const histogram = new Histogram({ name: 'took_seconds', help: 'Took.' });
        for (const value of values) histogram.observe(value);
        const counts = bucketsOf(histogram).map(([, count]) => count);
        expect(counts.toSorted((left, right) => left - right)).toEqual(counts);
        expect(counts.at(-1)).toBe(values.length);
        for (const [bound, count] of bucketsOf(histogram).slice(0, -1)) {
          expect(count).toBe(values.filter((value) => value <= Number(bound)).length);
        }
      }),
    );
  });
});
