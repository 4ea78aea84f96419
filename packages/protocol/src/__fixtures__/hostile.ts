import fc from 'fast-check';
import type { JSONValue } from '../index.ts';
import { bodySamples } from './http-samples.ts';
import { changeAt, pathsOf } from './mutations.ts';

const keys = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'then', 'toJSON', 'length'),
  fc.constantFrom('id', 'message', 'msg_type', 'task_id', 'routing_info', 'event', 'data', 'kwargs', 'swarms'),
);

/** Whatever a JavaScript program can hold in a variable. */
const anythingArbitrary: fc.Arbitrary<unknown> = fc.anything({
  key: keys,
  maxDepth: 4,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
});

/** Things that `anything` does not make: what contains itself, shares itself, or pretends to be something else. */
export const oddValues: Record<string, () => unknown> = {
  'an object that contains itself': () => {
    const value: Record<string, unknown> = {};
    value.self = value;
    value.message = value;
    return value;
  },
  'a list that contains itself twice': () => {
    const value: unknown[] = [];
    value.push(value, value);
    return value;
  },
  'a value that shares itself exponentially': () => {
    let value: unknown = 'x';
    for (let level = 0; level < 60; level += 1) value = { left: value, right: value };
    return value;
  },
  'a wide value that shares itself': () => {
    const row = Array.from({ length: 1000 }, () => 0);
    const page = Array.from({ length: 1000 }, () => row);
    return Array.from({ length: 1000 }, () => page);
  },
  'ten thousand lists in each other': () => nest(10_000, (inner) => [inner]),
  'ten thousand objects in each other': () => nest(10_000, (inner) => ({ message: inner })),
  'a list with four billion holes': () => Array.from<unknown>({ length: 0 }).concat(sparse(2 ** 32 - 1)),
  'an object with a null prototype': () => Object.assign(Object.create(null) as object, { body: 'x' }),
  'an object with inherited fields': () => Object.create({ body: 'x', status: 'y', __proto__: null }) as unknown,
  'an own __proto__ key': () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}'),
  'an object whose length cannot be compared': () => JSON.parse('{"length": {"valueOf": 1, "toString": 1}}'),
  'an object that every convention fails on': () =>
    JSON.parse('{"valueOf": 1, "toString": 1, "toJSON": 1, "then": 1, "constructor": 1, "length": -1}'),
  'an object with symbols for keys': () => ({ [Symbol('a')]: 1, body: 'x' }),
  'a symbol': () => Symbol('a'),
  'a big integer': () => 2n ** 70n,
  'a function': () => () => 'x',
  'a class': () => URL,
  'an instance of a class': () =>
    new (class Message {
      body = 'x';
    })(),
  'a date': () => new Date(0),
  'an invalid date': () => new Date(Number.NaN),
  'a map': () => new Map([['body', 'x']]),
  'a regular expression': () => /x/,
  'an error': () => new Error('x'),
  'a promise': () => Promise.resolve('x'),
  'not a number': () => Number.NaN,
  infinity: () => Number.POSITIVE_INFINITY,
  'a boxed string': () => Object('x') as unknown,
  nothing: () => undefined,
  'a megabyte of text': () => 'x'.repeat(1_000_000),
  'the global object': () => globalThis,
};

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

function sparse(length: number): unknown[] {
  const list: unknown[] = [];
  list.length = length;
  return list;
}

const samples = Object.values(bodySamples).flat();

/** A valid body in which something hostile sits at one place. */
const infectedArbitrary: fc.Arbitrary<unknown> = fc
  .tuple(fc.constantFrom(...samples), fc.nat(), anythingArbitrary)
  .map(([sample, place, value]) => {
    const places = pathsOf(sample);
    return changeAt(sample, places[place % places.length]!, () => value as JSONValue);
  });

export const hostileArbitrary: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anythingArbitrary },
  { weight: 6, arbitrary: infectedArbitrary },
);
