import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { filledList, filledTextSchema } from './filled.ts';

const uncomparable: unknown = JSON.parse('{"length": {"valueOf": 1, "toString": 1}}');

describe('filledTextSchema', () => {
  test.each([
    ['x', true],
    [' ', true],
    ['', false],
    [['x'], false],
    [{ length: 1 }, false],
    [uncomparable, false],
    [null, false],
  ])('filledTextSchema takes %j as valid: %j', (value, valid) => {
    expect(filledTextSchema.safeParse(value).success).toBe(valid);
  });

  test('filledTextSchema reports one problem at a time', () => {
    expect(filledTextSchema.safeParse([]).error?.issues).toHaveLength(1);
    expect(filledTextSchema.safeParse('').error?.issues[0]?.message).toBe('a string of at least 1 character');
  });

  test('filledTextSchema is published as text with a minimal length', () => {
    expect(z.toJSONSchema(filledTextSchema)).toMatchObject({ type: 'string', minLength: 1 });
  });
});

describe('filledList', () => {
  const schema = filledList(z.number());

  test.each([
    [[1], true],
    [[1, 2], true],
    [[], false],
    [['x'], false],
    ['x', false],
    [{ length: 1 }, false],
    [uncomparable, false],
  ])('filledList takes %j as valid: %j', (value, valid) => {
    expect(schema.safeParse(value).success).toBe(valid);
  });

  test('filledList is published as a list with a minimal length', () => {
    expect(z.toJSONSchema(schema)).toMatchObject({ type: 'array', items: { type: 'number' }, minItems: 1 });
  });
});

test('zod throws when it compares a length that is no number, which is why these two exist', () => {
  // When this fails, zod has changed its mind, and `.min(1)` can come back.
  expect(() => z.string().min(1).safeParse(uncomparable)).toThrow(TypeError);
});
