import { expect, test } from 'vitest';
import { toRetryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-03-01T08:30:00Z');

test.each([
  ['3', 3000],
  [' 0 ', 0],
  ['1.5', 1500],
  ['Sun, 01 Mar 2026 08:30:07 GMT', 7000],
  ['Sun, 01 Mar 2026 08:29:00 GMT', 0],
])('toRetryAfterMs reads %j as %i ms', (header, milliseconds) => {
  expect(toRetryAfterMs(header, now)).toBe(milliseconds);
});

test.each([null, '', ' ', 'soon', '-3', '3 seconds'])('toRetryAfterMs reads no delay from %j', (header) => {
  expect(toRetryAfterMs(header, now)).toBeUndefined();
});
