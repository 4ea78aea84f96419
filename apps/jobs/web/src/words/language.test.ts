import { expect, test } from 'vitest';
import { en } from './en.ts';
import { chooseLanguage } from './language.ts';
import { zh } from './zh.ts';

test.each([
  [null, ['en-US', 'zh'], 'en'],
  [null, ['fr', 'zh-Hant-TW', 'en'], 'zh'],
  [null, ['fr', 'de'], 'en'],
  [null, [], 'en'],
  ['zh', ['en'], 'zh'],
  ['en', ['zh'], 'en'],
  ['klingon', ['zh-CN'], 'zh'],
])('chosen before: %s, preferred: %j, the language is %s', (kept, preferred, expected) => {
  expect(chooseLanguage(kept, preferred)).toBe(expected);
});

/** The places of all words in a tree, with what is there. */
function listWords(tree: unknown, place = ''): [string, unknown][] {
  if (typeof tree !== 'object' || tree === null) return [[place, tree]];
  return Object.entries(tree).flatMap(([name, value]) => listWords(value, `${place}.${name}`));
}

test('both languages have the same entries', () => {
  const places = (tree: object): string[] => listWords(tree).map(([place, word]) => `${place} ${typeof word}`);
  expect(places(zh).toSorted()).toEqual(places(en).toSorted());
  expect(places(en).length).toBeGreaterThan(100);
});

test('no text is empty', () => {
  const empty = [...listWords(en), ...listWords(zh)].filter(([, word]) => word === '');
  expect(empty).toEqual([]);
});

test('Chinese sentences are in Chinese', () => {
  const chinese = new Map(listWords(zh));
  const sentences = listWords(en).filter(([, word]) => typeof word === 'string' && /^[A-Z].* .*[.?]$/.test(word));
  expect(sentences.length).toBeGreaterThan(10);
  const missing = sentences.filter(([place]) => !/\p{Script=Han}/u.test(String(chinese.get(place))));
  expect(missing).toEqual([]);
});
