import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { sendToPeer, toPeerError } from './send-to-peer.ts';

const outbound = { allowPrivateNetworks: true };

async function listen(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const send = (options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    sendToPeer(
      { url, method: 'POST', headers: { Authorization: 'Bearer t' }, body: 'hello' },
      { outbound, timeoutMs: 5_000, signal: new AbortController().signal, ...options },
    );
  const dispose = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, send, [Symbol.asyncDispose]: dispose };
}

describe('sendToPeer', () => {
  test('returns status, text and how long to wait, whatever they are', async () => {
    await using peer = await listen((_, response) => response.writeHead(503, { 'retry-after': '3' }).end('busy'));
    expect(await peer.send()).toEqual({ status: 503, text: 'busy', retryAfter: '3' });
  });

  test('fails retryably when there is no answer in time, a broken or an oversized one', async () => {
    await using silent = await listen(() => undefined);
    await expect(silent.send({ timeoutMs: 20 })).rejects.toMatchObject({ code: 'peer_unreachable', retryable: true });
    await using broken = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(broken.send()).rejects.toMatchObject({ code: 'peer_unreachable' });
    await using endless = await listen((_, response) => void response.end('x'.repeat(2 * 1024 * 1024)));
    await expect(endless.send()).rejects.toMatchObject({ code: 'peer_unreachable' });
  });

  test('follows no redirect, and does not reach private networks unless allowed', async () => {
    const seen: string[] = [];
    await using target = await listen((incoming, response) => {
      seen.push(incoming.url ?? '');
      response.end();
    });
    await using elsewhere = await listen((_, response) => response.writeHead(302, { location: target.url }).end());
    await expect(elsewhere.send()).rejects.toMatchObject({ code: 'url_refused', retryable: false });
    const closed = { timeoutMs: 1_000, signal: new AbortController().signal };
    await expect(sendToPeer({ url: target.url, method: 'POST', headers: {} }, closed)).rejects.toMatchObject({
      code: 'url_refused',
    });
    expect(seen).toEqual([]);
  });

  test('rejects with the reason of its signal', async () => {
    await using silent = await listen(() => undefined);
    const stop = new AbortController();
    const sending = silent.send({ signal: stop.signal });
    stop.abort(new Error('shutting down'));
    await expect(sending).rejects.toThrow('shutting down');
  });
});

test('any other error counts as unreachable for now', () => {
  expect(toPeerError(new Error('odd'))).toMatchObject({ code: 'peer_unreachable', retryable: true });
  expect(toPeerError('odd')).toMatchObject({ code: 'peer_unreachable' });
  const refused = new PosthouseError({ code: 'peer_refused', message: 'no' });
  expect(toPeerError(refused)).toBe(refused);
});
