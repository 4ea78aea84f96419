import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileArbitrary, oddValues } from '../__fixtures__/hostile.ts';
import { clip, describeValue } from './describe-value.ts';

describe('describeValue', () => {
  test.each([
    [undefined, 'nothing'],
    [null, 'null'],
    ['hello', 'the string "hello"'],
    ['say "hi"\n', String.raw`the string "say \"hi\"\n"`],
    [7, 'the number 7'],
    [Number.NaN, 'the number NaN'],
    [true, 'the boolean true'],
    [[], 'a list of 0 items'],
    [[1], 'a list of 1 item'],
    [[1, 2], 'a list of 2 items'],
    [{ a: 1 }, 'an object'],
    [new Date(0), 'an object'],
    [1n, 'a bigint'],
    [Symbol('x'), 'a symbol'],
    [() => 1, 'a function'],
  ])('describes %o as %s', (value, expected) => {
    expect(describeValue(value)).toBe(expected);
  });

  test('shows only the beginning of long text', () => {
    expect(describeValue('x'.repeat(61))).toBe(`the string "${'x'.repeat(60)}…"`);
    expect(describeValue('x'.repeat(60))).toBe(`the string "${'x'.repeat(60)}"`);
  });

  test('describes any value briefly and never throws', () => {
    fc.assert(
      fc.property(hostileArbitrary, (value) => {
        expect(describeValue(value).length).toBeLessThan(400);
      }),
    );
    for (const make of Object.values(oddValues)) expect(describeValue(make())).not.toBe('');
  });
});

describe('clip', () => {
  test('marks what it cuts', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('abcd', 3)).toBe('abc…');
  });
});
