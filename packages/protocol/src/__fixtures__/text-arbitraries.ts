import fc from 'fast-check';
import type { JSONObject, JSONValue } from '../index.ts';

/** Text as people write it, and as nobody should: quotes, markup, control characters, half characters. */
export const textArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.lorem({ maxCount: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', ' ', '\r\n', ']]>', '</body>', '<!--', '&amp;', 'null', '__proto__', '🤖', 'a\u0000b', '\ud800'),
);

/** Any id that MAIL lets through and we keep. */
export const idArbitrary: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 256 }) },
);

export const nameArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('supervisor', 'weather', 'math', 'all'),
  fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/),
);

/** Keys as found in foreign objects, among them those that meet a prototype. */
const keyArbitrary: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('task_id', 'snake_case', 'camelCase', 'constructor', 'prototype', 'toString', ''),
  )
  .filter((key) => key !== '__proto__');

/** JSON that passes through us untouched. `__proto__` keys, which do not, have tests of their own. */
export const jsonArbitrary: fc.Arbitrary<JSONValue> = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<JSONValue>(null, true, false, 0, ''),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    textArbitrary,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keyArbitrary, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

export const jsonObjectArbitrary: fc.Arbitrary<JSONObject> = fc.dictionary(keyArbitrary, jsonArbitrary, {
  maxKeys: 4,
  noNullPrototype: true,
});

/** A time as a server may have written it. */
export const timeArbitrary: fc.Arbitrary<string> = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((time) => time.toISOString());
