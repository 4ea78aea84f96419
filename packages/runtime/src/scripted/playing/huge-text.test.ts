import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hugeText } from './huge-text.ts';

describe('hugeText', () => {
  it.each([0, 1, 63, 64, 65, 1_000_000])('makes exactly %i bytes', (bytes) => {
    expect(Buffer.byteLength(hugeText(bytes))).toBe(bytes);
  });

  it('numbers its lines, so that every one is different', () => {
    const lines = hugeText(64 * 1000)
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(1000);
    expect(new Set(lines).size).toBe(1000);
    expect(lines[0]).toMatch(/^line 0 of a huge text \.+$/);
    expect(lines[999]).toMatch(/^line 999 of a huge text \.+$/);
  });

  it('makes the same text each time, and a longer one begins with a shorter one', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), (shorter, more) => {
        expect(hugeText(shorter + more).startsWith(hugeText(shorter))).toBe(true);
      }),
    );
  });
});
