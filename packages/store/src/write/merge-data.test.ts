import type { JSONObject } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeData } from './merge-data.ts';

const anyData = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue()) as fc.Arbitrary<JSONObject>;

describe('merging data', () => {
  it('adds, replaces and removes keys', () => {
    expect(mergeData({ a: 1, b: 2 }, { b: 3, c: 4, a: null })).toEqual({ b: 3, c: 4 });
  });

  it('replaces objects whole, and keeps nulls inside them', () => {
    expect(mergeData({ a: { x: 1, y: 2 } }, { a: { x: null } })).toEqual({ a: { x: null } });
  });

  it('changes neither of its inputs', () => {
    const [data, changes] = [{ a: 1 }, { a: null, b: 2 }];
    mergeData(data, changes);
    expect([data, changes]).toEqual([{ a: 1 }, { a: null, b: 2 }]);
  });

  it('keeps for every key what was written to it last', () => {
    fc.assert(
      fc.property(anyData, anyData, (data, changes) => {
        const merged = mergeData(data, changes);
        const keys = new Set([...Object.keys(data), ...Object.keys(changes)]);
        for (const key of keys) {
          const value = Object.hasOwn(changes, key) ? (changes[key] ?? undefined) : data[key];
          expect(Object.hasOwn(merged, key) ? merged[key] : undefined).toEqual(value);
        }
      }),
    );
  });
});
