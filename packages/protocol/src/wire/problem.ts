import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-statuses.ts';
import { PosthouseError } from '../errors/posthouse-error.ts';
import { clip, describeValue } from './describe-value.ts';

/** One thing wrong with a value: where, what should have been there, what was. */
export type Problem = { path: string; expected: string; received: string };

export function problem(path: readonly PropertyKey[], expected: string, value: unknown): Problem {
  return {
    path: path.length === 0 ? '(the whole value)' : path.map(String).join('.'),
    expected,
    received: describeValue(value),
  };
}

// Whoever sends a million wrong values learns as much from the first hundred.
export const MAX_PROBLEMS_LISTED = 100;
const MAX_PROBLEMS_SHOWN = 5;
const MAX_PATH_LENGTH = 200;

/** One error for all problems, so that a caller can mend them in one go. */
export function problemError(code: ErrorCode, what: string, problems: readonly Problem[]): PosthouseError {
  const shown = problems
    .slice(0, MAX_PROBLEMS_SHOWN)
    .map(({ path, expected, received }) => `${clip(path, MAX_PATH_LENGTH)}: expected ${expected}, got ${received}`);
  const more = problems.length - shown.length;
  const rest = more > 0 ? ` (and ${problems.length < MAX_PROBLEMS_LISTED ? more : `at least ${more}`} more)` : '';
  return new PosthouseError({
    code,
    message: `invalid ${what}: ${shown.join('; ')}${rest}`,
    details: problems.slice(0, MAX_PROBLEMS_LISTED),
  });
}

/** What zod found wrong, in the words used everywhere. */
export function toProblem(issue: z.core.$ZodIssue, input: unknown): Problem {
  return problem(issue.path, toExpectation(issue), valueAt(input, issue.path));
}

/** Like `toProblem`, for schemas that refuse unknown keys: each of them is a problem of its own. */
export function toProblems(issues: readonly z.core.$ZodIssue[], input: unknown): Problem[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [toProblem(issue, input)];
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return problem(path, 'no such key', valueAt(input, path));
    });
  });
}

/** What an issue says was expected, as the end of "expected …". */
export function toExpectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return withArticle(issue.expected);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return toBound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return toBound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_union':
      return issue.errors
        .flat()
        .map((inner) => toExpectation(inner))
        .join(' or ');
    default:
      return issue.message;
  }
}

/** Lists the values to choose from. */
export function oneOf(values: readonly unknown[]): string {
  const shown = values.map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value)));
  return shown.length === 1 ? shown[0]! : `one of ${shown.join(', ')}`;
}

const UNITS: Record<string, string> = { string: 'character', array: 'item' };

function toBound(origin: string, relation: string, bound: number | bigint): string {
  const unit = UNITS[origin];
  const amount = unit === undefined ? `${bound}` : `${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`;
  return `${withArticle(origin)} of ${relation} ${amount}`;
}

const NAMES: Record<string, string> = { record: 'object', array: 'list', int: 'integer', nonoptional: 'value' };

/** `integer` → `an integer`, in the words of JSON's users: a list, an object. */
export function withArticle(noun: string): string {
  const name = Object.hasOwn(NAMES, noun) ? NAMES[noun]! : noun;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** The value at a path, looking at own keys only. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
