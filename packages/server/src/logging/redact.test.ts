import { PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from './redact.ts';

const SECRET = 'correct-horse-battery';

describe('redacting by field name', () => {
  test.each([
    'authorization',
    'Authorization',
    'token',
    'auth_token',
    'userToken',
    'api_key',
    'apiKey',
    'x-api-key',
    'password',
    'clientSecret',
    'cookie',
    'set-cookie',
    'tokens',
    'JWT_SECRET',
    'credentials',
    'privateKey',
  ])('redacting by field name hides %s', (name) => {
    expect(redact({ [name]: SECRET }, [])).toEqual({ [name]: '***' });
  });

  test.each(['task_id', 'tokenizer', 'keyboard', 'author', 'path', 'tokens_used'])(
    'redacting by field name shows %s',
    (name) => {
      expect(redact({ [name]: SECRET }, [])).toEqual({ [name]: SECRET });
    },
  );

  test('everything below a field with such a name is hidden', () => {
    expect(redact({ tokens: { user: SECRET, list: [SECRET] } }, [])).toEqual({
      tokens: { user: '***', list: ['***'] },
    });
  });

  test('numbers are shown, because they are counts', () => {
    expect(redact({ tokens: 12, token: true, password: null }, [])).toEqual({
      tokens: 12,
      token: true,
      password: null,
    });
  });

  test('an empty text is shown as such', () => {
    expect(redact({ token: '' }, [])).toEqual({ token: '' });
  });
});

describe('redacting by look, at any depth', () => {
  test('texts in lists, maps, sets and headers are redacted', () => {
    const value = {
      list: ['Bearer abcdef'],
      map: new Map([['a', 'Bearer abcdef']]),
      set: new Set(['Bearer abcdef']),
      headers: new Headers({ authorization: SECRET, accept: 'text/html' }),
      url: new URL(`https://u:${SECRET}@host/x`),
    };
    expect(redact(value, [])).toEqual({
      list: ['Bearer ***'],
      map: { a: 'Bearer ***' },
      set: ['Bearer ***'],
      headers: { authorization: '***', accept: 'text/html' },
      url: 'https://***@host/x',
    });
  });

  test('the names of fields are redacted', () => {
    expect(redact({ [`x${SECRET}`]: 1 }, [SECRET])).toEqual({ 'x***': 1 });
  });

  test('hides a configured secret in anything that can be written', () => {
    fc.assert(
      fc.property(fc.object({ values: [fc.string(), fc.constant(SECRET), fc.constant(`a ${SECRET} b`)] }), (value) => {
        expect(JSON.stringify(redact(value, [SECRET]))).not.toContain(SECRET);
      }),
    );
  });
});

describe('errors in log fields', () => {
  test('errors become objects with their message, code, details and cause', () => {
    const cause = new Error(`Bearer ${SECRET}`);
    const error = new PosthouseError({
      code: 'unavailable',
      message: 'the store is gone',
      details: { token: SECRET },
      cause,
    });
    expect(redact(error, [])).toMatchObject({
      name: 'PosthouseError',
      message: 'the store is gone',
      code: 'unavailable',
      details: { token: '***' },
      cause: { name: 'Error', message: 'Bearer ***' },
    });
  });

  test('errors keep their stack, with a first line as clean as the message', () => {
    const { stack } = redact(new Error(`postgres://me:${SECRET}@db/x`), []) as { stack: string };
    expect(stack).toContain('redact.test.ts');
    expect(stack).not.toContain(SECRET);
  });
});

describe('unusual values in log fields', () => {
  test('a cycle in log fields ends', () => {
    const value: Record<string, unknown> = { name: 'a' };
    value.self = value;
    expect(redact(value, [])).toEqual({ name: 'a', self: '[circular]' });
  });

  test('the same object twice is not a cycle', () => {
    const shared = { a: 1 };
    expect(redact([shared, shared], [])).toEqual([{ a: 1 }, { a: 1 }]);
  });

  test('the depth of log fields is limited', () => {
    let value: unknown = 'bottom';
    for (let depth = 0; depth < 50; depth += 1) value = [value];
    expect(JSON.stringify(redact(value, []))).toContain('[…]');
  });

  test('bytes, functions, symbols and large numbers have a short form', () => {
    expect(redact([Buffer.from('abc'), () => 1, Symbol('s'), 12n, new Date(0), new Date(Number.NaN)], [])).toEqual([
      '[3 bytes]',
      '[function]',
      'Symbol(s)',
      '12',
      '1970-01-01T00:00:00.000Z',
      'Invalid Date',
    ]);
  });

  test('a long text is cut only after its secrets are hidden', () => {
    const text = redact(`${'a'.repeat(3_990)} ${SECRET} ${'b'.repeat(2_000)}`, [SECRET]) as string;
    expect(text).toMatch(/… \[\d+ characters\]$/);
    expect(text).not.toContain('correct');
    expect(redact('c'.repeat(1_000_001), [])).toBe('[1000001 characters]');
  });

  test('a large list is cut', () => {
    expect(
      redact(
        Array.from({ length: 1_000 }, (_, index) => index),
        [],
      ),
    ).toHaveLength(200);
  });

  test('any value can be written as JSON', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), (value) => {
        expect(() => JSON.stringify(redact(value, []))).not.toThrow();
      }),
    );
  });
});
