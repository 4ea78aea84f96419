import { expect, test } from 'vitest';
import { requireParameters } from './require-parameters.ts';
import { toMailType } from './to-mail-type.ts';

test.each([
  [null, 'NoneType'],
  [undefined, 'NoneType'],
  ['x', 'str'],
  [true, 'bool'],
  [5, 'int'],
  [5.5, 'float'],
  [[], 'list'],
  [{}, 'dict'],
])('%j has the Python type name %s', (value, name) => {
  expect(toMailType(value)).toBe(name);
});

test('a parameter that is present and of the right type passes', () => {
  expect(() => requireParameters({ a: 'x', b: {}, c: [], d: 5 }, { a: 'str', b: 'dict', c: 'list' })).not.toThrow();
});

test.each([
  [{}, "parameter 'a' is required"],
  [{ a: null }, "parameter 'a' must be a str, got NoneType"],
  [{ a: 5 }, "parameter 'a' must be a str, got int"],
  [Object.create({ a: 'inherited' }) as object, "parameter 'a' is required"],
])('the body %j is refused: %s', (body, message) => {
  expect(() => requireParameters(body as Record<string, unknown>, { a: 'str' })).toThrow(message);
});
