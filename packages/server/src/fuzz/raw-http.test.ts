import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../start-options.ts';
import { authorizations, startFuzzServer } from './__fixtures__/fuzz-server.ts';
import { openSocket, rawExchange } from './__fixtures__/raw-exchange.ts';

const FULL = process.env.TEST_FULL === '1';
const host = 'Host: 127.0.0.1\r\n';
const authorization = `Authorization: ${authorizations.user}\r\n`;

let server: RunningServer;

beforeAll(async () => {
  server = await startFuzzServer({
    limits: { headersMs: 400, requestMs: 600, headerBytes: 8_192, bodyBytes: 100_000 },
  });
});

afterAll(async () => server.stop({ drainMs: 0 }));

const statusOf = (answer: string | undefined): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer ?? '')?.[1]);
const bodyOf = (answer: string | undefined): unknown => JSON.parse(answer!.slice(answer!.indexOf('\r\n\r\n') + 4));
const isServing = async (): Promise<boolean> => (await fetch(`${server.url}/health/live`)).ok;

describe('malformed HTTP', () => {
  test.each([
    ['nonsense', 'hello there\r\n\r\n', 400],
    ['a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc]), 400],
    ['a version nobody has', `GET / HTTP/9.9\r\n${host}\r\n`, 400],
    ['a header without a name', `GET / HTTP/1.1\r\n${host}: empty\r\n\r\n`, 400],
    ['a NUL in a header', `GET / HTTP/1.1\r\n${host}X-A: \0\r\n\r\n`, 400],
    ['a length that is none', `POST /message HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`, 400],
    ['two lengths', `POST /message HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
    [
      'a length and chunks, as smugglers send them',
      `POST /message HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'chunks that are none',
      `POST /message HTTP/1.1\r\n${host}${authorization}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\\c\r\n\r\n', 400],
    ['headers that never end', `GET / HTTP/1.1\r\n${host}${'X-A: b\r\n'.repeat(2_000)}\r\n`, 431],
    ['a path that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ])('%s is refused in JSON, and affects nobody else', async (_, bytes, status) => {
    const answer = await rawExchange(server.url, bytes);
    expect(answer).toBeDefined();
    expect(statusOf(answer)).toBe(status);
    expect(bodyOf(answer)).toMatchObject({ detail: expect.any(String), code: expect.any(String) });
    expect(await isServing()).toBe(true);
  });

  test('random bytes, alone or within requests, never hang a connection or cause a server error', async () => {
    const request = Buffer.from(
      `POST /message HTTP/1.1\r\n${host}${authorization}Content-Length: 12\r\n\r\n{"body":"x"}`,
    );
    const damaged = fc
      .array(fc.tuple(fc.nat(request.byteLength - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 })
      .map((changes) => {
        const bytes = Buffer.from(request);
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes;
      });
    const anything = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      damaged,
    );
    await fc.assert(
      fc.asyncProperty(anything, async (bytes) => {
        const answer = await rawExchange(server.url, bytes);
        expect(answer).toBeDefined();
        const statuses = [...answer!.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
      }),
      { numRuns: FULL ? 1_000 : 60 },
    );
    expect(await isServing()).toBe(true);
  });
});

describe('oversized requests', () => {
  test('requests that announce to be too large are refused before they arrive', async () => {
    const answer = await rawExchange(
      server.url,
      `POST /message HTTP/1.1\r\n${host}${authorization}Content-Length: 5000000000\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(413);
  });

  test('requests that announce no size are refused as soon as they grow too large', async () => {
    const socket = await openSocket(server.url);
    const answered = once(socket, 'data') as Promise<[Buffer]>;
    socket.write(`POST /message HTTP/1.1\r\n${host}${authorization}Transfer-Encoding: chunked\r\n\r\n`);
    const timer = setInterval(() => socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`), 1);
    void answered.finally(() => clearInterval(timer));
    const [head] = await answered;
    expect(statusOf(head.toString('latin1'))).toBe(413);
    socket.destroy();
  });
});

describe('slow requests', () => {
  const count = FULL ? 200 : 20;

  /** Sends a byte now and then, and tells when and how the server lost patience. */
  async function drip(text: string): Promise<{ milliseconds: number; answer: string }> {
    const socket = await openSocket(server.url);
    const start = performance.now();
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    const closed = once(socket, 'close');
    let at = 0;
    const timer = setInterval(() => socket.write(text[at++ % text.length]!), 50);
    await closed;
    clearInterval(timer);
    return { milliseconds: performance.now() - start, answer };
  }

  test('headers that drip in are cut off, while others are served', async () => {
    const dripping = Array.from({ length: count }, () => drip(`GET / HTTP/1.1\r\n${host}X-A: ${'a'.repeat(2_000)}`));
    expect(await isServing()).toBe(true);
    for (const { milliseconds, answer } of await Promise.all(dripping)) {
      expect(milliseconds).toBeLessThan(20_000);
      expect(statusOf(answer)).toBe(408);
      expect(bodyOf(answer)).toMatchObject({ code: 'request_timeout' });
    }
  });

  test('a body that drips in is cut off, while others are served', async () => {
    const head = `POST /message HTTP/1.1\r\n${host}${authorization}Content-Type: application/json\r\nContent-Length: 2000\r\n\r\n`;
    const dripping = Array.from({ length: count }, async () => {
      const socket = await openSocket(server.url);
      const start = performance.now();
      const closed = once(socket, 'close');
      socket.resume();
      socket.write(head);
      const timer = setInterval(() => socket.write('x'), 50);
      await closed;
      clearInterval(timer);
      return performance.now() - start;
    });
    expect(await isServing()).toBe(true);
    for (const milliseconds of await Promise.all(dripping)) expect(milliseconds).toBeLessThan(20_000);
  });

  test('idle connections do not keep others out', async () => {
    const sockets = await Promise.all(Array.from({ length: count * 5 }, () => openSocket(server.url)));
    expect(await isServing()).toBe(true);
    for (const socket of sockets) socket.destroy();
  });
});
