import type { Salary } from '../../postings/posting.ts';
import { isFields, toList, type Fields } from '../importing.ts';
import { readSalaryText, toSalary } from '../read-salary.ts';

/**
 * Pay out of everything that `baseSalary` has been seen to hold: a MonetaryAmount with a number or a range, a
 * PriceSpecification, a number, a line of text, or a list of them. `estimatedSalary` is read the same way.
 */
export function toBaseSalary(posting: Fields): Salary | undefined {
  const currency = posting['salaryCurrency'];
  for (const value of [...toList(posting['baseSalary']), ...toList(posting['estimatedSalary'])]) {
    const salary = readAmount(value, currency);
    if (salary !== undefined) return salary;
  }
  return undefined;
}

function readAmount(value: unknown, currency: unknown): Salary | undefined {
  if (typeof value === 'number') return toSalary({ min: value, max: value, currency });
  if (typeof value === 'string') return readSalaryText(value) ?? toSalary({ min: value, max: value, currency });
  if (!isFields(value)) return undefined;
  const inner = toList(value['value'])[0];
  const amounts = isFields(inner) ? inner : value;
  const exact = isFields(inner) ? inner['value'] : (inner ?? value['price'] ?? value['median']);
  const low = amounts['minValue'] ?? amounts['minPrice'] ?? amounts['percentile10'] ?? exact;
  const high = amounts['maxValue'] ?? amounts['maxPrice'] ?? amounts['percentile90'] ?? exact;
  const onlyLow = amounts['minValue'] !== undefined && amounts['maxValue'] === undefined;
  const onlyHigh = amounts['maxValue'] !== undefined && amounts['minValue'] === undefined;
  return toSalary({
    min: onlyHigh ? undefined : low,
    max: onlyLow ? undefined : high,
    currency: value['currency'] ?? value['priceCurrency'] ?? amounts['currency'] ?? currency,
    period: amounts['unitText'] ?? value['unitText'] ?? amounts['unitCode'] ?? value['duration'],
  });
}
