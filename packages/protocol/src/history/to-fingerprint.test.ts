import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFingerprint } from './to-fingerprint.ts';

describe('toFingerprint', () => {
  it('differs for different texts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(toFingerprint(one) === toFingerprint(other)).toBe(one === other);
      }),
    );
  });

  it('an empty text gets no fingerprint', () => {
    expect(toFingerprint('')).toBeUndefined();
  });
});
