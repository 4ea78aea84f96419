import { describe, expect, it } from 'vitest';
import { toJSON } from './to-json.ts';

describe('a value as JSON', () => {
  it('is its text', () => {
    expect(toJSON({ a: [1, null], b: 'x' }, 'a record')).toBe('{"a":[1,null],"b":"x"}');
  });

  it('that JSON has no word for is refused, with the name of what it was', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const value of [circle, { size: 1n }]) {
      expect(() => toJSON(value, 'a record')).toThrow('a record cannot be written as JSON');
      expect(() => toJSON(value, 'a record')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    }
  });
});
