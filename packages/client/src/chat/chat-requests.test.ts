import { describe, expect, test, vi } from 'vitest';
import type { WebRequestInit } from '../platform/web-types.ts';
import { ChatRequests, type ChatRequestsOptions } from './chat-requests.ts';

/** Sends one request and gives what reached `fetch`. */
async function sent(options: Partial<ChatRequestsOptions>, call: Partial<Parameters<ChatRequests['send']>[0]> = {}) {
  const seen: { url: string; init: WebRequestInit & { credentials?: string; keepalive?: boolean } }[] = [];
  const fetch = async (url: string, init: WebRequestInit) => {
    seen.push({ url, init });
    return new Response('{}');
  };
  const requests = new ChatRequests({ api: '/api/chat', fetch: fetch as never, ...options });
  await requests.send({ method: 'GET', path: '', headers: undefined, ...call });
  return seen[0]!;
}

describe('the address of a chat request', () => {
  test.each([
    ['/api/chat', '', '/api/chat'],
    ['/api/chat/', '/a%20b/stream', '/api/chat/a%20b/stream'],
    ['https://host/chat?tenant=1', '/c/stream', 'https://host/chat/c/stream?tenant=1'],
    ['https://host/chat?tenant=1', '/c/stream?message=m', 'https://host/chat/c/stream?tenant=1&message=m'],
    ['/chat', '/c/stream?message=m', '/chat/c/stream?message=m'],
    ['/chat#top', '/c/stop', '/chat/c/stop#top'],
  ])('joins %s and %s to %s', async (api, path, url) => {
    expect((await sent({ api }, { path })).url).toBe(url);
  });
});

describe('the headers of a chat request', () => {
  test('headers come from all sources, and those of the call win', async () => {
    const { init } = await sent(
      {
        token: 'secret',
        headers: [
          ['X-A', '1'],
          ['x-b', '1'],
        ] as [string, string][],
      },
      { headers: { 'X-B': '2', 'X-C': undefined }, body: {} },
    );
    expect(init.headers).toEqual({
      Authorization: 'Bearer secret',
      'x-a': '1',
      'x-b': '2',
      'content-type': 'application/json',
    });
    expect(init.body).toBe('{}');
  });

  test('headers are computed for each request', async () => {
    const token = vi.fn<() => Promise<string>>(async () => 'fresh');
    const headers = vi.fn<() => Record<string, string>>(() => ({ 'x-a': '1' }));
    const fetch = async () => new Response('{}');
    const requests = new ChatRequests({ api: '/chat', token, headers, fetch: fetch as never });
    for (let count = 0; count < 3; count += 1) await requests.send({ method: 'GET', path: '', headers: undefined });
    expect([token.mock.calls.length, headers.mock.calls.length]).toEqual([3, 3]);
  });

  test('headers with an invalid token are refused, and the error does not quote it', async () => {
    const error = await sent({ token: 'sec\nret' }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(String(error)).not.toContain('sec');
  });

  test('credentials and keepalive are sent where they are set', async () => {
    const { init } = await sent({ credentials: () => 'include' }, { keepalive: true });
    expect([init.credentials, init.keepalive]).toEqual(['include', true]);
    const plain = await sent({});
    expect([Object.hasOwn(plain.init, 'credentials'), Object.hasOwn(plain.init, 'signal')]).toEqual([false, false]);
  });
});

describe('a chat request that fails', () => {
  test.each([
    [
      new Response('{"detail":"busy","code":"session_busy"}', { status: 409 }),
      { message: 'busy', code: 'session_busy', status: 409 },
    ],
    [
      new Response('<html>', { status: 502, headers: { 'retry-after': '7' } }),
      { code: 'unavailable', status: 502, retryAfterMs: 7_000 },
    ],
  ])('throws an error with the reason of the server', async (response, error) => {
    const fetch = async () => response;
    await expect(sent({ fetch: fetch as never })).rejects.toMatchObject(error);
  });

  test('throws an error that says that there is no fetch', async () => {
    vi.stubGlobal('fetch', undefined);
    const requests = new ChatRequests({ api: '/chat' });
    await expect(requests.send({ method: 'GET', path: '', headers: undefined })).rejects.toThrow('no fetch');
    vi.unstubAllGlobals();
  });
});
