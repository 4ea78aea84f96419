import { expect, test } from 'vitest';
import { toExpressions } from './script.ts';

test.each([
  ['What is 2 + 2?', ['2 + 2']],
  ['Calculate (3 + 4) * 12 and 7 / 2.', ['(3 + 4) * 12', '7 / 2']],
  ['-2 ** 2', ['-2 ** 2']],
  ['twice 5*5 is twice 5*5', ['5*5']],
  ['What is 17 % of 2 400, and 5 percent of 1,000?', ['17 / 100 * 2400', '5 / 100 * 1000']],
  ['2.5% of 8 plus something', ['2.5 / 100 * 8']],
  ['on 2026-05-01 at 10 o’clock', []],
  ['call me at 5', []],
  ['nothing', []],
])('toExpressions finds the expressions, if any, in "%s"', (text, expressions) => {
  expect(toExpressions(text)).toEqual(expressions);
});

test('long texts take little time', () => {
  for (const text of ['('.repeat(100_000), '1+'.repeat(100_000), '1 '.repeat(100_000)]) {
    const begin = performance.now();
    toExpressions(text);
    expect(performance.now() - begin).toBeLessThan(15_000);
  }
});
