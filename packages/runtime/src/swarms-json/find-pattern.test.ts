import type { JSONValue } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPattern } from './find-pattern.ts';

describe('findPattern', () => {
  test.each<[JSONValue, string]>([
    [{ properties: { id: { type: 'string', pattern: '(a+)+$' } } }, 'properties.id.pattern'],
    [{ pattern: 'x' }, 'pattern'],
    [{ patternProperties: { '^x': {} } }, 'patternProperties'],
    [{ anyOf: [{}, { items: { pattern: 'x' } }] }, 'anyOf.1.items.pattern'],
    [{ $defs: { id: { pattern: 'x' } } }, '$defs.id.pattern'],
  ])('finds a pattern in %j', (schema, place) => {
    expect(findPattern(schema)).toBe(place);
  });

  test.each([
    [{}],
    [{ type: 'object', properties: { name: { type: 'string' } } }],
    [{ properties: { pattern: { type: 'string' } } }],
    [{ enum: ['pattern'] }],
  ])('finds no pattern in %j', (schema) => {
    expect(findPattern(schema)).toBeUndefined();
  });

  test('finds a pattern however deep it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('items', 'properties', 'not', 'x'), { maxLength: 30 }), (keys) => {
        let schema: Parameters<typeof findPattern>[0] = { pattern: 'x' };
        for (const key of keys.toReversed()) schema = { [key]: schema };
        expect(findPattern(schema)).toBe([...keys, 'pattern'].join('.'));
      }),
    );
  });
});
