import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countPhrase, toPlainWords, withoutPhrase } from './phrases.ts';

test.each([
  ["Why CAN'T I log-in?", " why can't i log in "],
  ['I can’t', " i can't "],
  ['', '  '],
  ['  ...  ', '  '],
  ['Größe: 42!', ' größe 42 '],
])('%j is normalized to %j', (text, plain) => {
  expect(toPlainWords(text)).toBe(plain);
});

test('only whole words are found, including adjacent ones', () => {
  const plain = toPlainWords('bill bill billing the bill');
  expect(countPhrase(plain, 'bill')).toBe(3);
  expect(countPhrase(plain, 'the bill')).toBe(1);
  expect(countPhrase(plain, 'bil')).toBe(0);
  expect(countPhrase(toPlainWords(''), 'bill')).toBe(0);
});

test('a removed phrase is not found again', () => {
  const plain = withoutPhrase(toPlainWords('I am not happy'), 'not happy');
  expect(countPhrase(plain, 'happy')).toBe(0);
  expect(countPhrase(plain, 'i am')).toBe(1);
});

test('phrases are counted as splitting does', () => {
  const word = fc.constantFrom('a', 'b', 'ab');
  fc.assert(
    fc.property(fc.array(word), word, (words, phrase) => {
      const expected = words.filter((each) => each === phrase).length;
      expect(countPhrase(toPlainWords(words.join(' ')), phrase)).toBe(expected);
    }),
  );
});
