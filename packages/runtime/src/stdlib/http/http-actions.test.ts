import { describe, expect, test } from 'vitest';
import { localServer } from '../../outbound/__fixtures__/local-server.ts';
import { runAction } from '../__fixtures__/run-action.ts';
import { httpActions } from './http-actions.ts';

const open = httpActions({ policy: { allowPrivateNetworks: true, maxBytes: 1000, timeoutMs: 2000 } });

test('actions have the names of the reference, and those that HTTP lets repeat are idempotent', () => {
  expect(Object.fromEntries(httpActions().map(({ name, idempotent }) => [name, idempotent]))).toEqual({
    http_get: true,
    http_post: false,
    http_put: true,
    http_delete: true,
    http_patch: false,
    http_head: true,
    http_options: true,
  });
});

test.each(['get', 'post', 'put', 'delete', 'patch', 'head', 'options'])(
  'Q57: http_%s sends the headers',
  async (method) => {
    await using server = await localServer((_request, response) => response.end('answer'));
    const body = ['post', 'put', 'patch'].includes(method) ? { body: { a: [1, 'ü'] } } : {};
    const input = {
      url: `${server.origin}/path?query`,
      headers: { 'X-Custom': 'one', Authorization: 'Bearer t' },
      ...body,
    };
    const result = await runAction(open, `http_${method}`, input);
    expect(server.requests).toMatchObject([
      { method: method.toUpperCase(), path: '/path?query', headers: { 'x-custom': 'one', authorization: 'Bearer t' } },
    ]);
    expect(server.requests[0]?.body).toBe('body' in body ? '{"a":[1,"ü"]}' : '');
    expect(server.requests[0]?.headers['content-type']).toBe('body' in body ? 'application/json' : undefined);
    expect(method === 'head' ? 'answer' : result).toBe('answer');
  },
);

test('the content type may be another kind of JSON', async () => {
  await using server = await localServer((_request, response) => response.end());
  const headers = { 'content-type': 'application/merge-patch+json' };
  await runAction(open, 'http_patch', { url: server.origin, headers, body: {} });
  expect(server.requests[0]?.headers['content-type']).toBe('application/merge-patch+json');
});

test('an action returns the text of the answer whatever its status', async () => {
  await using server = await localServer((_request, response) => void response.writeHead(503).end('closed on sundays'));
  expect(await runAction(open, 'http_get', { url: server.origin })).toBe('closed on sundays');
});

test('HEAD and OPTIONS return status and headers if there is no text', async () => {
  await using server = await localServer((_request, response) => {
    response.writeHead(204, { allow: 'GET, POST', 'x-one': '1' }).end();
  });
  for (const name of ['http_head', 'http_options']) {
    const result = JSON.parse(String(await runAction(open, name, { url: server.origin })));
    expect(result).toMatchObject({ status: 204, headers: { allow: 'GET, POST', 'x-one': '1' } });
  }
  expect(await runAction(open, 'http_get', { url: server.origin })).toBe('');
});

describe('errors are results', () => {
  test.each([
    [
      'http://127.0.0.1/',
      /^Error: The call to http:\/\/127\.0\.0\.1 was refused: 127\.0\.0\.1 is a loopback address\.$/,
    ],
    ['http://169.254.169.254/latest', /^Error: .* cloud metadata service\.$/],
    ['file:///etc/passwd', /^Error: .* only http:\/\/ and https:\/\/ may be called\.$/],
    ['nonsense', /^Error: The call to this URL was refused: it is not an absolute URL\.$/],
    ['https://user:secret@example.com/', /^Error: (?!.*secret)/],
  ])('a call to %s returns an error', async (url, expected) => {
    for (const [name, more] of [
      ['http_get', {}],
      ['http_post', { headers: {}, body: {} }],
      ['http_head', {}],
    ] as const) {
      const result = String(await runAction(httpActions(), name, { url, ...more }));
      expect(result).toMatch(expected);
    }
  });

  test('a redirect into the private network returns an error', async () => {
    await using server = await localServer((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    });
    expect(await runAction(open, 'http_get', { url: server.origin })).toMatch(/^Error: .*a redirect leads there/);
  });

  test('a large body, a slow answer and an unreachable server return an error', async () => {
    await using server = await localServer((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(1001));
    });
    expect(await runAction(open, 'http_get', { url: `${server.origin}/large` })).toMatch(
      /^Error: .*larger than 1000 bytes/,
    );
    const hasty = httpActions({ policy: { allowPrivateNetworks: true, timeoutMs: 50 } });
    expect(await runAction(hasty, 'http_get', { url: server.origin })).toMatch(/^Error: .*took longer than 50 ms/);
    await server[Symbol.asyncDispose]();
    expect(await runAction(open, 'http_get', { url: server.origin })).toMatch(/^Error: .*ECONNREFUSED/);
  });

  test.each([
    [{ host: 'internal' }, /the header "host" is not for callers to set/],
    [{ 'transfer-encoding': 'chunked' }, /transfer-encoding/],
    [{ 'x-a': 'one\r\nx-b: two' }, /the header "x-a" is not valid/],
    [{ 'bad name': '1' }, /the header "bad name" is not valid/],
    [{ '': '1' }, /the header "" is not valid/],
  ])('a call with the headers %j returns an error', async (headers, expected) => {
    await using server = await localServer((_request, response) => response.end());
    const result = await runAction(open, 'http_get', { url: server.origin, headers });
    expect(result).toMatch(/^Error: /);
    expect(result).toMatch(expected);
    expect(server.requests).toEqual([]);
  });
});

test('an action throws the reason when its run is cancelled', async () => {
  await using server = await localServer(() => {});
  const controller = new AbortController();
  const call = runAction(open, 'http_get', { url: server.origin }, { signal: controller.signal });
  await expect.poll(() => server.requests.length).toBe(1);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test('input of the wrong shape is refused', async () => {
  for (const [name, input] of [
    ['http_get', {}],
    ['http_get', { url: 5 }],
    ['http_post', { url: 'http://example.com' }],
    ['http_post', { url: 'http://example.com', body: 'text' }],
    ['http_get', { url: 'http://example.com', headers: { a: 1 } }],
  ] as const) {
    await expect(runAction(open, name, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});

test('an invalid policy is refused at the start', () => {
  expect(() => httpActions({ policy: { maxBytes: -1 } })).toThrow('maxBytes');
});
