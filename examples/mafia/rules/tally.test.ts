import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tally } from './tally.ts';

test.each([
  ['one vote decides', { a: 'x' }, { winner: 'x', tied: [] }],
  ['the most votes win', { a: 'x', b: 'y', c: 'x' }, { winner: 'x', tied: [] }],
  ['equal votes decide nothing', { a: 'x', b: 'y' }, { winner: null, tied: ['x', 'y'] }],
  ['only the leaders are tied', { a: 'x', b: 'y', c: 'x', d: 'y', e: 'z' }, { winner: null, tied: ['x', 'y'] }],
  ['no votes decide nothing', {}, { winner: null, tied: [] }],
])('counting votes: %s', (_, votes: Record<string, string>, result) => {
  expect(tally(votes)).toEqual(result);
});

test('a winner has more votes than anybody else, and there is a winner or a tie', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.constantFrom('x', 'y', 'z'), { minKeys: 1 }), (votes) => {
      const { winner, tied } = tally(votes);
      const count = (choice: string) => Object.values(votes).filter((each) => each === choice).length;
      const most = Math.max(...['x', 'y', 'z'].map(count));
      const leaders = ['x', 'y', 'z'].filter((choice) => count(choice) === most);
      expect(winner === null ? tied.toSorted() : [winner]).toEqual(leaders);
      expect(winner === null).toBe(leaders.length > 1);
    }),
  );
});
