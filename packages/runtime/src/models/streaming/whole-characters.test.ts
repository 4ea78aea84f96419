import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeCharacters } from './whole-characters.ts';

describe('wholeCharacters', () => {
  it('waits for the second half of a character', () => {
    const take = wholeCharacters();

    expect(take('a\ud83d')).toBe('a');
    expect(take('\ude00b')).toBe('😀b');
    expect(take('c')).toBe('c');
  });

  it('passes on a half that no other half follows', () => {
    const take = wholeCharacters();

    expect(take('\ud83d')).toBe('');
    expect(take('x')).toBe('\ud83dx');
  });

  it('gives pieces that can be encoded one by one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 3 }), (text, size) => {
        const take = wholeCharacters();
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        );
        const encoded = pieces.map((piece) => Buffer.from(take(piece), 'utf8'));
        expect(Buffer.concat(encoded).toString('utf8')).toBe(text);
      }),
    );
  });
});
