import { expect, test } from 'vitest';
import { chooseResume, toId } from './choose-resume.ts';

const resumes = [
  { id: 1, isDefault: false },
  { id: 2, isDefault: true },
];

test.each([
  [undefined, 2],
  ['1', 1],
  ['2', 2],
  ['3', undefined],
  ['', undefined],
  ['x', undefined],
])('the resume %s in the address means %s', (named, id) => {
  expect(chooseResume(resumes, named)?.id).toBe(id);
});

test('the first resume is chosen without a default, and none when there is none', () => {
  expect(chooseResume([{ id: 7, isDefault: false }], undefined)?.id).toBe(7);
  expect(chooseResume([], undefined)).toBeUndefined();
});

test.each([
  ['12', 12],
  ['0', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['1.5', undefined],
  ['9999999999999999', undefined],
  [undefined, undefined],
])('%s is read as the id %s', (text, id) => {
  expect(toId(text)).toBe(id);
});
