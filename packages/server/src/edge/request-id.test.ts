import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient, RequestError } from '@posthouse/client';
import { expect, test } from 'vitest';
import { authorizations, startFuzzServer } from '../fuzz/__fixtures__/fuzz-server.ts';
import { createLogger } from '../logging/create-logger.ts';

test('every answer carries a request id, under which the log has the request', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger({ format: 'json', write: (line) => lines.push(JSON.parse(line)) });
  const server = await startFuzzServer({ logger });
  const headers = { Authorization: authorizations.user!, 'Content-Type': 'application/json' };
  const post = (path: string, body: object, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const answers = {
    '/whoami': await fetch(`${server.url}/whoami`, { headers }),
    '/message': await post('/message', { body: 'hello' }),
    '/nowhere': await fetch(`${server.url}/nowhere`),
    '/v1/responses': await post('/v1/responses', { model: 'nobody', input: 'hello' }),
    '/mcp': await post('/mcp', initialize, { Accept: 'application/json, text/event-stream' }),
  };
  const streamed = await post('/message', { body: 'hello', stream: true });
  const ids = [...Object.values(answers), streamed].map((answer) => answer.headers.get('x-request-id'));
  await Promise.all([...Object.values(answers), streamed].map((answer) => answer.text()));
  expect(ids.filter((id) => id !== null)).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
  for (const [path, answer] of Object.entries(answers)) {
    const requestId = answer.headers.get('x-request-id');
    expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([{ path, status: answer.status }]);
  }

  const named = await post('/message', { body: 'hello' }, { 'X-Request-Id': 'proxy-4711' });
  expect(named.headers.get('x-request-id')).toBe('proxy-4711');
  const forged = await post('/message', { body: 'hello' }, { 'X-Request-Id': 'a b" level=error' });
  expect(forged.headers.get('x-request-id')).toMatch(/^[\w-]+$/);

  const client = createClient({ baseURL: server.url, token: 'token-of-alice' });
  const refusal = await client.getTask('nothing').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RequestError);
  const { requestId } = refusal as RequestError;
  expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([{ path: '/tasks/nothing', status: 404 }]);
  await server.stop({ drainMs: 0 });
});

test('a request that cannot be read is answered with an id as well, under which the log says why', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger({ format: 'json', write: (line) => lines.push(JSON.parse(line)) });
  const server = await startFuzzServer({ logger });
  for (const [sent, status, code] of [
    ['no HTTP\r\n\r\n', 400, 'invalid_input'],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
    ['GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'invalid_input'],
  ] as const) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
    socket.write(sent);
    const [answer] = (await once(socket, 'data')) as [string];
    socket.destroy();
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    const requestId = /^x-request-id: (\S+)$/im.exec(answer)?.[1];
    expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([{ status, code }]);
  }
  await server.stop({ drainMs: 0 });
});
