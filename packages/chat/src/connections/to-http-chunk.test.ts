import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHTTPChunk } from './to-http-chunk.ts';

const toText = (pieces: readonly Uint8Array[]): string =>
  Buffer.from(
    toHTTPChunk(
      pieces,
      pieces.reduce((sum, piece) => sum + piece.byteLength, 0),
    ),
  ).toString('latin1');

describe('toHttpChunk', () => {
  test('writes the length in hexadecimal, and ends in a line of its own', () => {
    expect(toText([Buffer.from('hello')])).toBe('5\r\nhello\r\n');
    expect(toText([Buffer.from('x'.repeat(255))])).toBe(`ff\r\n${'x'.repeat(255)}\r\n`);
  });

  test('contains all pieces, as they are', () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pieces, (list) => {
        const body = Buffer.concat(list);
        expect(toText(list)).toBe(`${body.byteLength.toString(16)}\r\n${body.toString('latin1')}\r\n`);
      }),
    );
  });

  test('encodes one piece once, however many send it', () => {
    const piece = Buffer.from('for everybody');
    expect(toHTTPChunk([piece], piece.byteLength)).toBe(toHTTPChunk([piece], piece.byteLength));
  });
});
