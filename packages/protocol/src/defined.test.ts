import { expect, test } from 'vitest';
import { defined, present } from './defined.ts';

test('defined leaves out what is undefined, and keeps every other value that stands for nothing', () => {
  const fields = { a: undefined, b: null, c: '', d: 0, e: false };
  expect(Object.keys(defined(fields))).toEqual(['b', 'c', 'd', 'e']);
});

test('present leaves out null as well', () => {
  const fields = { a: undefined, b: null, c: '', d: 0, e: false };
  expect(Object.entries(present(fields))).toEqual([
    ['c', ''],
    ['d', 0],
    ['e', false],
  ]);
});
