import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPacked, toFileText } from './to-file-text.ts';

const file = (data: Uint8Array | string | URL, mediaType: string, filename?: string) => ({
  type: 'file' as const,
  data,
  mediaType,
  ...(filename === undefined ? {} : { filename }),
});
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('toFileText', () => {
  it('keeps a link', () => {
    const link = file(new URL('https://example.org/a.png'), 'image/png', 'a.png');
    expect(toFileText(link)).toBe('[a.png](https://example.org/a.png)');
    expect(isPacked(link)).toBe(false);
  });

  it.each(['text/plain', 'text/csv', 'application/json', 'application/ld+json', 'image/svg+xml', 'application/yaml'])(
    'quotes %s',
    (mediaType) => {
      const expected = `<file name="a" type="${mediaType}">\nGrüße\n</file>`;
      expect(toFileText(file(Buffer.from('Grüße'), mediaType, 'a'))).toBe(expected);
      expect(toFileText(file(base64('Grüße'), mediaType, 'a'))).toBe(expected);
      expect(isPacked(file(base64('x'), mediaType))).toBe(false);
    },
  );

  it('encodes anything else as a data URL', () => {
    const packed = file(new Uint8Array([0, 255, 7]), 'image/png', 'dot.png');
    expect(toFileText(packed)).toBe('[dot.png](data:image/png;base64,AP8H)');
    expect(toFileText(file('AP8H', 'image/png'))).toBe('[file](data:image/png;base64,AP8H)');
    expect(isPacked(packed)).toBe(true);
  });

  it('loses no byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const link = /base64,(.*)\)$/.exec(toFileText(file(bytes, 'application/zip')))?.[1];
        expect(new Uint8Array(Buffer.from(link!, 'base64'))).toEqual(bytes);
      }),
    );
  });
});
