import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createFetchPage } from './fetch-page.ts';

async function listen(listener: RequestListener): Promise<AsyncDisposable & { origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const open = createFetchPage({ policy: { allowPrivateNetworks: true } });
const html = { 'content-type': 'text/html; charset=utf-8' };

describe('addresses of private networks', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0:8080/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://localhost/',
    'http://localhost.:3033/jobs',
    'http://LOCALHOST/',
    'http://user:pass@example.com/',
    'http://example.com:22/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/html,hi',
    'javascript:alert(1)',
    'not an address',
    '//example.com/',
  ])('addresses of private networks are refused: %s', async (url) => {
    const fetchPage = createFetchPage({ resolve: async () => ['127.0.0.1'] });
    await expect(fetchPage(url, { kind: 'html' })).rejects.toMatchObject({ code: 'url_refused', status: 400 });
  });

  test('private addresses behind names that look public are refused', async () => {
    await using server = await listen((_, response) => void response.writeHead(200, html).end('secret'));
    const resolve = async () => ['93.184.216.34', '127.0.0.1'];
    const { port } = new URL(server.origin);
    await expect(
      createFetchPage({ resolve })(`http://jobs.example.com:${port}/`, { kind: 'html' }),
    ).rejects.toMatchObject({
      code: 'url_refused',
    });
    expect(server.asked).toEqual([]);
  });

  test('private addresses behind a redirect are refused', async () => {
    await using server = await listen((_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    });
    await expect(open(`${server.origin}/`, { kind: 'html' })).rejects.toMatchObject({ code: 'url_refused' });
    expect(server.asked).toEqual(['/']);
  });
});

describe('fetching a page', () => {
  test('a page is read after redirects to allowed places', async () => {
    await using server = await listen((request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new' }).end();
      else response.writeHead(200, html).end('<p>你好</p>');
    });
    expect(await open(`${server.origin}/old`, { kind: 'html' })).toEqual({
      text: '<p>你好</p>',
      url: `${server.origin}/new`,
    });
  });

  test('refuses what is not a page', async () => {
    await using server = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('x');
    });
    await expect(open(server.origin, { kind: 'html' })).rejects.toMatchObject({
      code: 'unsupported_page',
      status: 422,
    });
    await expect(open(server.origin, { kind: 'json' })).rejects.toMatchObject({ code: 'unsupported_page' });
  });

  test('an error page is not read', async () => {
    await using server = await listen((_, response) => void response.writeHead(500, html).end('oops'));
    await expect(open(server.origin, { kind: 'html' })).rejects.toMatchObject({
      code: 'source_unreachable',
      status: 502,
      message: expect.stringContaining('answered 500'),
    });
  });

  test('cuts off an endless page at five megabytes', async () => {
    await using server = await listen((_, response) => {
      response.writeHead(200, html);
      const chunk = 'x'.repeat(65_536);
      const write = (): void => {
        if (!response.destroyed) response.write(chunk, () => setImmediate(write));
      };
      write();
    });
    await expect(open(server.origin, { kind: 'html' })).rejects.toMatchObject({ code: 'source_unreachable' });
  });

  test('a page that does not come is not waited for', async () => {
    await using server = await listen(() => undefined);
    const impatient = createFetchPage({ policy: { allowPrivateNetworks: true, timeoutMs: 50 } });
    await expect(impatient(server.origin, { kind: 'html' })).rejects.toMatchObject({ code: 'source_unreachable' });
  });

  test('fails when nobody serves the page', async () => {
    const gone = await listen(() => undefined);
    await gone[Symbol.asyncDispose]();
    await expect(open(gone.origin, { kind: 'html' })).rejects.toMatchObject({ code: 'source_unreachable' });
  });

  test('stops once its reader has left', async () => {
    await using server = await listen(() => undefined);
    const leaving = new AbortController();
    const reading = open(server.origin, { kind: 'html', signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });
});
