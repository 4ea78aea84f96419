import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { edgeApp } from './__fixtures__/edge-app.ts';
import { rawRequest } from './__fixtures__/raw-request.ts';
import { HTTPServer } from './http-server.ts';
import { limitRequestBody } from './limit-request-body.ts';
import { DEFAULT_SERVER_LIMITS } from './server-limits.ts';

let server: HTTPServer;
beforeAll(async () => {
  const { fetch } = edgeApp(limitRequestBody(1_000));
  server = await HTTPServer.listen({ fetch, host: '127.0.0.1', port: 0, limits: DEFAULT_SERVER_LIMITS });
});
afterAll(() => server[Symbol.asyncDispose]());

const post = (body: string | ReadableStream<Uint8Array>) =>
  fetch(`${server.url}/echo`, { method: 'POST', body, duplex: 'half' } as RequestInit);

function trickle(chunks: string[]): ReadableStream<Uint8Array> {
  const texts = chunks.values();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = texts.next();
      if (done === true) controller.close();
      else controller.enqueue(new TextEncoder().encode(value));
    },
  });
}

describe('Q58: limitBody', () => {
  test.each([0, 1, 999, 1_000])('limitBody accepts %i bytes', async (size) => {
    expect(await (await post('x'.repeat(size))).json()).toEqual({ length: size });
  });

  test('answers one byte too many with 413', async () => {
    const response = await post('x'.repeat(1_001));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ detail: 'a request body may have at most 1000 bytes', code: 'too_large' });
  });

  test('reads a body of unknown size only up to the limit', async () => {
    expect(await (await post(trickle(['a'.repeat(500), 'b'.repeat(500)]))).json()).toEqual({ length: 1_000 });
    expect((await post(trickle(['a'.repeat(500), 'b'.repeat(501)]))).status).toBe(413);
  });

  test('refuses a body that announces a huge size before it arrives', async () => {
    const answer = await rawRequest(
      server.port,
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\nonly this',
      { keepOpenMs: 2_000 },
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('counts the body of a GET request as well', async () => {
    const answer = await rawRequest(
      server.port,
      `GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\nConnection: close\r\n\r\n${'x'.repeat(5_000)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('the server still works after a refused body', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => post('x'.repeat(100_000)).then(({ status }) => expect(status).toBe(413))),
    );
    expect((await post('ok')).status).toBe(200);
  });
});
