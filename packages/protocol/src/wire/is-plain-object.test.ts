import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { isPlainObject } from './is-plain-object.ts';

describe('isPlainObject', () => {
  test.each([
    ['a literal', {}],
    ['parsed JSON', JSON.parse('{"a":1}')],
    ['an object without a prototype', Object.create(null)],
    ['a literal of another realm', runInNewContext('({ a: 1 })')],
  ])('isPlainObject accepts %s', (_, value) => {
    expect(isPlainObject(value)).toBe(true);
  });

  test.each([
    ['null', null],
    ['nothing', undefined],
    ['a list', []],
    ['a list of another realm', runInNewContext('[1]')],
    ['text', 'x'],
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['an error', new Error('x')],
    ['a boxed number', Object(1)],
    ['an instance of a class', new URL('http://localhost')],
    ['an object that inherits from a literal', Object.create({ a: 1 })],
  ])('isPlainObject refuses %s', (_, value) => {
    expect(isPlainObject(value)).toBe(false);
  });
});
