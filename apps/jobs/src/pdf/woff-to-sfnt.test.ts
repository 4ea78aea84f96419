import { describe, expect, test } from 'vitest';
import { fontFiles, loadFont } from './font-files.ts';
import { woffToSfnt } from './woff-to-sfnt.ts';

describe('fonts', () => {
  const all = (['normal', 'bold', 'italic', 'bold-italic'] as const).flatMap((style) =>
    fontFiles(style, ['sc', 'jp', 'kr']),
  );

  test.each([...new Map(all.map((file) => [file.name, file])).values()].map((file) => [file.name, file] as const))(
    '%s exists and can be unpacked',
    (_, file) => {
      const font = loadFont(file);
      const count = font.readUInt16BE(4);
      const tags = Array.from({ length: count }, (_each, at) => font.toString('latin1', 12 + at * 16, 16 + at * 16));
      expect(tags).toEqual(expect.arrayContaining(['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name']));
      for (let at = 0; at < count; at += 1) {
        const [offset, length] = [font.readUInt32BE(20 + at * 16), font.readUInt32BE(24 + at * 16)];
        expect(offset % 4).toBe(0);
        expect(offset + length).toBeLessThanOrEqual(font.length);
      }
      // Every head table has this number.
      const head = font.readUInt32BE(20 + tags.indexOf('head') * 16);
      expect(font.readUInt32BE(head + 12)).toBe(0x5f0f3cf5);
    },
  );

  test('a font is unpacked once', () => {
    expect(all.slice(0, 2).every((file) => loadFont(file) === loadFont(file))).toBe(true);
  });

  test('a file that is not a font is refused', () => {
    expect(() => woffToSfnt(Buffer.from('wOF2 and more'))).toThrow('not a WOFF file');
  });
});
