import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { HTTPExchange } from './http-exchange.ts';
import { BodyTooLarge, readBody } from './serve-request.ts';

/** A server on a free port that hands out each exchange as it comes. */
async function listen() {
  const arrivals: ((exchange: HTTPExchange) => void)[] = [];
  const server = createServer((request, response) => arrivals.shift()?.(new HTTPExchange(request, response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    next: () => new Promise<HTTPExchange>((resolve) => arrivals.push(resolve)),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
}

describe('an exchange', () => {
  it('sends JSON with a status', async () => {
    await using server = await listen();
    const [exchange, response] = await Promise.all([
      server.next().then((each) => (each.sendJson(418, { tea: true }, { 'x-pot': 'short' }), each)),
      fetch(server.url),
    ]);
    expect(response.status).toBe(418);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-pot')).toBe('short');
    expect(await response.json()).toEqual({ tea: true });
    expect(await exchange.closed).toBe('finished');
    expect(exchange.status).toBe(418);
    expect(exchange.signal.aborted).toBe(false);
  });

  it('sends a stream in pieces', async () => {
    await using server = await listen();
    const arrival = server.next();
    const responding = fetch(server.url);
    const exchange = await arrival;
    await exchange.write('data: 1\n\n', { 'x-first': 'yes' });
    const response = await responding;
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-first')).toBe('yes');
    await exchange.write('data: 2\n\n', { 'x-first': 'too late' });
    exchange.end();
    expect(await response.text()).toBe('data: 1\n\ndata: 2\n\n');
    expect(await exchange.closed).toBe('finished');
  });

  it('drops the connection, but not what was sent before', async () => {
    await using server = await listen();
    const arrival = server.next();
    const responding = fetch(server.url);
    const exchange = await arrival;
    await exchange.write('data: 1\n\n', {});
    exchange.drop();
    const reader = (await responding).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 1\n\n');
    await expect(reader.read()).rejects.toThrow('terminated');
    expect(await exchange.closed).toBe('server-dropped');
    expect(exchange.signal.aborted).toBe(true);
  });

  it('drops the connection before anything was sent', async () => {
    await using server = await listen();
    const arrival = server.next();
    const responding = fetch(server.url).catch((error: unknown) => error);
    (await arrival).drop();
    expect(await responding).toMatchObject({ message: 'fetch failed' });
  });

  it('notices that the client has left', async () => {
    await using server = await listen();
    const client = new AbortController();
    const arrival = server.next();
    const responding = fetch(server.url, { signal: client.signal }).catch((error: unknown) => error);
    const exchange = await arrival;
    client.abort();
    expect(await exchange.closed).toBe('client-closed');
    expect(exchange.status).toBeUndefined();
    expect(exchange.signal.aborted).toBe(true);
    await responding;
  });

  it('waits for a client that reads slowly, and stops waiting when it leaves', async () => {
    await using server = await listen();
    const client = new AbortController();
    const arrival = server.next();
    const responding = fetch(server.url, { signal: client.signal });
    const exchange = await arrival;
    const much = 'x'.repeat(1024 * 1024);
    const writing = (async () => {
      for (;;) await exchange.write(much, {});
    })();
    await responding;
    client.abort();
    await expect(writing).rejects.toThrow('aborted');
  });

  it('drops the connection when an error comes after a stream has begun', async () => {
    await using server = await listen();
    const arrival = server.next();
    const responding = fetch(server.url);
    const exchange = await arrival;
    await exchange.write('data: 1\n\n', {});
    exchange.sendJson(400, {});
    await expect((await responding).text()).rejects.toThrow('terminated');
  });
});

describe('readBody', () => {
  async function bodyOf(body: string, limit: number): Promise<unknown> {
    await using server = await listen();
    const arrival = server.next();
    const responding = fetch(server.url, { method: 'POST', body });
    const exchange = await arrival;
    const read = await readBody(exchange.request, limit).catch((error: unknown) => error);
    exchange.sendJson(200, {}, { connection: 'close' });
    await responding;
    return read;
  }

  it('reads text of any length up to the limit', async () => {
    expect(await bodyOf('', 10)).toBe('');
    expect(await bodyOf('Grüße', 7)).toBe('Grüße');
    expect(await bodyOf('x'.repeat(300_000), 300_000)).toHaveLength(300_000);
  });

  it('refuses a longer text, and still sends the answer', async () => {
    expect(await bodyOf('Grüße', 6)).toEqual(new BodyTooLarge('The body is larger than the limit of 6 bytes.'));
    expect(await bodyOf('x'.repeat(3_000_000), 1000)).toBeInstanceOf(BodyTooLarge);
  });

  it('fails when the client leaves in the middle', async () => {
    await using server = await listen();
    const arrival = server.next();
    const client = new AbortController();
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('half of')),
    });
    const init = { method: 'POST', body: stream, duplex: 'half', signal: client.signal } as const;
    const responding = fetch(server.url, init).catch((error: unknown) => error);
    const reading = readBody((await arrival).request, 1000);
    client.abort();
    await expect(reading).rejects.toThrow(/aborted|left/);
    await responding;
  });
});
