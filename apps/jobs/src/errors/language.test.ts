import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toLanguage } from './language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['zh', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-US,en;q=0.9,zh;q=0.8', 'en'],
  ['en;q=0.5, zh;q=0.9', 'zh'],
  ['fr, zh-TW;q=0.2', 'zh'],
  ['zh;q=0, en;q=0.1', 'en'],
  ['de-DE', 'en'],
  ['ZH-hans', 'zh'],
  [';;q=,,=', 'en'],
])('the header %j selects the language %s', (header, language) => {
  expect(toLanguage(header)).toBe(language);
});

test('any header selects one of our languages', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(['en', 'zh']).toContain(toLanguage(header));
    }),
  );
});
