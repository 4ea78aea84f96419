import type { Salary, SalaryPeriod } from '../postings/posting.ts';

const PERIODS: readonly (readonly [SalaryPeriod, RegExp])[] = [
  ['hour', /^(?:p?t?1h|hour(?:ly)?|hr|per[-_ ]hour(?:[-_ ]wage)?|an hour|小时|时)$/i],
  ['day', /^(?:p1d|day|daily|per[-_ ]day(?:[-_ ]wage)?|a day|日|天)$/i],
  ['week', /^(?:p1w|week(?:ly)?|wk|per[-_ ]week(?:[-_ ]salary)?|a week|周)$/i],
  ['month', /^(?:p1m|month(?:ly)?|mo|mon|per[-_ ]month(?:[-_ ]salary)?|a month|1 month|月)$/i],
  ['year', /^(?:p1y|year(?:ly)?|yr|annual(?:ly)?|annum|per[-_ ]year(?:[-_ ]salary)?|a year|1 year|年)$/i],
];

/** The period that a board or a page names, in any of their spellings. */
export function toPeriod(value: unknown): SalaryPeriod | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(/^1\s+/, '');
  return PERIODS.find(([, pattern]) => pattern.test(text))?.[0];
}

/** A currency's code, if a value is one, or a sign that only one currency has. */
function toCurrency(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase();
  return SIGNS.get(text);
}

const SIGNS = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['US$', 'USD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['A$', 'AUD'],
  ['S$', 'SGD'],
  ['HK$', 'HKD'],
  ['元', 'CNY'],
  ['RMB', 'CNY'],
]);

/** An amount of money, also as "120,000", "120k" or "1.5 万". Nothing, if it is zero or below. */
export function toAmount(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 0 && Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const match = /^[^\d-]{0,6}?(\d[\d.,' ]{0,20})\s?(k|m|万|千)?\D{0,12}$/iu.exec(value.trim());
  if (match?.[1] === undefined) return undefined;
  const amount = readDigits(match[1]) * (SCALES[(match[2] ?? '').toLowerCase()] ?? 1);
  return amount > 0 ? amount : undefined;
}

const SCALES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000, 万: 10_000, 千: 1_000 };

/** "1.234,56", "1,234.56" and "120 000": the last separator is a decimal point unless three digits follow it. */
function readDigits(text: string): number {
  const digits = text.replaceAll(/[' ]/g, '').replace(/[.,]$/, '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1 || digits.length - last === 4) return Number(digits.replaceAll(/[.,]/g, ''));
  return Number(`${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`);
}

/** Pay from its parts, with the smaller amount first; nothing, if no amount is known. */
export function toSalary(parts: {
  min?: unknown;
  max?: unknown;
  currency?: unknown;
  period?: unknown;
}): Salary | undefined {
  const amounts = [toAmount(parts.min), toAmount(parts.max)];
  const known = amounts.filter((amount) => amount !== undefined);
  if (known.length === 0) return undefined;
  const swapped = known.length === 2 && (known[0] ?? 0) > (known[1] ?? 0);
  const [min, max] = swapped ? amounts.toReversed() : amounts;
  const [currency, period] = [toCurrency(parts.currency), toPeriod(parts.period)];
  return {
    min,
    max,
    currency,
    period,
  };
}

const AMOUNT =
  '(US\\$|CA?\\$|A\\$|S\\$|HK\\$|[$€£₹¥￥])?\\s?(\\d[\\d.,]{0,12}\\s?[kKmM万千]?)\\s?(EUR|USD|GBP|CHF|CAD|AUD|CNY|RMB|元|€|£)?';
const EVERY = '(?:\\s?(?:/|per|an?|每)?\\s?(hour|hr|day|week|wk|month|mo|year|yr|annum|小时|天|日|月|年)(?![a-z]))?';
const RANGE = new RegExp(`${AMOUNT}${EVERY}\\s?(?:[-–—~]|to)\\s?${AMOUNT}${EVERY}`, 'iu');
const SINGLE = new RegExp(`(from|up to|starting at)?\\s?${AMOUNT}${EVERY}`, 'iu');

/**
 * Pay that a line states, as mails write it: "$150K/yr - $190K/yr", "£30 an hour", "20k-35k/月". A line without a sign
 * of money or a period states none.
 */
export function readSalaryText(line: string): Salary | undefined {
  const text = line.slice(0, 200);
  if (
    !/[$€£₹¥￥元]|\b(?:EUR|USD|GBP|CHF|CAD|AUD|CNY|RMB)\b|\d\s?k?\s?(?:\/|per |an? )|[万千]|\d\s?k\s?[-–—~]/iu.test(
      text,
    )
  )
    return undefined;
  const range = RANGE.exec(text);
  if (range !== null) return fromRange(range);
  const single = SINGLE.exec(text);
  if (single === null) return undefined;
  const [, bound, sign, amount, code, period] = single;
  if (sign === undefined && code === undefined && period === undefined) return undefined;
  const upper = /up to/i.test(bound ?? '');
  const lower = bound !== undefined && !upper;
  return toSalary({ min: upper ? undefined : amount, max: lower ? undefined : amount, currency: code ?? sign, period });
}

function fromRange([, sign, low, code, every, sign2, high, code2, every2]: RegExpExecArray): Salary | undefined {
  const currency = code2 ?? code ?? sign ?? sign2;
  if (currency === undefined && every === undefined && every2 === undefined && !/[k万千]/iu.test(high ?? ''))
    return undefined;
  // "20-35k" means thousands on both sides.
  const scale = /[kKmM万千]$/u.exec(high?.trim() ?? '')?.[0] ?? '';
  const min = /[kKmM万千]$/u.test(low?.trim() ?? '') ? low : `${low}${scale}`;
  return toSalary({ min, max: high, currency, period: every2 ?? every });
}
