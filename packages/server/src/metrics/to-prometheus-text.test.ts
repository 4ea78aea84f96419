import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePrometheusText } from './__fixtures__/parse-prometheus-text.ts';
import { Counter } from './counter.ts';
import { gauge } from './gauge.ts';
import { Histogram } from './histogram.ts';
import { toPrometheusText } from './to-prometheus-text.ts';

describe('the text for Prometheus', () => {
  test('explains and declares each family before its lines', () => {
    const counter = new Counter({ name: 'seen_total', help: 'Seen so far.', labels: ['colour'] });
    counter.add(2, 'red');
    expect(toPrometheusText([counter])).toBe(
      '# HELP seen_total Seen so far.\n# TYPE seen_total counter\nseen_total{colour="red"} 2\n',
    );
  });

  test('has lines for buckets, sum and count of a histogram', () => {
    const histogram = new Histogram({ name: 'took_seconds', help: 'Took.', bounds: [0.5] });
    histogram.observe(0.25);
    expect(toPrometheusText([histogram]).split('\n').slice(2, -1)).toEqual([
      'took_seconds_bucket{le="0.5"} 1',
      'took_seconds_bucket{le="+Inf"} 1',
      'took_seconds_sum 0.25',
      'took_seconds_count 1',
    ]);
  });

  test('asks a gauge at each scrape', () => {
    let value = 1;
    const family = gauge({ name: 'now', help: 'Now.', read: () => value });
    expect(toPrometheusText([family])).toContain('now 1\n');
    value = 2;
    expect(toPrometheusText([family])).toContain('now 2\n');
  });

  test.each([
    ['not a number', Number.NaN, 'NaN'],
    ['infinity', Number.POSITIVE_INFINITY, '+Inf'],
    ['less than everything', Number.NEGATIVE_INFINITY, '-Inf'],
    ['a tiny number', 1e-9, '1e-9'],
  ])('writes %s as Prometheus does', (_, value, text) => {
    expect(toPrometheusText([gauge({ name: 'now', help: 'Now.', read: () => value })])).toContain(`now ${text}\n`);
  });

  test('no label breaks out of its quotes, whatever a model is called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '{', '}', ',', '=', '\u{1F600}') }),
        (label) => {
          const counter = new Counter({ name: 'seen_total', help: 'Seen.', labels: ['model'] });
          counter.add(1, label);
          expect([...parsePrometheusText(toPrometheusText([counter])).values.values()]).toEqual([1]);
        },
      ),
    );
  });

  test('an explanation stays on its line', () => {
    const family = gauge({ name: 'now', help: 'One\ntwo \\ three', read: () => 1 });
    expect(toPrometheusText([family]).split('\n')[0]).toBe('# HELP now One\\ntwo \\\\ three');
  });
});
