import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, type MockInstance, test, vi } from 'vitest';
import { localServer } from './__fixtures__/local-server.ts';
import { selfSignedCertificate } from '@posthouse/testkit';
import { guardedFetch, toGuardedFetch } from './guarded-fetch.ts';

const open = { allowPrivateNetworks: true } as const;

async function failureOf(work: Promise<unknown>): Promise<{ code: string; reason: unknown; message: string }> {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!PosthouseError.isInstance(error)) throw new Error(`expected a PosthouseError, got ${String(error)}`);
  const { code, details, message } = error;
  return { code, reason: (details as { reason?: unknown } | undefined)?.reason, message };
}

/** The timers that were begun with this delay. */
function timersOf(begun: MockInstance<typeof setTimeout>, delay: number): unknown[] {
  return begun.mock.calls.flatMap(([, each], index) => (each === delay ? [begun.mock.results[index]!.value] : []));
}

describe('guardedFetch', () => {
  test('gives what fetch gives', async () => {
    await using server = await localServer((_request, response) => {
      response.writeHead(201, 'Made', { 'x-one': 'a', 'set-cookie': ['a=1', 'b=2'] }).end('héllo');
    });
    const response = await guardedFetch(`${server.origin}/a/b?c=d#e`, { policy: open });
    expect(response.status).toBe(201);
    expect(response.statusText).toBe('Made');
    expect(response.ok).toBe(true);
    expect(response.redirected).toBe(false);
    expect(response.url).toBe(`${server.origin}/a/b?c=d#e`);
    expect(response.headers.get('x-one')).toBe('a');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.text()).toBe('héllo');
    expect(server.requests).toMatchObject([{ method: 'GET', path: '/a/b?c=d', body: '' }]);
  });

  test('uses the default limits where the policy has undefined', async () => {
    await using server = await localServer((_request, response) => response.end('hello'));
    const policy = { ...open, timeoutMs: undefined, maxBytes: undefined, maxRedirects: undefined };
    expect(await (await guardedFetch(server.origin, { policy })).text()).toBe('hello');
  });

  test('clears its timer at the end or failure of the body', async () => {
    await using server = await localServer((_request, response) => response.end('hello'));
    const begun = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    try {
      const policy = { ...open, timeoutMs: 86_400_000 };
      const response = await guardedFetch(server.origin, { policy });
      const [timer] = timersOf(begun, 86_400_000);
      expect(cleared).not.toHaveBeenCalledWith(timer);
      await response.text();
      await vi.waitFor(() => expect(cleared).toHaveBeenCalledWith(timer));
      await failureOf(guardedFetch('ftp://127.0.0.1', { policy }));
      expect(cleared).toHaveBeenCalledWith(timersOf(begun, 86_400_000)[1]);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('sends method, headers and body', async () => {
    await using server = await localServer((_request, response) => response.end());
    const headers = { 'content-type': 'application/json', authorization: 'Bearer abc' };
    await guardedFetch(server.origin, { policy: open, method: 'patch', headers, body: '{"ä":1}' });
    await guardedFetch(server.origin, { policy: open, method: 'PUT', body: new Uint8Array([97, 98]) });
    expect(server.requests).toMatchObject([
      { method: 'PATCH', body: '{"ä":1}', headers: { ...headers, 'content-length': '8', accept: '*/*' } },
      { method: 'PUT', body: 'ab', headers: { 'content-length': '2' } },
    ]);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('decodes %s', async (encoding, compress) => {
    await using server = await localServer((_request, response) => {
      response.setHeader('content-encoding', encoding).end(compress('hello '.repeat(1000)));
    });
    const response = await guardedFetch(server.origin, { policy: open });
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(await response.text()).toBe('hello '.repeat(1000));
  });

  test('gives no body where HTTP has none', async () => {
    await using server = await localServer((request, response) => {
      response
        .writeHead(request.url === '/204' ? 204 : 200, { 'content-length': request.url === '/204' ? 0 : 9e9 })
        .end();
    });
    const head = await guardedFetch(server.origin, { policy: open, method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('9000000000');
    expect(await head.text()).toBe('');
    expect(await (await guardedFetch(`${server.origin}/204`, { policy: open })).text()).toBe('');
  });

  test('works on an IPv6 address', async () => {
    await using server = await localServer((_request, response) => response.end('six'), { address: '::1' });
    expect(await (await guardedFetch(server.origin, { policy: open })).text()).toBe('six');
    expect((await failureOf(guardedFetch(server.origin))).reason).toBe('address');
  });
});

describe('the address of a request', () => {
  test('a forbidden address is refused before anything is sent', async () => {
    await using server = await localServer((_request, response) => response.end());
    const failure = await failureOf(guardedFetch(`${server.origin}/?token=secret`));
    expect(failure).toEqual({
      code: 'url_refused',
      reason: 'address',
      message: `The call to ${server.origin} was refused: 127.0.0.1 is a loopback address.`,
    });
    expect(server.requests).toEqual([]);
  });

  test('a name that resolves to a forbidden address is refused', async () => {
    await using server = await localServer((_request, response) => response.end());
    expect((await failureOf(guardedFetch(`http://localhost:${server.port}/`))).reason).toBe('address');
    const resolve = async () => ['127.0.0.1'];
    expect((await failureOf(guardedFetch(`http://rebind.example:${server.port}/`, { resolve }))).reason).toBe(
      'address',
    );
    expect(server.requests).toEqual([]);
  });

  test('a name is refused when only one of its addresses is forbidden', async () => {
    await using server = await localServer((_request, response) => response.end());
    for (const addresses of [
      ['93.184.216.34', '127.0.0.1'],
      ['127.0.0.1', '93.184.216.34'],
      ['2606:4700::1111', '::1'],
      ['93.184.216.34', 'nonsense'],
    ]) {
      const resolve = async () => addresses;
      const failure = await failureOf(guardedFetch(`http://mixed.example:${server.port}/`, { resolve }));
      expect(failure.reason).toBe('address');
    }
    expect(server.requests).toEqual([]);
  });

  test('the request goes to the address that was checked, whatever the name resolves to later', async () => {
    await using wanted = await localServer((_request, response) => response.end('wanted'));
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const url = `http://rebind.example:${wanted.port}/`;
    const response = await guardedFetch(url, { policy: { allowPrivateNetworks: ['127.0.0.1/32'] }, resolve });
    expect(await response.text()).toBe('wanted');
    expect(asked).toEqual(['rebind.example']);
    expect(wanted.requests[0]?.headers.host).toBe(`rebind.example:${wanted.port}`);
    // The second time the name has moved, and the check sees it.
    expect(
      (await failureOf(guardedFetch(url, { policy: { allowPrivateNetworks: ['127.0.0.1/32'] }, resolve }))).reason,
    ).toBe('address');
  });

  test('the next address is used when one does not answer', async () => {
    await using server = await localServer((_request, response) => response.end('second'));
    const resolve = async () => ['127.0.0.99', '127.0.0.1'];
    const response = await guardedFetch(`http://two.example:${server.port}/`, { policy: open, resolve });
    expect(await response.text()).toBe('second');
  });

  test('a name that does not exist is reported as unreachable', async () => {
    expect(await failureOf(guardedFetch('http://nowhere.invalid/'))).toMatchObject({ code: 'peer_unreachable' });
    const empty = await failureOf(guardedFetch('http://empty.example/', { resolve: async () => [] }));
    expect(empty).toMatchObject({
      code: 'peer_unreachable',
      message: expect.stringContaining('the name has no address'),
    });
  });
});

describe('TLS', () => {
  test('verifies the name although the address is pinned', async () => {
    const { key, certificate } = selfSignedCertificate('good.example');
    await using server = await localServer((_request, response) => response.end('secure'), {
      tls: { key, certificate },
    });
    const resolve = async () => ['127.0.0.1'];
    const url = (name: string) => `https://${name}:${server.port}/`;

    const before = await failureOf(guardedFetch(url('good.example'), { policy: open, resolve }));
    expect(before).toMatchObject({ code: 'peer_unreachable', message: expect.stringContaining('SELF_SIGNED') });

    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, certificate]);
    try {
      const response = await guardedFetch(url('good.example'), { policy: open, resolve });
      expect(await response.text()).toBe('secure');
      const wrong = await failureOf(guardedFetch(url('evil.example'), { policy: open, resolve }));
      expect(wrong).toMatchObject({ message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') });
    } finally {
      setDefaultCACertificates(trusted);
    }
    expect(server.requests).toHaveLength(1);
  });
});

describe('redirects', () => {
  test('redirects are followed, and the last URL is reported', async () => {
    await using server = await localServer((request, response) => {
      if (request.url === '/end') return void response.end('arrived');
      return void response.writeHead(302, { location: request.url === '/' ? '/middle' : 'end' }).end('moved');
    });
    const response = await guardedFetch(server.origin, { policy: open });
    expect(await response.text()).toBe('arrived');
    expect(response.url).toBe(`${server.origin}/end`);
    expect(response.redirected).toBe(true);
  });

  test.each([
    ['http://127.0.0.2:1234/', 'address'],
    ['http://169.254.169.254/latest/meta-data/', 'address'],
    ['http://[::1]/', 'address'],
    ['http://2130706434/', 'address'],
    ['file:///etc/passwd', 'scheme'],
    ['http://user:secret@127.0.0.1/', 'credentials'],
    ['http://127.0.0.1:22/', 'port'],
    ['http://[', 'redirect'],
  ])('redirects are refused to %s', async (location, reason) => {
    await using server = await localServer((_request, response) => void response.writeHead(302, { location }).end());
    const failure = await failureOf(
      guardedFetch(server.origin, { policy: { allowPrivateNetworks: ['127.0.0.1/32'] } }),
    );
    expect(failure).toMatchObject({ code: 'url_refused', reason });
    expect(failure.message).not.toContain('secret');
    expect(server.requests).toHaveLength(1);
  });

  test('redirects are refused to a name with a forbidden address', async () => {
    await using server = await localServer((_request, response) => {
      response.writeHead(302, { location: 'http://inside.example/' }).end();
    });
    const resolve = async (hostname: string) => (hostname === 'inside.example' ? ['10.0.0.1'] : ['127.0.0.1']);
    const failure = await failureOf(
      guardedFetch(`http://start.example:${server.port}/`, {
        policy: { allowPrivateNetworks: ['127.0.0.0/8'] },
        resolve,
      }),
    );
    expect(failure).toMatchObject({ reason: 'address', message: expect.stringContaining('http://inside.example') });
  });

  test('redirects are refused to a host that is not on the list', async () => {
    await using server = await localServer((_request, response) => {
      response.writeHead(302, { location: `http://localhost:1234/` }).end();
    });
    const policy = { allowPrivateNetworks: true, allow: ['127.0.0.1'] };
    const failure = await failureOf(guardedFetch(server.origin, { policy }));
    expect(failure).toMatchObject({ reason: 'host' });
  });

  test('end after a maximum number', async () => {
    await using server = await localServer(
      (_request, response) => void response.writeHead(307, { location: '/' }).end(),
    );
    const failure = await failureOf(guardedFetch(server.origin, { policy: { ...open, maxRedirects: 3 } }));
    expect(failure).toMatchObject({ reason: 'redirect', message: expect.stringContaining('more than 3 times') });
    expect(server.requests).toHaveLength(4);
  });

  test('redirects can be an error, or be returned', async () => {
    await using server = await localServer(
      (_request, response) => void response.writeHead(302, { location: '/x' }).end('see'),
    );
    expect(await failureOf(guardedFetch(server.origin, { policy: open, redirect: 'error' }))).toMatchObject({
      reason: 'redirect',
    });
    const response = await guardedFetch(server.origin, { policy: open, redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/x');
    expect(await response.text()).toBe('see');
  });

  test('redirects do not take credentials to another origin', async () => {
    await using other = await localServer((_request, response) => response.end('other'));
    await using server = await localServer((request, response) => {
      const location = request.url === '/' ? '/again' : other.origin;
      response.writeHead(307, { location }).end();
    });
    const headers = { authorization: 'Bearer s', cookie: 'a=b', 'x-api-key': 's', 'content-type': 'text/plain' };
    await guardedFetch(server.origin, { policy: open, method: 'POST', headers, body: 'hello' });
    expect(server.requests[1]?.headers).toMatchObject(headers);
    expect(other.requests).toMatchObject([
      { method: 'POST', body: 'hello', headers: { 'content-type': 'text/plain' } },
    ]);
    for (const name of ['authorization', 'cookie', 'x-api-key'])
      expect(other.requests[0]?.headers).not.toHaveProperty(name);
  });
});

describe('limits of a request', () => {
  test('refuse a body that announces to be too large', async () => {
    await using server = await localServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1001 }).write('x');
    });
    const failure = await failureOf(guardedFetch(server.origin, { policy: { ...open, maxBytes: 1000 } }));
    expect(failure).toMatchObject({ code: 'too_large', message: expect.stringContaining('1000 bytes') });
  });

  test('cut a body while it streams', async () => {
    const sent = { bytes: 0, left: false };
    await using server = await localServer((_request, response) => {
      const endless = Readable.from(
        (function* () {
          for (;;) {
            sent.bytes += 10_000;
            yield 'x'.repeat(10_000);
          }
        })(),
      );
      pipeline(endless, response, () => (sent.left = true));
    });
    const response = await guardedFetch(server.origin, { policy: { ...open, maxBytes: 50_000 } });
    expect(await failureOf(response.text())).toMatchObject({ code: 'too_large' });
    await expect.poll(() => sent.left).toBe(true);
    expect(sent.bytes).toBeLessThan(20_000_000);
  });

  test('allow a body of exactly the largest size', async () => {
    await using server = await localServer((_request, response) => response.end('x'.repeat(1000)));
    const response = await guardedFetch(server.origin, { policy: { ...open, maxBytes: 1000 } });
    expect((await response.text()).length).toBe(1000);
  });

  test('cut a small body that decompresses to a huge one', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await using server = await localServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.byteLength }).end(bomb);
    });
    const response = await guardedFetch(server.origin, { policy: { ...open, maxBytes: 100_000 } });
    expect(await failureOf(response.text())).toMatchObject({ code: 'too_large' });
  });

  test('end a request that is never answered', async () => {
    await using server = await localServer(() => {});
    const failure = await failureOf(guardedFetch(server.origin, { policy: { ...open, timeoutMs: 60 } }));
    expect(failure).toMatchObject({ code: 'url_refused', reason: 'timeout' });
  });

  test('end a body that trickles', async () => {
    await using server = await localServer((_request, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const reading = guardedFetch(server.origin, { policy: { ...open, timeoutMs: 150 } }).then((response) =>
      response.text(),
    );
    expect(await failureOf(reading)).toMatchObject({ reason: 'timeout' });
  });

  test('end a name lookup that hangs', async () => {
    const resolve = async () => await new Promise<string[]>(() => {});
    const failure = await failureOf(guardedFetch('http://slow.example/', { policy: { timeoutMs: 40 }, resolve }));
    expect(failure).toMatchObject({ reason: 'timeout' });
  });

  test('apply to all redirects together', async () => {
    await using server = await localServer(async (_request, response) => {
      await sleep(40);
      response.writeHead(302, { location: '/' }).end();
    });
    const failure = await failureOf(
      guardedFetch(server.origin, { policy: { ...open, timeoutMs: 100, maxRedirects: 50 } }),
    );
    expect(failure).toMatchObject({ reason: 'timeout' });
  });
});

describe('cancelling a request', () => {
  test('rejects with the reason before the request, while waiting and during the body', async () => {
    await using server = await localServer((request, response) => {
      if (request.url === '/body') response.write('begun');
    });
    const reason = new Error('enough');
    await expect(guardedFetch(server.origin, { policy: open, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toEqual([]);

    const waiting = new AbortController();
    const call = guardedFetch(server.origin, { policy: open, signal: waiting.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    waiting.abort(reason);
    await expect(call).rejects.toBe(reason);

    const reading = new AbortController();
    const response = await guardedFetch(`${server.origin}/body`, { policy: open, signal: reading.signal });
    const text = response.text();
    reading.abort(reason);
    await expect(text).rejects.toBe(reason);
  });

  test('closes the connection when the reader leaves the body', async () => {
    let closed = false;
    await using server = await localServer((_request, response) => {
      response.on('close', () => (closed = true)).write('begun');
    });
    const response = await guardedFetch(server.origin, { policy: open });
    await response.body?.cancel();
    await expect.poll(() => closed).toBe(true);
  });
});

describe('a server that misbehaves', () => {
  async function rawServer(answer: (socket: Socket) => void) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { origin: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() };
  }

  test.each([
    ['closes', ''],
    ['talks nonsense', 'hello there\r\n\r\n'],
    ['has a status out of range', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['has endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`],
  ])('a server is unreachable if it %s', async (_name, bytes) => {
    using server = await rawServer((socket) => socket.end(bytes));
    expect(await failureOf(guardedFetch(server.origin, { policy: open }))).toMatchObject({ code: 'peer_unreachable' });
  });

  test('fails the reader if it breaks off in the body', async () => {
    using server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'));
    const response = await guardedFetch(server.origin, { policy: open });
    expect(await failureOf(response.text())).toMatchObject({ code: 'peer_unreachable' });
  });

  test('fails the reader if its compression is broken', async () => {
    await using server = await localServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end('not gzip');
    });
    const response = await guardedFetch(server.origin, { policy: open });
    expect(await failureOf(response.text())).toMatchObject({ code: 'peer_unreachable' });
  });

  test('a server that does not exist is unreachable', async () => {
    const server = await localServer(() => {});
    await server[Symbol.asyncDispose]();
    const failure = await failureOf(guardedFetch(server.origin, { policy: open }));
    expect(failure).toMatchObject({ code: 'peer_unreachable', message: expect.stringContaining('ECONNREFUSED') });
  });
});

test.each(['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Upgrade', 'Proxy-Authorization'])(
  'callers may not set the header %s',
  async (name) => {
    const failure = await failureOf(guardedFetch('http://example.com/', { headers: { [name]: '1' } }));
    expect(failure).toMatchObject({ code: 'url_refused', reason: 'header' });
  },
);

describe('guardedFetch bound to a policy', () => {
  test('takes what fetch takes', async () => {
    await using server = await localServer((_request, response) => response.end('ok'));
    const guarded = toGuardedFetch(open);
    await guarded(server.origin);
    await guarded(new URL(server.origin), { method: 'POST', body: 'b', headers: { 'x-a': '1' } });
    await guarded(new Request(server.origin, { method: 'PUT', body: 'c' }), { headers: { 'x-b': '2' } });
    expect(server.requests).toMatchObject([
      { method: 'GET' },
      { method: 'POST', body: 'b', headers: { 'x-a': '1' } },
      { method: 'PUT', body: 'c', headers: { 'x-b': '2' } },
    ]);
  });

  test('refuses what the policy refuses', async () => {
    const guarded = toGuardedFetch({ allow: ['api.example.com'] });
    expect(await failureOf(guarded('http://example.com/'))).toMatchObject({ reason: 'host' });
    expect(await failureOf(guarded('http://a:b@api.example.com/'))).toMatchObject({ reason: 'credentials' });
    const resolve = async () => ['10.0.0.1'];
    const inside = toGuardedFetch({}, { resolve });
    expect(await failureOf(inside('http://api.example.com/'))).toMatchObject({ reason: 'address' });
  });

  test('passes on the signal', async () => {
    await using server = await localServer(() => {});
    const signal = AbortSignal.timeout(30);
    await expect(toGuardedFetch(open)(server.origin, { signal })).rejects.toThrow(/timeout|abort/i);
  });
});
