import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitBody } from './to-response.ts';

const tooLarge = new Error('too large');

function limited(source: Readable, maxBytes: number): ReadableStream<Uint8Array> {
  return limitBody(source, {
    maxBytes,
    toTooLarge: () => tooLarge,
    toReadError: (cause) => new Error('read', { cause }),
  });
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return await new Response(stream).text();
}

test('a body within its limit passes unchanged', async () => {
  expect(await readAll(limited(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), 4))).toBe('abcd');
  expect(await readAll(limited(Readable.from([]), 0))).toBe('');
});

test('a body passes if and only if it is small enough, however it is cut into pieces', async () => {
  const pieces = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 0, max: 100 }), async (parts, maxBytes) => {
      const whole = Buffer.from(parts.join(''));
      const source = Readable.from(parts.map((part) => Buffer.from(part)));
      const read = await readAll(limited(source, maxBytes)).catch((error: unknown) => error);
      expect(read).toEqual(whole.byteLength <= maxBytes ? whole.toString() : tooLarge);
    }),
  );
});

describe('the source of a limited body', () => {
  test('the source of a limited body is destroyed when the body is too large', async () => {
    const source = Readable.from([Buffer.from('abc'), Buffer.from('def')]);
    await expect(readAll(limited(source, 4))).rejects.toBe(tooLarge);
    expect(source.destroyed).toBe(true);
  });

  test('the source of a limited body is destroyed when the reader leaves', async () => {
    const source = Readable.from([Buffer.from('abc'), Buffer.from('def')]);
    await limited(source, 100).cancel();
    expect(source.destroyed).toBe(true);
  });

  test('the source of a limited body is read no faster than the reader reads', async () => {
    let made = 0;
    const source = new Readable({
      highWaterMark: 1,
      read() {
        made += 1;
        this.push(Buffer.alloc(1_000));
      },
    });
    const reader = limited(source, 1_000_000).getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toBeLessThan(10);
    await reader.cancel();
  });

  test('fails the reader when it fails, with the given message', async () => {
    const broken = new Error('broken');
    const source = new Readable({
      read() {
        this.destroy(broken);
      },
    });
    await expect(readAll(limited(source, 100))).rejects.toMatchObject({ message: 'read', cause: broken });
  });
});
