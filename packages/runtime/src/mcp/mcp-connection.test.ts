import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { localServer } from '../outbound/__fixtures__/local-server.ts';
import { httpServer } from './__fixtures__/http-server.ts';
import { MCPConnection, type MCPRequest } from './mcp-connection.ts';

const echo =
  (text: string): MCPRequest<unknown> =>
  async (client, options) => {
    const { content } = await client.callTool({ name: 'echo', arguments: { text }, options });
    return (content as { text: string }[])[0]?.text;
  };

const slow: MCPRequest<unknown> = (client, options) =>
  client.callTool({ name: 'slow', arguments: { ms: 60_000 }, options });

function initializations(requests: readonly { headers: Record<string, unknown> }[]): number {
  const sessions = requests.map(({ headers }) => headers['mcp-session-id']).filter((id) => id !== undefined);
  return new Set(sessions).size;
}

describe('opening a connection', () => {
  test('waits for the first request', async () => {
    await using server = await httpServer();
    await using connection = new MCPConnection({ server: { type: 'http', url: server.url } });
    expect(server.requests).toEqual([]);
    expect(await connection.request(echo('hello'))).toBe('hello');
  });

  test('happens once for simultaneous requests', async () => {
    await using server = await httpServer();
    await using connection = new MCPConnection({ server: { type: 'http', url: server.url } });
    const results = await Promise.all(['a', 'b', 'c', 'd'].map((text) => connection.request(echo(text))));
    expect(results).toEqual(['a', 'b', 'c', 'd']);
    expect(initializations(server.requests)).toBe(1);
  });

  test('goes on for other requests when the first is aborted', async () => {
    await using server = await httpServer();
    await using connection = new MCPConnection({ server: { type: 'http', url: server.url } });
    const controller = new AbortController();
    const first = connection.request(echo('first'), { signal: controller.signal });
    const second = connection.request(echo('second'));
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(await second).toBe('second');
    expect(initializations(server.requests)).toBe(1);
  });

  test('a connection that failed to open is tried again', async () => {
    const first = await httpServer();
    await first[Symbol.asyncDispose]();
    await using connection = new MCPConnection({ server: { type: 'http', url: first.url } });
    await expect(connection.request(echo('a'))).rejects.toMatchObject({ code: 'peer_unreachable' });
    await using _second = await httpServer({ port: first.port });
    expect(await connection.request(echo('b'))).toBe('b');
  });
});

describe('errors of a connection', () => {
  test('a server that does not speak MCP gives PosthouseErrors', async () => {
    for (const [status, type, body] of [
      [200, 'text/html', '<html>'],
      [500, 'text/plain', 'sorry'],
      [401, 'application/json', '{"error":"who are you?"}'],
      [200, 'application/json', '{"jsonrpc":"2.0","id":0,"result":{}}'],
      [200, 'application/json', 'not json'],
      [200, 'text/event-stream', ': nothing\n\n'],
    ] as const) {
      await using server = await localServer((_request, response) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      });
      await using connection = new MCPConnection({ server: { type: 'http', url: server.origin }, timeoutMs: 300 });
      const error = await connection.request(echo('a')).catch((cause: unknown) => cause);
      expect(PosthouseError.isInstance(error), `${status} ${body}`).toBe(true);
    }
  });

  test('an error does not end other requests that are under way', async () => {
    await using server = await httpServer();
    await using connection = new MCPConnection({ server: { type: 'http', url: server.url } });
    const waiting = connection.request((client, options) =>
      client.callTool({ name: 'slow', arguments: { ms: 300 }, options }),
    );
    await expect.poll(() => server.seen).toEqual(['slow']);
    const refused = connection.request((client, options) => client.callTool({ name: 'refuse', options }));
    await expect(refused).rejects.toMatchObject({ code: 'action_failed' });
    expect(await waiting).toMatchObject({ content: [{ text: 'at last' }] });
  });
});

describe('closing a connection', () => {
  test('ends requests that are under way, and the session', async () => {
    await using server = await httpServer();
    const connection = new MCPConnection({ server: { type: 'http', url: server.url } });
    const waiting = connection.request(slow).catch((cause: unknown) => cause);
    await expect.poll(() => server.seen).toEqual(['slow']);
    await connection[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ code: 'peer_unreachable' });
    expect(server.requests.at(-1)?.method).toBe('DELETE');
  });

  test('works twice, and sends nothing before the first request', async () => {
    await using server = await httpServer();
    const connection = new MCPConnection({ server: { type: 'http', url: server.url } });
    await connection[Symbol.asyncDispose]();
    await connection[Symbol.asyncDispose]();
    expect(server.requests).toEqual([]);
    await expect(connection.request(echo('a'))).rejects.toMatchObject({ code: 'peer_unreachable' });
  });

  test('aborts an opening connection', async () => {
    await using server = await localServer(() => {});
    const connection = new MCPConnection({ server: { type: 'http', url: server.origin } });
    const waiting = connection.request(echo('a')).catch((cause: unknown) => cause);
    await expect.poll(() => server.requests.length).toBe(1);
    await connection[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ code: 'peer_unreachable' });
  });
});
