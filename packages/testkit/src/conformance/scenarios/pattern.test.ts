import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePattern, matches, toSequence } from './pattern.ts';

describe('matches', () => {
  it('requires every label, in order, and no other', () => {
    const pattern = ['a', 'b', 'c'];
    expect(matches(pattern, ['a', 'b', 'c'])).toBe(true);
    for (const labels of [[], ['a', 'b'], ['a', 'c', 'b'], ['a', 'b', 'c', 'c'], ['x', 'b', 'c']]) {
      expect(matches(pattern, labels)).toBe(false);
    }
  });

  it('allows optional labels of an agent in between, in their own order', () => {
    const pattern = ['start', { meanwhile: ['m1', 'm2'] }, 'a', 'end'];
    for (const labels of ['start m1 m2 a end', 'start m1 a m2 end', 'start a end m1 m2', 'start m1 a end m2']) {
      expect(matches(pattern, labels.split(' '))).toBe(true);
    }
    for (const labels of [
      'start a end',
      'start m1 a end',
      'm1 start m2 a end',
      'start m2 m1 a end',
      'start m1 m2 m2 a end',
    ]) {
      expect(matches(pattern, labels.split(' '))).toBe(false);
    }
  });

  it('accepts every interleaving, and none that lacks something', () => {
    const sequence = (letters: string[]) => fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        sequence(['a', 'b']),
        sequence(['m', 'n']),
        fc.infiniteStream(fc.boolean()),
        (main, beside, coins) => {
          const left = [...main];
          const right = [...beside];
          const mixed: string[] = [];
          while (left.length + right.length > 0) {
            const first = right.length === 0 || (left.length > 0 && coins.next().value === true);
            mixed.push((first ? left : right).shift()!);
          }
          const pattern = [{ meanwhile: beside }, ...main];
          expect(matches(pattern, mixed)).toBe(true);
          for (const index of mixed.keys()) expect(matches(pattern, mixed.toSpliced(index, 1))).toBe(false);
        },
      ),
    );
  });

  it('allows what may be cut off: all of it, its beginning, or nothing', () => {
    const pattern = ['start', { perhaps: ['p1', 'p2'] }, 'a', 'end'];
    for (const labels of ['start a end', 'start p1 a end', 'start a p1 end p2', 'start p1 p2 a end']) {
      expect(matches(pattern, labels.split(' '))).toBe(true);
    }
    for (const labels of [
      'start p2 a end',
      'start p2 p1 a end',
      'p1 start a end',
      'start p1 p1 a end',
      'start p1 end',
    ]) {
      expect(matches(pattern, labels.split(' '))).toBe(false);
    }
  });

  it('accepts each of several orders, and no mixture', () => {
    const pattern = [
      {
        anyOf: [
          ['a', 'b'],
          ['b', { meanwhile: ['a'] }],
        ],
      },
      'end',
    ];
    for (const labels of ['a b end', 'b a end', 'b end a']) expect(matches(pattern, labels.split(' '))).toBe(true);
    for (const labels of ['a end', 'a end b', 'a b a end']) expect(matches(pattern, labels.split(' '))).toBe(false);
  });

  it('reads a pattern line by line', () => {
    expect(describePattern(['a', { meanwhile: ['b', 'c'] }])).toBe('a\n[somewhere from here on: b, c]');
    expect(describePattern([{ perhaps: ['b'] }])).toBe('[perhaps, somewhere from here on: b]');
    expect(describePattern([{ anyOf: [['a'], ['b', 'c']] }])).toBe('[one of these orders:\na\nor\nb\nc]');
  });

  it('describes the sequence that it turns into', () => {
    const pattern = ['a', { anyOf: [[{ perhaps: ['m'] }, 'b'], ['c']] }, { meanwhile: ['n'] }, 'end'];
    expect(toSequence(pattern)).toEqual(['a', 'm', 'b', 'n', 'end']);
    expect(matches(pattern, toSequence(pattern))).toBe(true);
  });
});
