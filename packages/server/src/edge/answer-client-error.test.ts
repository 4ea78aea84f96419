import { Duplex, PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { answerBadRequest, answerClientError } from './answer-client-error.ts';

async function answerTo(code: string | undefined): Promise<{ head: string[]; body: unknown }> {
  const socket = new PassThrough();
  answerClientError(Object.assign(new Error('x'), code === undefined ? {} : { code }), socket);
  const [head = '', body = ''] = Buffer.concat(await socket.toArray())
    .toString('utf8')
    .split('\r\n\r\n');
  return { head: head.split('\r\n'), body: JSON.parse(body) };
}

describe('input that never became a request', () => {
  test.each([
    ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 431 Request Header Fields Too Large', 'too_large'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'HTTP/1.1 413 Payload Too Large', 'too_large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout', 'request_timeout'],
    ['HPE_INVALID_METHOD', 'HTTP/1.1 400 Bad Request', 'invalid_input'],
    [undefined, 'HTTP/1.1 400 Bad Request', 'invalid_input'],
  ])('input that caused the error %s is answered with "%s"', async (error, status, code) => {
    const { head, body } = await answerTo(error);
    expect(head[0]).toBe(status);
    expect(head).toContain('Connection: close');
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(JSON.stringify(body))}`);
    expect(body).toEqual({ detail: expect.any(String), code });
  });

  test.each([
    ['a client that is gone', 'ECONNRESET', true],
    ['a socket that takes no more', 'HPE_INVALID_METHOD', false],
  ])('input from %s is not answered', (_, code, writable) => {
    const written: unknown[] = [];
    const socket = new Duplex({ read: () => undefined, write: (chunk, __, done) => (written.push(chunk), done()) });
    if (!writable) socket.end();
    answerClientError(Object.assign(new Error('x'), { code }), socket);
    expect(socket.destroyed).toBe(true);
    expect(written).toEqual([]);
  });
});

describe('a request that never reached the app', () => {
  test('a request with an unreadable URL or Host gets a 400', async () => {
    const response = answerBadRequest(Object.assign(new Error('Invalid host header'), { name: 'RequestError' }));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      detail: 'the path or the Host header of the request cannot be read',
      code: 'invalid_input',
    });
  });

  test('any other error gets a 500 without its cause', async () => {
    const response = answerBadRequest(new Error('password: swordfish'));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('swordfish');
  });
});
