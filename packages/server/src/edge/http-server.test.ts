import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { edgeApp } from './__fixtures__/edge-app.ts';
import { rawRequest } from './__fixtures__/raw-request.ts';
import { selfSignedCertificate } from '@posthouse/testkit';
import { HTTPServer, type HTTPServerOptions, toListenError } from './http-server.ts';
import { readTLSFiles } from './read-tls-files.ts';
import { DEFAULT_SERVER_LIMITS } from './server-limits.ts';

const open: HTTPServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});

async function listen(options: Partial<HTTPServerOptions> = {}): Promise<HTTPServer> {
  const { fetch } = edgeApp();
  const server = await HTTPServer.listen({
    fetch,
    host: '127.0.0.1',
    port: 0,
    limits: DEFAULT_SERVER_LIMITS,
    ...options,
  });
  open.push(server);
  return server;
}

function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

describe('Q58: malformed input is answered in JSON', () => {
  test('headers that are too large get 431', async () => {
    const { port } = await listen({ limits: { ...DEFAULT_SERVER_LIMITS, headerBytes: 2_000 } });
    const answer = await rawRequest(port, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(4_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(answer)).toEqual({ detail: 'the headers of the request are too large', code: 'too_large' });
  });

  test('headers that come too slowly get 408', async () => {
    const { port } = await listen({ limits: { ...DEFAULT_SERVER_LIMITS, headersMs: 100 } });
    const answer = await rawRequest(port, 'GET / HTTP/1.1\r\nHost: loc');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'request_timeout' });
  });

  test('a body that comes too slowly gets 408', async () => {
    const { port } = await listen({ limits: { ...DEFAULT_SERVER_LIMITS, headersMs: 100, requestMs: 200 } });
    const answer = await rawRequest(port, 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhal');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test.each([
    ['text that is not HTTP at all', 'hello?\r\n\r\n'],
    ['a request of an unknown HTTP version', 'GET / HTTP/9.9\r\n\r\n'],
    ['a request without a Host', 'GET / HTTP/1.1\r\n\r\n'],
    [
      'a request with two lengths',
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a request with a length and chunks',
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s gets 400', async (_, text) => {
    const { port } = await listen();
    expect(await rawRequest(port, text)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each(['a b', 'user@host', '/', 'localhost:99999999'])('a request with the Host %j gets 400', async (host) => {
    const { port } = await listen();
    const answer = await rawRequest(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'invalid_input' });
  });
});

describe('HttpServer.stop', () => {
  test('waits for answers in progress, and accepts no new requests', async () => {
    let finish = () => {};
    const server = await listen({
      fetch: () => new Promise((resolve) => (finish = () => resolve(Response.json({ late: true })))),
    });
    const answer = fetch(server.url);
    await expect.poll(() => String(finish)).toContain('resolve');
    server.stopAccepting();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    const waited = server.answered(5_000);
    setTimeout(finish, 50);
    await waited;
    expect(await (await answer).json()).toEqual({ late: true });
    expect((await answer).headers.get('connection')).toBe('close');
  });

  test('gives up waiting when its time is over', async () => {
    const server = await listen({ fetch: () => new Promise<Response>(() => {}) });
    const answer = fetch(server.url).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    await server.answered(100);
    expect(performance.now() - start).toBeGreaterThanOrEqual(90);
    await server[Symbol.asyncDispose]();
    expect(await answer).toBeInstanceOf(Error);
  });

  test('waits for event streams only at the very end', async () => {
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(': hello\r\n\r\n')),
    });
    const headers = { 'Content-Type': 'text/event-stream; charset=utf-8' };
    const server = await listen({ fetch: () => new Response(stream, { headers }) });
    const reader = (await fetch(server.url)).body!.getReader();
    await reader.read();
    const start = performance.now();
    await server.answered(600_000);
    await server.finished(100);
    expect(performance.now() - start).toBeGreaterThanOrEqual(90);
    await server[Symbol.asyncDispose]();
    await expect(reader.read()).rejects.toThrow('terminated');
  });
});

describe('HttpServer.listen', () => {
  test('refuses a port that is taken, and advises what to do', async () => {
    const { port } = await listen();
    await expect(listen({ port })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: `port ${port} of 127.0.0.1 is used by another program; stop it, or choose another port with --port`,
    });
  });

  test('refuses an address of another machine', async () => {
    await expect(listen({ host: '203.0.113.7' })).rejects.toThrow(/203\.0\.113\.7 is not an address of this machine/);
  });

  test.each([
    ['EACCES', /choose one above 1023/],
    ['ENOTFOUND', /the host 'box' is not known/],
    ['EWHATEVER', /cannot listen on port 80 of box \(EWHATEVER\)/],
  ])('explains the error %s in a sentence', (code, sentence) => {
    expect(toListenError(Object.assign(new Error('x'), { code }), { host: 'box', port: 80 }).message).toMatch(sentence);
  });
});

describe('Q58: TLS files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-tls-'));
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const { certificate, key } = selfSignedCertificate('localhost');
  writeFileSync(files.certFile, certificate);
  writeFileSync(files.keyFile, key);
  afterEach(() => rmSync(join(folder, 'other'), { force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a server with certificate files speaks HTTPS', async () => {
    const server = await listen({ tls: await readTLSFiles(files) });
    expect(server.url).toMatch(/^https:/);
    const status = await new Promise((resolve, reject) => {
      const call = secureRequest(server.url, { ca: certificate, servername: 'localhost', agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      call.on('error', reject).end();
    });
    expect(status).toBe(200);
  });

  test('a plain HTTP request to a TLS port gets no answer', async () => {
    const server = await listen({ tls: await readTLSFiles(files) });
    const plain = new Promise((resolve, reject) => {
      request({ port: server.port, agent: false }, resolve).on('error', reject).end();
    });
    await expect(plain).rejects.toThrow(/hang up|ECONNRESET/);
  });

  test('the error names a file that does not exist', async () => {
    await expect(readTLSFiles({ ...files, keyFile: join(folder, 'none') })).rejects.toThrow(
      /TLS key .*none cannot be read \(ENOENT\)/,
    );
  });

  test('a key of another certificate is refused before anybody connects', async () => {
    writeFileSync(join(folder, 'other'), selfSignedCertificate('localhost').key);
    await expect(readTLSFiles({ ...files, keyFile: join(folder, 'other') })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('cannot be used'),
    });
  });

  test('a file that is not PEM is refused', async () => {
    writeFileSync(join(folder, 'other'), 'hello');
    await expect(readTLSFiles({ ...files, certFile: join(folder, 'other') })).rejects.toThrow(/cannot be used/);
  });
});
