import { expect, test } from 'vitest';
import { toShortDay } from './short-day.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

test.each([
  ['2026-01-22T12:00:00.000Z', 'en', 'Jan 22'],
  ['2025-12-24T12:00:00.000Z', 'en', 'Dec 24, 2025'],
  ['2026-01-22T12:00:00.000Z', 'zh', '1月22日'],
  ['2025-12-24T12:00:00.000Z', 'zh', '2025年12月24日'],
])('the day %s in %s is shown as %s', (at, language, text) => {
  expect(toShortDay(at, language, now)).toBe(text);
});
