import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from './chunk-text.ts';

describe('chunkText', () => {
  it.each([
    ['', 3, []],
    ['abc', 3, ['abc']],
    ['abcde', 2, ['ab', 'cd', 'e']],
    ['abc', 100, ['abc']],
    ['abc', 1, ['a', 'b', 'c']],
  ])('cuts %j into pieces of %i', (text, size, pieces) => {
    expect([...chunkText(text, size)]).toEqual(pieces);
  });

  it('makes a piece longer rather than split a character', () => {
    expect([...chunkText('a😀b', 2)]).toEqual(['a😀', 'b']);
    expect([...chunkText('😀😀', 1)]).toEqual(['😀', '😀']);
  });

  it('keeps lone surrogates of the input', () => {
    expect([...chunkText('\ud83dx', 1)]).toEqual(['\ud83d', 'x']);
    expect([...chunkText('\ude00\ude00', 1)]).toEqual(['\ude00', '\ude00']);
  });

  it('loses nothing, adds nothing, and keeps to the size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, size) => {
        const pieces = [...chunkText(text, size)];
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.length).toBeLessThanOrEqual(size + 1);
        }
      }),
    );
  });

  it('never makes a lone surrogate out of well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 5 }), (text, size) => {
        for (const piece of chunkText(text, size)) expect(piece.isWellFormed()).toBe(text.isWellFormed());
      }),
    );
  });
});
