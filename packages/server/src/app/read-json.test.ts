import { PosthouseError } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { toObject } from './read-json.ts';

test('an object is read as it is', () => {
  expect(toObject('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] });
});

test.each([
  ['', 'invalid_json'],
  ['{', 'invalid_json'],
  ['[]', 'invalid_input'],
  ['5', 'invalid_input'],
  ['null', 'invalid_input'],
])('the body %j is refused with %s', (text, code) => {
  let thrown: unknown;
  try {
    toObject(text);
  } catch (error) {
    thrown = error;
  }
  expect(PosthouseError.isInstance(thrown) && [thrown.code, thrown.status]).toEqual([code, 400]);
  expect(String(thrown)).toContain('error parsing request: ');
});
