import { expect, test } from 'vitest';
import { isSameAnswer } from './is-same-answer.ts';

test.each([
  ['Seven.', 'Seven.', true],
  ['', '', true],
  ['Seven.', 'Seven', false],
  ['{ "a": [1, 2] }', '{"a":[1,2]}', true],
  ['{"a":1}', '{"a":2}', false],
  ['[1]', '1', false],
  ['7', '7.0', true],
  ['{broken', '{ broken', false],
  ['true', 'true ', false],
])('isSameAnswer(%j, %j) is %j', (written, outcome, same) => {
  expect(isSameAnswer(written, outcome)).toBe(same);
});

test('text that was not written to its end is no answer', () => {
  expect(isSameAnswer(undefined, '')).toBe(false);
});
