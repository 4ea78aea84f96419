import { expect, test } from 'vitest';
import { toSalaryText } from './salary-text.ts';

const plain = (text: string | undefined): string | undefined => text?.replaceAll(/\s+/gu, '');

test.each([
  [{ min: 165_000, max: 195_000, currency: 'USD', period: 'year' }, 'en', '$165,000–$195,000'],
  [{ min: 25_000, max: 40_000, currency: 'CNY', period: 'month' }, 'zh', '¥25,000-¥40,000'],
  [{ min: 20, max: 20, currency: 'EUR', period: 'hour' }, 'en', '€20'],
  [{ min: 17.5, max: null, currency: 'EUR', period: 'hour' }, 'en', '≥€17.5'],
  [{ min: null, max: 900, currency: null, period: null }, 'en', '≤900'],
  [{ min: 1, max: 2, currency: '<b>', period: null }, 'en', '1–2'],
  [{ min: null, max: null, currency: 'USD', period: null }, 'en', undefined],
  [null, 'en', undefined],
])('the salary %j in %s is shown as %s', (salary, language, text) => {
  expect(plain(toSalaryText(salary, language))).toBe(text);
});
