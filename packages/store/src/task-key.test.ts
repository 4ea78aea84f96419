import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTaskKey, toTaskKey, toTaskNumber } from './task-key.ts';

describe('a task key', () => {
  it('a task key identifies its row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (id) => {
        expect(toTaskNumber(toTaskKey(id))).toBe(id);
      }),
    );
  });

  it('a key has one form only, and others are refused', () => {
    for (const text of ['', '0', '01', '+1', '-1', '1.0', '1e1', ' 1', '1 ', '0x1', '١', '9'.repeat(17), 'NaN']) {
      expect(isTaskKey(text)).toBe(false);
      expect(() => toTaskNumber(text)).toThrow(`no task with the key ${JSON.stringify(text)}`);
    }
  });
});
