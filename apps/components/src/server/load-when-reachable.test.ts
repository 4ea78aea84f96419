import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { isAnswering, loadWhenReachable } from './load-when-reachable.ts';

const gone = new TypeError('Failed to fetch dynamically imported module');

test('an available part is loaded once', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'the view');
  const isThere = vi.fn<() => Promise<boolean>>();
  expect(await loadWhenReachable(load, { isThere })).toBe('the view');
  expect([load.mock.calls.length, isThere.mock.calls.length]).toEqual([1, 0]);
});

test('an unavailable server is waited for', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(gone);
  let looks = 0;
  const isThere = async (): Promise<boolean> => {
    looks += 1;
    if (looks === 4) load.mockResolvedValue('the view');
    return looks === 4;
  };
  expect(await loadWhenReachable(load, { isThere, waitMs: 1 })).toBe('the view');
  expect(looks).toBe(4);
});

test('a part that the server does not have is an error, and not waited for', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(gone);
  await expect(loadWhenReachable(load, { isThere: async () => true, waitMs: 1 })).rejects.toBe(gone);
  // One more time, because it may have come back just now.
  expect(load.mock.calls.length).toBe(2);
});

test('isAnswering is true for a server that answers, and false otherwise', async () => {
  let status = 200;
  const server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await isAnswering(url)).toBe(true);
  status = 503;
  expect(await isAnswering(url)).toBe(false);
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  expect(await isAnswering(url)).toBe(false);
});
