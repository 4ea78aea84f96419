import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { asObject, jsonOf, NoAnswerError, objectOf } from './exchange.ts';
import { createSender } from './send.ts';

const tokens = { user: 'secret-of-user', admin: 'secret-of-admin' };

async function serve(listener: RequestListener, path = '') {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const sender = createSender({ url, tokens, timeoutMs: 300 });
  return {
    sender,
    [Symbol.asyncDispose]: async () => {
      sender.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const echo: RequestListener = async (request, response) => {
  const { method, url, headers } = request;
  response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
};

describe('send', () => {
  it('sends a body with GET', async () => {
    await using server = await serve(echo);
    const exchange = await server.sender.send({ method: 'GET', path: '/task', json: { task_id: 'ü' } });
    expect(objectOf(exchange)).toMatchObject({
      method: 'GET',
      url: '/task',
      body: '{"task_id":"ü"}',
      headers: { authorization: 'Bearer secret-of-user', 'content-type': 'application/json', 'content-length': '16' },
    });
  });

  it('sends the token of the given caller, and never shows it', async () => {
    await using server = await serve(echo);
    for (const [as, header] of [
      ['admin', 'Bearer secret-of-admin'],
      ['agent', undefined],
      ['nobody', undefined],
    ] as const) {
      const exchange = await server.sender.send({ method: 'GET', path: '/', as });
      expect(asObject(objectOf(exchange).headers).authorization).toBe(header);
      expect(JSON.stringify(exchange.request)).not.toContain('secret');
    }
    const { request } = await server.sender.send({ method: 'GET', path: '/' });
    expect(request.headers.authorization).toBe('Bearer <user>');
  });

  it('keeps the path of the address', async () => {
    await using server = await serve(echo, '/mail/');
    expect(objectOf(await server.sender.send({ method: 'GET', path: '/health' })).url).toBe('/mail/health');
  });

  it('sends text unchanged', async () => {
    await using server = await serve(echo);
    expect(objectOf(await server.sender.send({ method: 'POST', path: '/', text: '{"a":' })).body).toBe('{"a":');
  });

  it('keeps the bytes of an answer', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(418, { 'X-Many': ['a', 'b'] }).end('event: ü\r\n\r\n');
    });
    const exchange = await server.sender.send({ method: 'GET', path: '/' });
    expect(exchange.answer).toMatchObject({ status: 418, text: 'event: ü\r\n\r\n', ended: true });
    expect(exchange.answer.headers['x-many']).toBe('a, b');
    expect(jsonOf(exchange)).toBeUndefined();
  });

  it('gives up on an answer that does not come', async () => {
    await using server = await serve(() => {});
    const sent = server.sender.send({ method: 'GET', path: '/never', timeoutMs: 50 });
    await expect(sent).rejects.toThrow(NoAnswerError);
    await expect(sent).rejects.toMatchObject({ message: 'no answer within 50 ms', request: { path: '/never' } });
  });

  it('gives the beginning of an answer that does not end', async () => {
    await using server = await serve((_request, response) => void response.write('half'));
    const { answer } = await server.sender.send({ method: 'GET', path: '/', timeoutMs: 100 });
    expect(answer).toMatchObject({ status: 200, text: 'half', ended: false });
  });

  it('send is not disturbed by a server that promises to keep connections and closes them', async () => {
    const used = new Set<unknown>();
    await using server = await serve((request, response) => {
      // What a client meets whose request crosses with the end of an idle connection.
      if (used.has(request.socket)) return void request.socket.resetAndDestroy();
      used.add(request.socket);
      response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=60' }).end('{}');
    });
    for (const count of [1, 2, 3]) {
      const { answer } = await server.sender.send({ method: 'POST', path: '/', json: { count } });
      expect(answer).toMatchObject({ status: 200, ended: true });
    }
  });

  it('gives the beginning of an answer that is cut', async () => {
    await using server = await serve((_request, response) => {
      response.write('half', () => response.destroy());
    });
    const { answer } = await server.sender.send({ method: 'GET', path: '/' });
    expect(answer).toMatchObject({ text: 'half', ended: false });
  });
});
