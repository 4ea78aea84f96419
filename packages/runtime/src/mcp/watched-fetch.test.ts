import { describe, expect, test } from 'vitest';
import { localServer } from '../outbound/__fixtures__/local-server.ts';
import { Loss } from './loss.ts';
import { watchedFetch } from './watched-fetch.ts';

const inSession = { method: 'POST', headers: { 'mcp-session-id': 's' } };

test('an answer is passed on unchanged', async () => {
  await using server = await localServer((_request, response) => {
    response.writeHead(201, { 'x-one': '1' }).end('hello');
  });
  const loss = new Loss();
  const response = await watchedFetch(fetch, loss)(server.origin, inSession);
  expect(response.status).toBe(201);
  expect(response.headers.get('x-one')).toBe('1');
  expect(await response.text()).toBe('hello');
  expect(loss.usable).toBe(true);
});

test('the stream for messages of the server is declined without a request', async () => {
  await using server = await localServer((_request, response) => response.end());
  const response = await watchedFetch(fetch, new Loss())(server.origin, { method: 'GET' });
  expect(response.status).toBe(405);
  expect(server.requests).toEqual([]);
});

describe('a status that says that the session is gone', () => {
  test.each([400, 404])('retires the connection (%i)', async (status) => {
    await using server = await localServer((_request, response) => void response.writeHead(status).end());
    const loss = new Loss();
    await watchedFetch(fetch, loss)(server.origin, inSession);
    expect(loss.usable).toBe(false);
    expect(loss.broken.aborted).toBe(false);
  });

  test('keeps the connection when there was no session, or for another status', async () => {
    await using server = await localServer((request, response) => {
      response.writeHead(request.headers['mcp-session-id'] === undefined ? 404 : 500).end();
    });
    const loss = new Loss();
    await watchedFetch(fetch, loss)(server.origin, { method: 'POST' });
    await watchedFetch(fetch, loss)(server.origin, inSession);
    expect(loss.usable).toBe(true);
  });
});

describe('losing a connection', () => {
  test('breaks it when there is no answer', async () => {
    await using server = await localServer((request) => void request.socket.destroy());
    const loss = new Loss();
    await expect(watchedFetch(fetch, loss)(server.origin, inSession)).rejects.toThrow('fetch failed');
    expect(loss.broken.aborted).toBe(true);
  });

  test('breaks it when an answer stops in the middle', async () => {
    await using server = await localServer((request, response) => {
      response.write('begun', () => request.socket.destroy());
    });
    const loss = new Loss();
    const response = await watchedFetch(fetch, loss)(server.origin, inSession);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(loss.broken.aborted).toBe(true);
  });

  test('a caller that aborts does not break the connection', async () => {
    await using server = await localServer((request, response) => {
      if (request.url === '/body') response.write('begun');
    });
    const loss = new Loss();
    const watched = watchedFetch(fetch, loss);
    const before = new AbortController();
    const waiting = watched(server.origin, { ...inSession, signal: before.signal });
    before.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const during = new AbortController();
    const response = await watched(`${server.origin}/body`, { ...inSession, signal: during.signal });
    const reading = response.text();
    during.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect(loss.usable).toBe(true);
  });

  test('a reader that stops does not break the connection', async () => {
    await using server = await localServer((_request, response) => void response.write('begun'));
    const loss = new Loss();
    const response = await watchedFetch(fetch, loss)(server.origin, inSession);
    await response.body?.cancel();
    expect(loss.usable).toBe(true);
  });
});
