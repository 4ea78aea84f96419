import type { JSONSchema } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toValidator } from './json-schema-validator.ts';

function problems(schema: JSONSchema, value: unknown) {
  return toValidator(schema)(value);
}

function object(properties: JSONSchema, more: JSONSchema = {}): JSONSchema {
  return { type: 'object', properties, ...more };
}

describe('toValidator', () => {
  test('finds no problem in a value that fits', () => {
    const schema = object({ n: { type: 'integer', minimum: 1 } }, { required: ['n'], additionalProperties: false });
    expect(problems(schema, { n: 1 })).toEqual([]);
  });

  test.each<[JSONSchema, unknown, string, string]>([
    [{ type: 'integer' }, 1.5, 'an integer', 'the number 1.5'],
    [{ type: ['string', 'null'] }, 1, 'a string or a null', 'the number 1'],
    [{ type: 'array' }, {}, 'a list', 'an object'],
    [{ enum: ['north', 'south'] }, 'up', 'one of "north", "south"', 'the string "up"'],
    [{ const: 7 }, 8, '7', 'the number 8'],
    [{ type: 'number', minimum: 3 }, 2, 'a value >= 3', 'the number 2'],
    [{ type: 'number', exclusiveMaximum: 3 }, 3, 'a value < 3', 'the number 3'],
    [{ type: 'number', multipleOf: 5 }, 3, 'a value multiple of 5', 'the number 3'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'not more than 1 characters', 'the string "ab"'],
    [{ type: 'string', pattern: '^b' }, 'ab', 'a match for pattern "^b"', 'the string "ab"'],
    [{ not: { type: 'string' } }, 'ab', 'it to NOT be valid', 'the string "ab"'],
    [
      { type: 'array', uniqueItems: true },
      [1, 1],
      'not duplicate items (items ## 0 and 1 are identical)',
      'a list of 2 items',
    ],
    [{ type: 'array', minItems: 1 }, [], 'not fewer than 1 items', 'a list of 0 items'],
  ])('explains what %j expects', (schema, value, expected, received) => {
    expect(problems(object({ it: schema }), { it: value })).toEqual([{ path: 'it', expected, received }]);
  });

  test('names a missing key and a superfluous one by their paths', () => {
    const inner = object({ a: { type: 'string' } }, { required: ['a'], additionalProperties: false });
    expect(problems(object({ inner }), { inner: { b: 1 } })).toEqual([
      { path: 'inner.a', expected: 'a value', received: 'nothing' },
      { path: 'inner.b', expected: 'no such key', received: 'the number 1' },
    ]);
  });

  test('lists everything that is wrong, not only the first', () => {
    const schema = object({ a: { type: 'string' }, b: { type: 'integer' } }, { required: ['a', 'b', 'c'] });
    expect(problems(schema, { a: 1, b: 'x' }).map(({ path }) => path)).toEqual(['c', 'a', 'b']);
  });

  test('decodes keys with slashes and tildes in them', () => {
    const schema = object({ 'a/b~c': { type: 'string' } });
    expect(problems(schema, { 'a/b~c': 1 })[0]!.path).toBe('a/b~c');
  });

  test('speaks of the whole input where the root is wrong', () => {
    expect(problems({ type: 'object' }, 'text')).toEqual([
      { path: '(the whole input)', expected: 'an object', received: 'the string "text"' },
    ]);
  });

  test('compiles a schema once', () => {
    const schema = object({});
    expect(toValidator(schema)).toBe(toValidator(schema));
    expect(toValidator({ ...schema })).not.toBe(toValidator(schema));
  });

  test('leaves the schema and the value unchanged', () => {
    const schema = Object.freeze(object({ n: { type: 'integer', default: 3 } }, { $id: 'https://example.org/n' }));
    const value = Object.freeze({});
    expect(problems(schema, value)).toEqual([]);
    expect(value).toEqual({});
  });
});

describe('dialects of JSON Schema', () => {
  test.each([
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/draft/2019-09/schema',
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-04/schema#',
    'https://example.org/a-dialect-of-my-own',
  ])('accepts %s as $schema', ($schema) => {
    const schema = object({ n: { type: 'integer' } }, { $schema });
    expect(problems(schema, { n: 1 })).toEqual([]);
    expect(problems(schema, { n: 'x' })).toHaveLength(1);
  });

  test('supports tuples of draft-07 and of 2020-12', () => {
    const pair = [{ type: 'string' }, { type: 'integer' }];
    const old = object({ it: { type: 'array', items: pair, additionalItems: false } });
    const current = object({ it: { type: 'array', prefixItems: pair, items: false } });
    for (const schema of [old, current]) {
      expect(problems(schema, { it: ['a', 1] })).toEqual([]);
      expect(problems(schema, { it: [1, 'a'] }).map(({ path }) => path)).toEqual(['it.0', 'it.1']);
      expect(problems(schema, { it: ['a', 1, 2] })).toHaveLength(1);
    }
  });

  test('resolves references to definitions and $defs', () => {
    for (const key of ['definitions', '$defs']) {
      const schema = object({ n: { $ref: `#/${key}/count` } }, { [key]: { count: { type: 'integer' } } });
      expect(problems(schema, { n: 1 })).toEqual([]);
      expect(problems(schema, { n: 'x' })[0]).toMatchObject({ path: 'n', expected: 'an integer' });
    }
  });

  test('unknown formats and keywords are not asserted', () => {
    const schema = object(
      { mail: { type: 'string', format: 'email' }, size: { type: 'integer', format: 'int32', 'x-unit': 'gram' } },
      { 'x-origin': 'elsewhere' },
    );
    expect(problems(schema, { mail: 'not an address', size: 1 })).toEqual([]);
  });

  test('applies patterns that are invalid in Unicode mode', () => {
    const schema = object({ id: { type: 'string', pattern: '^[\\w-.]+\\@$' } });
    expect(problems(schema, { id: 'a.b-c@' })).toEqual([]);
    expect(problems(schema, { id: '' })[0]!.expected).toContain('a match for pattern');
  });

  test('applies patterns that need Unicode mode', () => {
    const schema = object({ word: { type: 'string', pattern: '^\\p{L}+$' } });
    expect(problems(schema, { word: 'größe' })).toEqual([]);
    expect(problems(schema, { word: 'p{L}' })).toHaveLength(1);
  });

  test('lets two schemas use the same $id for different things', () => {
    const $id = 'https://example.org/the-same';
    expect(problems(object({ v: { type: 'string' } }, { $id }), { v: 'x' })).toEqual([]);
    expect(problems(object({ v: { $id: `${$id}/v`, type: 'integer' } }, { $id }), { v: 1 })).toEqual([]);
    expect(problems(object({ v: { $id: `${$id}/v`, type: 'boolean' } }, { $id }), { v: true })).toEqual([]);
  });

  test.each<[string, JSONSchema]>([
    ['a type that does not exist', { type: 'integr' }],
    ['a type that is a number', { type: 1 }],
    ['required as a flag', object({ a: { type: 'string', required: true } })],
    ['properties as a list', { type: 'object', properties: [] }],
  ])('refuses %s', (_, schema) => {
    expect(() => toValidator(schema)).toThrow(TypeError);
    expect(() => toValidator(schema)).toThrow(/^parameters/);
  });

  test('refuses a reference to an unknown schema, and downloads nothing', () => {
    expect(() => toValidator(object({ a: { $ref: 'https://example.org/other.json' } }))).toThrow("can't resolve");
  });
});

describe('inherited properties', () => {
  test('never satisfy required keys', () => {
    const schema = object({}, { required: ['toString', 'constructor'] });
    expect(problems(schema, {}).map(({ path }) => path)).toEqual(['toString', 'constructor']);
    expect(problems(schema, { toString: 1, constructor: 2 })).toEqual([]);
  });

  test('inherited properties are not checked', () => {
    const schema = object({ toString: { type: 'string' }, valueOf: { type: 'number' } });
    expect(problems(schema, {})).toEqual([]);
    expect(problems(schema, { toString: 1 })).toHaveLength(1);
  });
});

test('accepts exactly the integers of any range', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (low, high, value) => {
      const schema = object({ n: { type: 'integer', minimum: low, maximum: high } });
      expect(problems(schema, { n: value }).length === 0).toBe(value >= low && value <= high);
    }),
  );
});

test('never throws for a value, whatever it is', () => {
  const validate = toValidator(
    object({ a: { type: 'array', items: { type: 'string' } } }, { required: ['a'], additionalProperties: false }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const problem of validate(value)) {
        expect(problem.expected).not.toBe('');
        expect(problem.received).not.toBe('');
      }
    }),
  );
});
