import { expect, test } from 'vitest';
import { IMPORT_WARNINGS } from './import-warnings.ts';

test.each(Object.entries(IMPORT_WARNINGS))('the warning %s exists in both languages, with its subject', (_, make) => {
  const { en, zh } = make('Cook', 'Soup');
  expect(en).toMatch(/^[A-Z“"].*\.$/);
  expect(zh).toMatch(/\p{Script=Han}.*。$/u);
  // What one says about, the other says about as well.
  for (const word of ['Cook', 'Soup']) expect(zh.includes(word)).toBe(en.includes(word));
});

test('boards have the right article', () => {
  expect(IMPORT_WARNINGS.notABoard('Ashby').en).toBe('The response is not from an Ashby board.');
  expect(IMPORT_WARNINGS.notABoard('Greenhouse').en).toBe('The response is not from a Greenhouse board.');
  expect(IMPORT_WARNINGS.boardAnswered('Lever', undefined).zh).toBe('Lever 返回：错误。');
});
