import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeHistories } from './import-reference.ts';

const entry = (text: string) => ({ role: 'user', content: text });

describe('merging histories that were stored again and again', () => {
  it('gives one history', () => {
    expect(mergeHistories([['a'], ['a', 'b'], ['a', 'b', 'c', 'd']])).toEqual(['a', 'b', 'c', 'd']);
    expect(mergeHistories([['a', 'b']])).toEqual(['a', 'b']);
    expect(mergeHistories([['a'], ['a']])).toEqual(['a']);
    expect(mergeHistories([])).toEqual([]);
    expect(mergeHistories([[], ['a']])).toEqual(['a']);
  });

  it('gives one history after a restart too, which stored all rows together', () => {
    expect(mergeHistories([['a'], ['a', 'b'], ['a', 'a', 'b', 'c']])).toEqual(['a', 'b', 'c']);
    expect(mergeHistories([['a'], ['a', 'b'], ['a', 'a', 'b', 'c'], ['a', 'a', 'b', 'c', 'd']])).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  it('keeps what was really said twice', () => {
    expect(mergeHistories([['yes'], ['yes', 'yes']])).toEqual(['yes', 'yes']);
  });

  it('continues where they overlap when a row is missing', () => {
    expect(
      mergeHistories([
        ['a', 'b'],
        ['b', 'c'],
      ]),
    ).toEqual(['a', 'b', 'c']);
    expect(mergeHistories([['a'], ['x']])).toEqual(['a', 'x']);
  });

  it('compares them by what they say', () => {
    expect(mergeHistories([[entry('a')], [entry('a'), entry('b')]])).toEqual([entry('a'), entry('b')]);
  });

  it('gives what was said, whenever the server stored it and was restarted', () => {
    // Entries differ, as they do: each has the time and the text of a message in it.
    const storings = fc.array(fc.record({ said: fc.integer({ min: 1, max: 3 }), restart: fc.boolean() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(storings, (plan) => {
        let said = 0;
        const truth: string[] = [];
        const rows: string[][] = [];
        let memory: string[] = [];
        for (const step of plan) {
          if (step.restart) memory = rows.flat();
          for (let count = 0; count < step.said; count += 1) {
            said += 1;
            truth.push(`entry ${said}`);
            memory.push(`entry ${said}`);
          }
          rows.push([...memory]);
        }
        expect(mergeHistories(rows)).toEqual(truth);
      }),
    );
  });
});
