import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSentences, toTellingWords } from './sentences.ts';

test.each([
  ['One. Two? Three! Four', ['One.', 'Two?', 'Three!', 'Four']],
  ['It costs 3.50 now. Good.', ['It costs 3.50 now.', 'Good.']],
  ['A heading\n\nA sentence\nover two lines.', ['A heading', 'A sentence over two lines.']],
  ['   ', []],
  ['', []],
])('toSentences splits %j', (text, sentences) => {
  expect(toSentences(text)).toEqual(sentences);
});

test('toSentences loses nothing but space', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(toSentences(text).join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});

test('significant words have a minimum length and are no stop words', () => {
  expect(toTellingWords('The Arctic is warming, and it has been for 40 years: über')).toEqual([
    'arctic',
    'warming',
    'years',
    'über',
  ]);
});

test.each(['.'.repeat(100_000), ' '.repeat(100_000), '\n'.repeat(100_000), '. '.repeat(50_000)])(
  'long runs of the same characters take little time',
  (text) => {
    const begin = performance.now();
    toSentences(text);
    expect(performance.now() - begin).toBeLessThan(15_000);
  },
);
