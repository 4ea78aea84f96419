import type { Salary } from '../api/job.ts';

/**
 * Pay as readers of a language write it, without the period. Undefined when nothing is known.
 *
 * @example toSalaryText({ min: 25_000, max: 40_000, currency: 'CNY', period: 'month' }, 'zh') // '¥25,000 - ¥40,000'
 */
export function toSalaryText(salary: Salary | null, language: string): string | undefined {
  if (salary === null) return undefined;
  const { min, max, currency } = salary;
  const numbers = new Intl.NumberFormat(language, { ...toStyle(currency), maximumFractionDigits: 2 });
  if (min !== null && max !== null) return min === max ? numbers.format(min) : numbers.formatRange(min, max);
  if (min !== null) return `≥ ${numbers.format(min)}`;
  return max === null ? undefined : `≤ ${numbers.format(max)}`;
}

/** What is no currency is left out, because nobody knows what it would mean. */
function toStyle(currency: string | null): Intl.NumberFormatOptions {
  return currency !== null && /^[A-Z]{3}$/.test(currency)
    ? { style: 'currency', currency, minimumFractionDigits: 0 }
    : {};
}
