import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MAX_PROBLEMS_LISTED, problem, problemError, type Problem, toProblem } from './problem.ts';

const problemsOf = (schema: z.ZodType, value: unknown): Problem[] =>
  schema.safeParse(value).error!.issues.map((issue) => toProblem(issue, value));

describe('toProblem', () => {
  const cases: [string, z.ZodType, unknown, string, string][] = [
    ['a missing field', z.string(), undefined, 'a string', 'nothing'],
    ['a null', z.string(), null, 'a string', 'null'],
    ['another type', z.number(), '7', 'a number', 'the string "7"'],
    ['a list for an object', z.strictObject({}), [1], 'an object', 'a list of 1 item'],
    ['an object for a list', z.array(z.string()), {}, 'a list', 'an object'],
    ['a list for a map', z.record(z.string(), z.string()), [], 'an object', 'a list of 0 items'],
    ['half a number', z.number().int(), 1.5, 'an integer', 'the number 1.5'],
    ['not a number', z.number(), Number.NaN, 'a number', 'the number NaN'],
    [
      'a number too large to be exact',
      z.number().int(),
      2 ** 60,
      'an integer of at most 9007199254740991',
      `the number ${2 ** 60}`,
    ],
    ['a wrong word', z.enum(['a', 'b']), 'c', 'one of "a", "b"', 'the string "c"'],
    ['the wrong constant', z.literal('mail'), 'male', '"mail"', 'the string "male"'],
    ['empty text', z.string().min(1), '', 'a string of at least 1 character', 'the string ""'],
    ['short text', z.string().min(2), 'x', 'a string of at least 2 characters', 'the string "x"'],
    ['long text', z.string().max(1), 'xy', 'a string of at most 1 character', 'the string "xy"'],
    ['an empty list', z.array(z.string()).min(1), [], 'a list of at least 1 item', 'a list of 0 items'],
    ['a number below its limit', z.number().min(1), 0, 'a number of at least 1', 'the number 0'],
    ['a number at an open limit', z.number().positive(), 0, 'a number of more than 0', 'the number 0'],
    ['a number above an open limit', z.number().lt(3), 3, 'a number of less than 3', 'the number 3'],
    [
      'a value that is none of several types',
      z.union([z.boolean(), z.literal('x')]),
      7,
      'a boolean or "x"',
      'the number 7',
    ],
    ['a broken rule', z.string().refine(() => false, { error: 'an id' }), 'x', 'an id', 'the string "x"'],
  ];

  test.each(cases)('toProblem describes %s', (_, schema, value, expected, received) => {
    expect(problemsOf(z.strictObject({ a: z.array(schema) }), { a: ['ok', value].slice(1) })).toEqual([
      { path: 'a.0', expected, received },
    ]);
  });

  test('names the whole value if that is wrong', () => {
    expect(problemsOf(z.string(), 7)).toEqual([
      { path: '(the whole value)', expected: 'a string', received: 'the number 7' },
    ]);
  });

  test('ignores values that stand in prototypes', () => {
    expect(problemsOf(z.strictObject({ constructor: z.string() }), {})[0]!.received).toBe('nothing');
  });
});

describe('problemError', () => {
  const many = (count: number): Problem[] => Array.from({ length: count }, (_, at) => problem([at], 'text', at));

  test('puts place, expectation and finding into one sentence', () => {
    const error = problemError('invalid_input', 'MAILMessage', [problem(['message', 'body'], 'a string', 7)]);
    expect(error.code).toBe('invalid_input');
    expect(error.message).toBe('invalid MAILMessage: message.body: expected a string, got the number 7');
    expect(error.details).toEqual([{ path: 'message.body', expected: 'a string', received: 'the number 7' }]);
  });

  test('shows five and counts the rest', () => {
    expect(problemError('invalid_input', 'x', many(5)).message).not.toContain('more');
    expect(problemError('invalid_input', 'x', many(6)).message).toMatch(/ \(and 1 more\)$/);
    expect(problemError('invalid_input', 'x', many(9)).details).toHaveLength(9);
  });

  test('lists at most a hundred and says that there are more', () => {
    const error = problemError('invalid_input', 'x', many(5000));
    expect(error.details).toHaveLength(MAX_PROBLEMS_LISTED);
    expect(error.message).toMatch(/ \(and at least 4995 more\)$/);
  });

  test('stays readable however long values and paths are', () => {
    const endless = 'x'.repeat(1_000_000);
    expect(problemError('invalid_input', 'x', [problem([endless], 'text', endless)]).message.length).toBeLessThan(500);
  });
});
