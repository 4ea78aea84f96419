import { expect, test } from 'vitest';
import { toTitle } from './to-title.ts';

test.each([
  ['', ''],
  ['  What is\n17 % of 2 400?  ', 'What is 17 % of 2 400?'],
  ['word '.repeat(30), `${'word '.repeat(12).trim()}…`],
  ['x'.repeat(100), `${'x'.repeat(60)}…`],
  ['👩‍👩‍👧'.repeat(3), '👩‍👩‍👧'.repeat(3)],
  ['lone \uD800 half', 'lone \uFFFD half'],
])('the title of %j is %j', (given, title) => {
  expect(toTitle(given)).toBe(title);
});
