import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { caught } from '../__fixtures__/caught.ts';
import { closedURL, PlayServer, sendJSON } from '../__fixtures__/play-server.ts';
import { createClient } from '../index.ts';

const me = { id: 'ada', role: 'user' };

describe('the answer to a request', () => {
  test('an answer may be compressed', async () => {
    await using server = await PlayServer.start((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(me)));
    });
    expect(await createClient({ baseURL: server.url }).whoami()).toEqual(me);
  });

  test('an answer may come after a redirect', async () => {
    await using server = await PlayServer.start(({ path }, response) =>
      path === '/whoami' ? response.writeHead(307, { Location: '/elsewhere' }).end() : sendJSON(response, me),
    );
    expect(await createClient({ baseURL: server.url }).whoami()).toEqual(me);
    expect(server.requests[1]?.path).toBe('/elsewhere');
  });

  test('names the redirect in an error', async () => {
    await using server = await PlayServer.start(({ method, path }, response) =>
      path === '/message'
        ? response.writeHead(301, { Location: '/other' }).end()
        : sendJSON(response, { detail: `${method} not allowed` }, 405),
    );
    expect(await caught(createClient({ baseURL: server.url }).postMessage({ body: 'b' }))).toMatchObject({
      code: 'method_not_allowed',
      message: `GET not allowed (POST /message was redirected to ${server.url}/other)`,
    });
  });

  test.each([
    ['a page', 'text/html', '<h1>Welcome to our WiFi</h1>', /an answer that is not from a MAIL server: expected JSON/],
    ['nothing', 'application/json', '', /expected JSON/],
    ['half of one', 'application/json', '{"id":"a', /expected JSON/],
    ['another one', 'application/json', '{"id":7}', /invalid identity: id: expected a string, got the number 7/],
  ])('an answer is an error if no MAIL server gives it: %s', async (_, type, text, words) => {
    await using server = await PlayServer.start((__, response) => {
      response.writeHead(200, { 'Content-Type': type }).end(text);
    });
    const error = await caught(createClient({ baseURL: server.url }).whoami());
    expect(error).toMatchObject({ code: 'not_a_mail_server', status: 200, answered: true });
    expect((error as Error).message).toMatch(words);
    expect(server.requests).toHaveLength(1);
  });

  test('an answer in plain text, as from the reference, is an error with a sentence', async () => {
    await using server = await PlayServer.start((_, response) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end('Internal Server Error');
    });
    expect(await caught(createClient({ baseURL: server.url }).status())).toMatchObject({
      code: 'internal',
      status: 500,
      message: 'GET /status was answered with status 500 with: Internal Server Error',
    });
  });
});

describe('a request without an answer', () => {
  const impatient = { retries: 0 };

  test('fails when nothing listens at the address', async () => {
    const baseURL = await closedURL();
    const error = await caught(createClient({ baseURL, ...impatient }).whoami());
    expect(error).toMatchObject({
      code: 'server_unreachable',
      answered: false,
      retryable: true,
      request: 'GET /whoami',
    });
    expect((error as Error).message).toMatch(/^GET \/whoami: the connection to http:.* failed: .*ECONNREFUSED/);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  test('fails when the connection breaks', async () => {
    await using server = await PlayServer.start((_, response) => void response.destroy());
    expect(await caught(createClient({ baseURL: server.url, ...impatient }).whoami())).toMatchObject({
      code: 'server_unreachable',
    });
  });

  test('fails when the connection breaks in the middle of the answer', async () => {
    await using server = await PlayServer.start((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"id"', () => response.destroy());
    });
    expect(await caught(createClient({ baseURL: server.url, ...impatient }).whoami())).toMatchObject({
      code: 'server_unreachable',
    });
  });

  // Long enough for a busy machine to get the request to the server.
  test.each([
    ['the client', { timeoutMs: 1_000 }, {}],
    ['the request', { timeoutMs: 60_000 }, { timeoutMs: 1_000 }],
  ])('fails after the time limit of %s', async (_, forClient, forRequest) => {
    await using server = await PlayServer.start(() => undefined);
    const error = await caught(createClient({ baseURL: server.url, ...forClient }).whoami(forRequest));
    expect(error).toMatchObject({
      code: 'server_silent',
      message: `GET /whoami: ${server.url} has not answered within 1 s`,
    });
    await server.requests[0]!.closed;
    expect(server.requests).toHaveLength(1);
  });

  test('fails after the time limit when the body stops in the middle', async () => {
    await using server = await PlayServer.start((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    });
    expect(await caught(createClient({ baseURL: server.url, timeoutMs: 30 }).whoami())).toMatchObject({
      code: 'server_silent',
    });
  });

  test('a request is not sent if the caller has aborted before', async () => {
    await using server = await PlayServer.start((_, response) => sendJSON(response, me));
    expect(await caught(createClient({ baseURL: server.url }).whoami({ signal: AbortSignal.abort('left') }))).toBe(
      'left',
    );
    expect(server.requests).toEqual([]);
  });

  test('a message may wait as long as a run takes, whatever the time limit of ordinary requests', async () => {
    await using server = await PlayServer.start((_, response) => {
      setTimeout(() => sendJSON(response, { response: 'r', events: null }), 80);
    });
    const client = createClient({ baseURL: server.url, timeoutMs: 20 });
    expect(await client.postMessage({ body: 'b' })).toMatchObject({ response: 'r' });
    expect(await client.postMessage({ body: 'b' }, { timeoutMs: undefined })).toMatchObject({ response: 'r' });
    expect(await caught(client.postMessage({ body: 'b' }, { timeoutMs: 20 }))).toMatchObject({ code: 'server_silent' });
  });
});

describe('a custom fetch', () => {
  test("a custom fetch is called with the same arguments as the platform's", async () => {
    const calls: unknown[] = [];
    const client = createClient({
      baseURL: 'http://nowhere.test/api/',
      token: 't',
      fetch: async (url, init) => {
        calls.push([url, init?.method, init?.headers]);
        return Response.json(me);
      },
    });
    expect(await client.whoami()).toEqual(me);
    expect(calls).toEqual([
      ['http://nowhere.test/api/whoami', 'GET', { Authorization: 'Bearer t', Accept: 'application/json' }],
    ]);
  });

  test('a custom fetch may ignore signals: aborts and time limits still work', async () => {
    const client = createClient({ baseURL: 'http://nowhere.test', fetch: () => new Promise(() => undefined) });
    expect(await caught(client.whoami({ timeoutMs: 10 }))).toMatchObject({ code: 'server_silent' });
    expect(await caught(client.whoami({ signal: AbortSignal.timeout(10) }))).toMatchObject({ name: 'TimeoutError' });
  });
});
