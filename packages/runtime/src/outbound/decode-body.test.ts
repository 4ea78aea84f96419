import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBody } from './decode-body.ts';

test('compressed bodies are decompressed', async () => {
  const packings = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    [' deflate ', deflateSync],
    ['br', brotliCompressSync],
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...packings), fc.uint8Array(), async ([name, pack], bytes) => {
      const decoded = decodeBody(Readable.from([pack(bytes)]), name);
      expect(new Uint8Array(await buffer(decoded!))).toEqual(bytes);
    }),
  );
});

test.each([null, '', 'identity', 'zstd', 'gzip, br', 'constructor', '__proto__'])(
  'leaves a body with encoding %j alone',
  (encoding) => {
    expect(decodeBody(Readable.from([]), encoding)).toBeUndefined();
  },
);

test('a body that is truncated or not compressed is an error for its reader', async () => {
  const packed = gzipSync('hello '.repeat(1000));
  for (const bytes of [packed.subarray(0, 20), Buffer.from('not packed')]) {
    await expect(buffer(decodeBody(Readable.from([bytes]), 'gzip')!)).rejects.toThrow(
      /unexpected end|incorrect header/,
    );
  }
});

test('a reader that leaves ends the source', async () => {
  const source = Readable.from([gzipSync('hello')]);
  const decoded = decodeBody(source, 'gzip')!;
  decoded.destroy();
  await expect.poll(() => source.destroyed).toBe(true);
});
