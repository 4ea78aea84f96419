import { describe, expect, it } from 'vitest';
import { toJSON } from './to-json.ts';

describe('toJSON', () => {
  it('gives the JSON text of a value', () => {
    expect(toJSON({ a: [1, null], b: 'x' }, 'a record')).toBe('{"a":[1,null],"b":"x"}');
  });

  it('refuses what JSON cannot express, and names it', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const value of [circle, { size: 1n }]) {
      expect(() => toJSON(value, 'a record')).toThrow('a record cannot be written as JSON');
      expect(() => toJSON(value, 'a record')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    }
  });
});
