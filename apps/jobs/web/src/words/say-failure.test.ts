import { Refusal } from '@posthouse/components';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { sayFailure } from './say-failure.ts';
import { zh } from './zh.ts';

test('a refusal of the app is shown in its own words', () => {
  expect(sayFailure(new Refusal(409, '这个职位已经存在。'), zh)).toBe('这个职位已经存在。');
});

test("the browser's words about a lost connection are not shown", () => {
  const failure = new TypeError('Failed to fetch');
  expect(sayFailure(failure, en)).toBe(en.shell.unreachable);
  expect(sayFailure(failure, zh)).toBe(zh.shell.unreachable);
});
