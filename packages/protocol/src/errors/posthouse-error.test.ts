import { describe, expect, expectTypeOf, test } from 'vitest';
import { ERROR_CODES } from './error-codes.ts';
import type { ErrorCode } from './error-statuses.ts';
import { PosthouseError } from './posthouse-error.ts';

const secondCopy = async (): Promise<typeof PosthouseError> => {
  // The query makes it another module with another class, as a second installation of the package would be.
  const path = './posthouse-error.ts?second-copy';
  const module = (await import(/* @vite-ignore */ path)) as { PosthouseError: typeof PosthouseError };
  return module.PosthouseError;
};

describe('PosthouseError', () => {
  test('carries a name, a message and details for programs', () => {
    const details = [{ path: 'id', expected: 'a string', received: 'nothing' }];
    const error = new PosthouseError({ code: 'invalid_input', message: 'no id', details });
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('PosthouseError');
    expect(error.message).toBe('no id');
    expect(error.details).toBe(details);
    expect(String(error)).toBe('PosthouseError: no id');
    expect(error.stack).toContain('posthouse-error.test');
  });

  test('keeps its cause, and has none when none is given', () => {
    const cause = new TypeError('below');
    expect(new PosthouseError({ code: 'internal', message: 'x', cause }).cause).toBe(cause);
    expect('cause' in new PosthouseError({ code: 'internal', message: 'x' })).toBe(false);
  });

  test.each(Object.entries(ERROR_CODES))('%s takes status and retryable from the table', (code, info) => {
    const error = new PosthouseError({ code: code as ErrorCode, message: 'x' });
    expect({ status: error.status, retryable: error.retryable }).toEqual({
      status: info.status,
      retryable: info.retryable,
    });
  });

  test('becomes JSON with its code and details, but without cause and stack', () => {
    const error = new PosthouseError({
      code: 'stale',
      message: 'moved on',
      details: { seq: 3 },
      cause: new Error('db'),
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code: 'stale', message: 'moved on', details: { seq: 3 } });
    const bare = new PosthouseError({ code: 'stale', message: 'moved on' });
    expect(Object.keys(bare.toJSON())).toEqual(['code', 'message']);
  });
});

describe('PosthouseError.isInstance', () => {
  test('recognises an error of another copy of the package, which instanceof does not', async () => {
    const Other = await secondCopy();
    const foreign: unknown = new Other({ code: 'fenced', message: 'from the other copy' });
    expect(foreign instanceof PosthouseError).toBe(false);
    expect(PosthouseError.isInstance(foreign)).toBe(true);
    expect(Other.isInstance(new PosthouseError({ code: 'fenced', message: 'x' }))).toBe(true);
  });

  test.each([
    ['another error', new Error('x')],
    ['an object with the same keys', { name: 'PosthouseError', code: 'stale', message: 'x' }],
    ['text', 'PosthouseError'],
    ['null', null],
    ['nothing', undefined],
    ['a function', () => undefined],
  ])('PosthouseError.isInstance refuses %s', (_, value) => {
    expect(PosthouseError.isInstance(value)).toBe(false);
  });

  test('narrows the type, so that the code can be compared', () => {
    const error: unknown = new PosthouseError({ code: 'rate_limited', message: 'x' });
    if (!PosthouseError.isInstance(error)) throw new Error('it is one');
    expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
    expect(error.code === 'rate_limited').toBe(true);
  });

  test('leaves no trace of its marker in printed or enumerated errors', () => {
    const error = new PosthouseError({ code: 'stale', message: 'x' });
    expect(Object.getOwnPropertySymbols({ ...error })).toEqual([]);
  });
});
