import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oneOf, toProblems, valueAt, withArticle } from './problem.ts';

function problems(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input);
  return result.success ? [] : toProblems(result.error.issues, input);
}

describe('toProblems', () => {
  test.each([
    [z.string(), 1, 'a string', 'the number 1'],
    [z.number(), 'x', 'a number', 'the string "x"'],
    [z.int(), 1.5, 'an integer', 'the number 1.5'],
    [z.boolean(), null, 'a boolean', 'null'],
    [z.array(z.string()), {}, 'a list', 'an object'],
    [z.record(z.string(), z.string()), [], 'an object', 'a list of 0 items'],
    [z.object({}), undefined, 'an object', 'nothing'],
    [z.enum(['north', 'south']), 'up', 'one of "north", "south"', 'the string "up"'],
    [z.literal('north'), 'up', '"north"', 'the string "up"'],
    [z.string().min(3), 'ab', 'a string of at least 3 characters', 'the string "ab"'],
    [z.string().max(1), 'ab', 'a string of at most 1 character', 'the string "ab"'],
    [z.number().min(3), 2, 'a number of at least 3', 'the number 2'],
    [z.number().positive(), 0, 'a number of more than 0', 'the number 0'],
    [z.number().lt(5), 5, 'a number of less than 5', 'the number 5'],
    [z.array(z.int()).min(1), [], 'a list of at least 1 item', 'a list of 0 items'],
  ])('explains what schema %# expects', (schema, input, expected, received) => {
    expect(problems(z.object({ it: schema }), { it: input })).toEqual([{ path: 'it', expected, received }]);
  });

  test('uses the words of the schema if it has its own', () => {
    const even = z.number().refine((value) => value % 2 === 0, 'an even number');
    expect(problems(even, 3)).toEqual([
      { path: '(the whole value)', expected: 'an even number', received: 'the number 3' },
    ]);
  });

  test('names every key that should not be there', () => {
    const schema = z.object({ inner: z.strictObject({ known: z.string() }) });
    expect(problems(schema, { inner: { known: 'x', more: 1, most: true } })).toEqual([
      { path: 'inner.more', expected: 'no such key', received: 'the number 1' },
      { path: 'inner.most', expected: 'no such key', received: 'the boolean true' },
    ]);
  });

  test('finds all problems, deep inside', () => {
    const schema = z.object({ rows: z.array(z.object({ id: z.int(), name: z.string() })) });
    const input = { rows: [{ id: 1, name: 'a' }, { id: 'b' }] };
    expect(problems(schema, input)).toEqual([
      { path: 'rows.1.id', expected: 'a number', received: 'the string "b"' },
      { path: 'rows.1.name', expected: 'a string', received: 'nothing' },
    ]);
  });
});

describe('oneOf', () => {
  test('quotes what can be chosen', () => {
    expect(oneOf(['a', 1, null])).toBe('one of "a", 1, null');
    expect(oneOf(['a'])).toBe('"a"');
  });

  test('copes with values that JSON cannot express', () => {
    expect(oneOf([10n, undefined])).toBe('one of 10, ');
  });
});

describe('withArticle', () => {
  test.each([
    ['string', 'a string'],
    ['integer', 'an integer'],
    ['int', 'an integer'],
    ['array', 'a list'],
    ['record', 'an object'],
    ['constructor', 'a constructor'],
  ])('turns %s into %s', (noun, phrase) => {
    expect(withArticle(noun)).toBe(phrase);
  });
});

describe('valueAt', () => {
  test('follows own keys only', () => {
    const value = { list: [{ name: 'x' }] };
    expect(valueAt(value, [])).toBe(value);
    expect(valueAt(value, ['list', 0, 'name'])).toBe('x');
    expect(valueAt(value, ['list', 0, 'name', 'length'])).toBeUndefined();
    expect(valueAt(value, ['toString'])).toBeUndefined();
    expect(valueAt(value, ['list', 5, 'name'])).toBeUndefined();
    expect(valueAt(null, ['list'])).toBeUndefined();
  });
});
