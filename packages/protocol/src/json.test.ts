import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorOf } from './__fixtures__/attempt.ts';
import { jsonArbitrary } from './__fixtures__/text-arbitraries.ts';
import { parseJSON, textOfJSON } from './json.ts';

describe('parseJSON', () => {
  test('reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(jsonArbitrary, fc.constantFrom(0, 2), (value, indent) => {
        expect(parseJSON(JSON.stringify(value, null, indent))).toEqual(value);
      }),
    );
  });

  test.each(['', ' ', '{', '[1,2', '{a:1}', '{"a":1,}', 'undefined', "'x'", 'NaN', '{"a":1}x', '"\n"'])(
    'refuses %j with invalid_json and the reason of the parser',
    (text) => {
      const error = errorOf(() => parseJSON(text));
      expect(error.code).toBe('invalid_json');
      expect(error.cause).toBeInstanceOf(SyntaxError);
      expect(error.message).toContain((error.cause as Error).message);
      expect(error.message).toMatch(/^expected JSON, got the string "/);
    },
  );

  test('quotes only the beginning of a long text', () => {
    expect(errorOf(() => parseJSON('x'.repeat(100_000))).message.length).toBeLessThan(300);
  });

  test('refuses a value that is not text with the same error', () => {
    for (const value of [undefined, Symbol('x'), {}, []]) {
      expect(errorOf(() => parseJSON(value as unknown as string)).code).toBe('invalid_json');
    }
  });
});

describe('parseJSON with __proto__ keys', () => {
  test.each([
    '{"__proto__": {"admin": true}, "a": 1}',
    String.raw`{"\u005f_proto__": {"admin": true}, "a": 1}`,
    String.raw`{"__pr\u006Fto\u005F\u005f": {"admin": true}, "a": 1}`,
    String.raw`{"\u005f\u005f\u0070\u0072\u006f\u0074\u006f\u005f\u005f": 1, "a": 1}`,
  ])('leaves them out of %s', (text) => {
    const value = parseJSON(text) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['a']);
    expect({ ...value }).not.toHaveProperty('admin');
    expect(Object.getPrototypeOf(Object.assign({}, value))).toBe(Object.prototype);
  });

  test('leaves them out at any depth, and keeps everything else', () => {
    const value = parseJSON('[{"a": {"b": [{"__proto__": 1, "c": 2}]}, "__proto__": 3}, "__proto__"]');
    expect(value).toEqual([{ a: { b: [{ c: 2 }] } }, '__proto__']);
    expect(JSON.stringify(value)).toBe('[{"a":{"b":[{"c":2}]}},"__proto__"]');
  });

  test('leaves them out below ten thousand levels without overflowing the stack', () => {
    const text = `${'['.repeat(10_000)}{"__proto__":1,"a":2}${']'.repeat(10_000)}`;
    let value = parseJSON(text);
    while (Array.isArray(value)) value = value[0];
    expect(Object.keys(value as object)).toEqual(['a']);
  });

  test('leaves text alone that only mentions them', () => {
    fc.assert(
      fc.property(jsonArbitrary, (value) => {
        const text = JSON.stringify({ note: 'the key "__proto__" is odd', value });
        expect(JSON.stringify(parseJSON(text))).toBe(text);
      }),
    );
  });

  test('keeps other names from the chain of prototypes as ordinary keys', () => {
    const text = '{"constructor":{"prototype":{}},"toString":1}';
    expect(JSON.stringify(parseJSON(text))).toBe(text);
  });
});

test.each([
  ['plain', 'plain'],
  ['', ''],
  [undefined, ''],
  [null, 'null'],
  [{ a: 1 }, '{"a":1}'],
  [[1, 'x'], '[1,"x"]'],
])('textOfJSON shows %j as "%s"', (value, expected) => {
  expect(textOfJSON(value)).toBe(expected);
});
