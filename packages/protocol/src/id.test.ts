import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeIdSchema, idSchema } from './id-schema.ts';
import { isId, isTaskId, MAX_ID_LENGTH, newId } from './id.ts';

describe('newId', () => {
  test('makes a different UUID each time', () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('newId makes valid ids', () => {
    expect(isId(newId())).toBe(true);
  });
});

test.each([
  ['t-1', true],
  ['...', true],
  ['.hidden', true],
  ['.', false],
  ['..', false],
  ['', false],
  ['x'.repeat(257), false],
])('isTaskId(%j) is %s', (id, expected) => {
  expect(isTaskId(id)).toBe(expected);
});

describe('isId', () => {
  test('accepts any text that is neither empty nor too long', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: MAX_ID_LENGTH }), (id) => {
        expect(isId(id)).toBe(true);
      }),
    );
  });

  test.each([
    ['', false],
    ['x', true],
    ['task/1?a=ü', true],
    ['x'.repeat(256), true],
    ['x'.repeat(257), false],
  ])('isId(%j) is %s', (id, expected) => {
    expect(isId(id)).toBe(expected);
  });

  test.each([idSchema, freeIdSchema])('both id schemas follow the rule of isId', (schema) => {
    expect(schema.safeParse('x'.repeat(256)).success).toBe(true);
    expect(schema.safeParse('x'.repeat(257)).error?.issues[0]?.message).toBe('an id of 1 to 256 characters');
    expect(schema.safeParse('').success).toBe(false);
    expect(schema.safeParse(7).success).toBe(false);
  });
});
