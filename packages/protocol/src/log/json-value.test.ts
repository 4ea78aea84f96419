import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oddValues } from '../__fixtures__/hostile.ts';
import { jsonArbitrary } from '../__fixtures__/text-arbitraries.ts';
import { jsonValueSchema } from './json-value.ts';

describe('jsonValueSchema', () => {
  test('accepts any JSON and returns it unchanged', () => {
    fc.assert(
      fc.property(jsonArbitrary, (value) => {
        expect(jsonValueSchema.parse(value)).toBe(value);
      }),
    );
  });

  test.each([
    'an object that contains itself',
    'a value that shares itself exponentially',
    'ten thousand lists in each other',
    'a list with four billion holes',
    'a date',
    'a map',
    'a function',
    'a big integer',
    'not a number',
    'nothing',
  ])('jsonValueSchema refuses %s', (name) => {
    expect(jsonValueSchema.safeParse(oddValues[name]!()).success).toBe(false);
  });

  test('requires a field, which may be null', () => {
    const schema = z.strictObject({ input: jsonValueSchema });
    expect(schema.safeParse({}).success).toBe(false);
    expect(schema.safeParse({ input: undefined }).success).toBe(false);
    expect(schema.safeParse({ input: null }).success).toBe(true);
  });

  test('jsonValueSchema is published as a schema that allows anything', () => {
    expect(z.toJSONSchema(z.strictObject({ input: jsonValueSchema }))).toMatchObject({
      properties: { input: {} },
      required: ['input'],
    });
  });
});
