import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../packages/protocol/src/errors/error-codes.ts';
import { toErrorsPage } from './to-errors-page.ts';

const codes = Object.entries(ERROR_CODES);

describe('the errors page', () => {
  const page = toErrorsPage();

  test.each(codes)('lists %s in one row', (code, { status, retryable, meaning }) => {
    const rows = page.split('\n').filter((line) => line.startsWith(`| \`${code}\` |`));
    expect(rows).toEqual([`| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${meaning} |`]);
  });

  test('no meaning of a code breaks out of its cell', () => {
    expect(codes.filter(([, { meaning }]) => /[|\n]/.test(meaning))).toEqual([]);
  });
});
