import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, firstBytes } from './cut-text.ts';

test('a text that fits stays as it is', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('', 1)).toBe('');
});

test('a text that is too long is cut, and says how long it was', () => {
  expect(cutText('abcdef', 3)).toBe('abc\n[Cut: these are the first 3 of 6 bytes.]');
  expect(cutText('ééé', 3)).toBe('é\n[Cut: these are the first 3 of 6 bytes.]');
});

test('the beginning of a text says that there was more, even if it fits', () => {
  expect(cutText('abcdef', 3, true)).toBe('abc\n[Cut: these are the first 3 of more than 6 bytes.]');
  expect(cutText('abc', 5, true)).toBe('abc\n[Cut: these are the first 3 of more than 3 bytes.]');
});

test('the first bytes of any text are its beginning, in as many whole characters as fit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, most) => {
      const beginning = firstBytes(text, most);
      expect(text.startsWith(beginning)).toBe(true);
      expect(Buffer.byteLength(beginning)).toBeLessThanOrEqual(most);
      // At most the bytes of one character are left over.
      expect(Buffer.byteLength(beginning)).toBeGreaterThan(Math.min(most, Buffer.byteLength(text)) - 4);
    }),
  );
});
