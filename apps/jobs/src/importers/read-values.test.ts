import { describe, expect, test } from 'vitest';
import { readDate } from './read-date.ts';
import { readSalaryText, toAmount, toPeriod } from './read-salary.ts';

describe('dates of postings', () => {
  test.each([
    ['2026-01-20', '2026-01-20T00:00:00.000Z'],
    ['2026-1-5', '2026-01-05T00:00:00.000Z'],
    ['2026-01-20T10:00:00Z', '2026-01-20T10:00:00.000Z'],
    ['2026-01-20T10:00', '2026-01-20T10:00:00.000Z'],
    ['2026-01-20 10:00:00', '2026-01-20T10:00:00.000Z'],
    ['2026-01-20T10:00:00+02:00', '2026-01-20T08:00:00.000Z'],
    ['2026-01-20T10:00:00.250-0530', '2026-01-20T15:30:00.250Z'],
    ['January 20, 2026', '2026-01-20T00:00:00.000Z'],
    ['Jan 20th 2026', '2026-01-20T00:00:00.000Z'],
    ['20 January 2026', '2026-01-20T00:00:00.000Z'],
    ['Tue, 20 Jan 2026 07:00:00 GMT', '2026-01-20T00:00:00.000Z'],
    ['20.01.2026', '2026-01-20T00:00:00.000Z'],
    ['2026年1月20日', '2026-01-20T00:00:00.000Z'],
    ['2026/01/20', '2026-01-20T00:00:00.000Z'],
    [1_768_867_200, '2026-01-20T00:00:00.000Z'],
    [1_768_867_200_000, '2026-01-20T00:00:00.000Z'],
    ['1768867200000', '2026-01-20T00:00:00.000Z'],
    ['05/06/2026', undefined],
    ['2026-02-30', undefined],
    ['2026-13-01', undefined],
    ['soon', undefined],
    ['0001-01-01', undefined],
    ['9'.repeat(100_000), undefined],
    [Number.NaN, undefined],
    [null, undefined],
    [{}, undefined],
  ])('%j is read as %s', (value, iso) => {
    expect(readDate(value)).toBe(iso);
  });
});

describe('salaries in words', () => {
  test.each([
    ['$150K/yr - $190K/yr', { min: 150_000, max: 190_000, period: 'year' }],
    ['US$150K/yr - US$190K/yr', { min: 150_000, max: 190_000, currency: 'USD', period: 'year' }],
    ['CA$140K/yr - CA$180K/yr', { min: 140_000, max: 180_000, currency: 'CAD', period: 'year' }],
    ['£30 an hour', { min: 30, max: 30, currency: 'GBP', period: 'hour' }],
    ['£42,000 - £50,000 a year', { min: 42_000, max: 50_000, currency: 'GBP', period: 'year' }],
    ['€60.000 – €80.000 per year', { min: 60_000, max: 80_000, currency: 'EUR', period: 'year' }],
    ['60-80k EUR', { min: 60_000, max: 80_000, currency: 'EUR' }],
    ['20k-35k/月', { min: 20_000, max: 35_000, period: 'month' }],
    ['1-2万/月', { min: 10_000, max: 20_000, period: 'month' }],
    ['¥20000-30000/month', { min: 20_000, max: 30_000, period: 'month' }],
    ['From $25 an hour', { min: 25, period: 'hour' }],
    ['Up to €100,000 a year', { max: 100_000, currency: 'EUR', period: 'year' }],
    ['Acme · Berlin', undefined],
    ['500 employees', undefined],
    ['3 - 5 years', undefined],
    ['2026-01-20', undefined],
    ['Easy Apply', undefined],
    ['', undefined],
  ])('parses a salary given as "%s"', (line, salary) => {
    expect(readSalaryText(line)).toEqual(salary);
  });

  test.each([
    ['120,000', 120_000],
    ['120.000', 120_000],
    ['120 000', 120_000],
    ["120'000", 120_000],
    ['1,234.56', 1_234.56],
    ['1.234,56', 1_234.56],
    ['12.5', 12.5],
    ['120k', 120_000],
    ['$1.5M', 1_500_000],
    ['2万', 20_000],
    ['-5', undefined],
    [0, undefined],
    [-5, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['free', undefined],
    [true, undefined],
  ])('the amount %j is read as %s', (value, amount) => {
    expect(toAmount(value)).toBe(amount);
  });

  test.each([
    ['YEAR', 'year'],
    ['1 YEAR', 'year'],
    ['per-year-salary', 'year'],
    ['annual', 'year'],
    ['P1Y', 'year'],
    ['HOUR', 'hour'],
    ['per-hour-wage', 'hour'],
    ['MONTH', 'month'],
    ['月', 'month'],
    ['WEEK', 'week'],
    ['DAY', 'day'],
    ['NONE', undefined],
    [7, undefined],
  ])('the period %j is read as %s', (value, period) => {
    expect(toPeriod(value)).toBe(period);
  });
});
