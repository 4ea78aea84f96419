import { Refusal } from '@posthouse/components';
import { expect, test } from 'vitest';
import { worthTelling } from './worth-telling.ts';

const refusal = new Refusal(404, 'There is no such job.');
const away = new TypeError('Failed to fetch');

test.each([
  [refusal, true, refusal],
  [refusal, false, refusal],
  [away, true, undefined],
  [away, false, away],
  [undefined, false, undefined],
])('worthTelling decides about %s, with something to show: %s', (failure, isShown, told) => {
  expect(worthTelling(failure, isShown)).toBe(told);
});
