import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Counter } from './counter.ts';

describe('a counter', () => {
  test('without labels is there from the start, at zero', () => {
    expect(new Counter({ name: 'seen_total', help: 'Seen.' }).samples()).toEqual([{ labels: {}, value: 0 }]);
  });

  test('with labels has a line for each set that was seen, and none before', () => {
    const counter = new Counter({ name: 'seen_total', help: 'Seen.', labels: ['colour', 'size'] });
    expect(counter.samples()).toEqual([]);
    counter.add(1, 'red', 'big');
    counter.add(2, 'red', 'small');
    counter.add(3, 'red', 'big');
    expect(counter.samples()).toEqual([
      { labels: { colour: 'red', size: 'big' }, value: 4 },
      { labels: { colour: 'red', size: 'small' }, value: 2 },
    ]);
  });

  test('never takes two sets of labels for one, whatever they contain', () => {
    const counter = new Counter({ name: 'seen_total', help: 'Seen.', labels: ['left', 'right'] });
    counter.add(1, 'a,b', 'c');
    counter.add(1, 'a', 'b,c');
    expect(counter.samples()).toHaveLength(2);
  });

  test('adds up to what was added', () => {
    const additions = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(1000)));
    fc.assert(
      fc.property(additions, (list) => {
        const counter = new Counter({ name: 'seen_total', help: 'Seen.', labels: ['who'] });
        for (const [who, amount] of list) counter.add(amount, who);
        for (const { labels, value } of counter.samples()) {
          const own = list.filter(([who]) => who === labels.who).map(([, amount]) => amount);
          expect(value).toBe(own.reduce((sum, amount) => sum + amount, 0));
        }
        expect(counter.samples()).toHaveLength(new Set(list.map(([who]) => who)).size);
      }),
    );
  });
});
