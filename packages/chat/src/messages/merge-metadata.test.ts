import { expect, test } from 'vitest';
import { mergeMetadata } from './merge-metadata.ts';

test('the first metadata is kept as it is', () => {
  expect(mergeMetadata(undefined, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
});

test.each([
  ['new keys are added', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['objects are merged, however deep', { a: { b: { c: 1 } } }, { a: { b: { d: 2 } } }, { a: { b: { c: 1, d: 2 } } }],
  ['lists are replaced', { a: [1, 2] }, { a: [3] }, { a: [3] }],
  ['null is a value', { a: { b: 1 } }, { a: null }, { a: null }],
  ['an object takes the place of a value', { a: 1 }, { a: { b: 2 } }, { a: { b: 2 } }],
])('merging metadata: %s', (_, before, changes, merged) => {
  const copy = structuredClone(before);
  expect(mergeMetadata(before, changes)).toEqual(merged);
  expect(before).toEqual(copy);
});

test('hostile keys cannot pollute prototypes', () => {
  const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"x":1},"ok":1}') as Record<string, never>;
  expect(mergeMetadata({ a: 1 }, hostile)).toEqual({ a: 1, ok: 1 });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
