import { expect, test } from 'vitest';
import { splitFragment } from './token.ts';

test.each([
  ['', undefined, ''],
  ['#', undefined, ''],
  ['#token=abc', 'abc', ''],
  ['#token=a%2Bb', 'a+b', ''],
  ['#/tasks', undefined, '#/tasks'],
  ['#/tasks?token=abc', 'abc', '#/tasks'],
  ['#/tasks/desk/t-1?token=abc&at=3', 'abc', '#/tasks/desk/t-1?at=3'],
  ['#/chat/c-1?at=3', undefined, '#/chat/c-1?at=3'],
  ['#something', undefined, ''],
])('the fragment %s', (fragment, token, rest) => {
  expect(splitFragment(fragment)).toEqual({ token, rest });
});
