import { fileURLToPath } from 'node:url';
import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import type { ActionContext } from '../definitions/action.ts';
import { actionContext } from '../stdlib/__fixtures__/action-context.ts';
import { httpServer } from './__fixtures__/http-server.ts';
import { ORDER_SCHEMA } from './__fixtures__/sample-server.ts';
import type { MCPServer } from './mcp-server.ts';
import { type MCPTools, mcpTools } from './mcp-tools.ts';

const stdio: MCPServer = {
  type: 'stdio',
  command: process.execPath,
  args: [fileURLToPath(new URL('__fixtures__/stdio-server.ts', import.meta.url))],
  env: { GIVEN_TO_THE_SERVER: 'yes' },
};

async function call(
  tools: MCPTools,
  name: string,
  input: Record<string, string | number> = {},
  context?: ActionContext,
) {
  const found = tools.actions.find((action) => action.name === name);
  if (found === undefined) throw new Error(`no action ${name}`);
  return await found.execute(input, context ?? actionContext());
}

async function failureOf(work: Promise<unknown>): Promise<PosthouseError> {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!PosthouseError.isInstance(error)) throw new Error(`expected a PosthouseError, got ${String(error)}`);
  return error;
}

describe.each([
  ['a child process', async () => ({ transport: stdio, limitMs: 3_000, [Symbol.asyncDispose]: async () => {} })],
  ['HTTP with streams', async () => await startHTTP({})],
  ['HTTP with plain JSON', async () => await startHTTP({ json: true })],
])('MCP tools over %s', (_name, start) => {
  test('lists the tools of all pages, with names that models can use', async () => {
    await using server = await start();
    await using tools = await mcpTools({ transport: server.transport, prefix: 'x_' });
    expect(tools.actions.map(({ name }) => name)).toEqual([
      'x_echo',
      'x_add',
      'x_order',
      'x_picture',
      'x_fail',
      'x_refuse',
      'x_slow',
      'x_crash',
      'x_environment',
      'x_odd_name_v2',
    ]);
  });

  test('passes schemas and descriptions on unchanged', async () => {
    await using server = await start();
    await using tools = await mcpTools({ transport: server.transport, only: ['order', 'echo', 'add'] });
    const [echo, add, order] = tools.actions;
    expect(order?.parameters).toEqual(ORDER_SCHEMA);
    expect(order?.description).toBe('Order things');
    expect(echo?.description).toBe('Says it again.');
    expect(add?.description).toBe('add');
  });

  test('takes the hints of the server for idempotence', async () => {
    await using server = await start();
    await using tools = await mcpTools({ transport: server.transport });
    const idempotent = tools.actions.filter((action) => action.idempotent).map(({ name }) => name);
    expect(idempotent).toEqual(['echo', 'add']);
  });

  test('maps text, structured content and images', async () => {
    await using server = await start();
    await using tools = await mcpTools({ transport: server.transport });
    expect(await call(tools, 'echo', { text: 'hello' })).toBe('hello\n(echo)');
    expect(await call(tools, 'odd_name_v2', { text: 'hi' })).toBe('hi\n(odd/name.v2)');
    expect(await call(tools, 'add', { a: 2, b: 3 })).toEqual({ sum: 5 });
    expect(await call(tools, 'picture')).toEqual({
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      ],
    });
  });

  test('fails when the tool fails, and when the server refuses', async () => {
    await using server = await start();
    await using tools = await mcpTools({ transport: server.transport });
    expect(await failureOf(call(tools, 'fail'))).toMatchObject({ code: 'action_failed', message: 'no more paper' });
    const refused = await failureOf(call(tools, 'refuse'));
    expect(refused).toMatchObject({ code: 'action_failed', message: expect.stringContaining('make no sense') });
    expect(await call(tools, 'echo', { text: 'still here' })).toContain('still here');
  });

  test('stops waiting when the run is cancelled, or at its time limit', async () => {
    await using server = await start();
    await using tools = await mcpTools({ transport: server.transport, timeoutMs: server.limitMs });
    const controller = new AbortController();
    const reason = new Error('enough');
    const slow = call(tools, 'slow', { ms: 60_000 }, actionContext({ signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 50);
    await expect(slow).rejects.toBe(reason);
    await expect(call(tools, 'echo', {}, actionContext({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    const late = await failureOf(call(tools, 'slow', { ms: 60_000 }));
    expect(late).toMatchObject({
      code: 'action_failed',
      message: expect.stringContaining(`within ${server.limitMs} ms`),
    });
    expect(await call(tools, 'echo', { text: 'again' })).toContain('again');
  });

  test('runs calls concurrently', async () => {
    await using server = await start();
    await using tools = await mcpTools({ transport: server.transport });
    const texts = Array.from({ length: 20 }, (_, index) => `call ${index}`);
    const results = await Promise.all(texts.map((text) => call(tools, 'echo', { text })));
    expect(results).toEqual(texts.map((text) => `${text}\n(echo)`));
  });

  test('cuts output at its limit', async () => {
    await using server = await start();
    await using tools = await mcpTools({ transport: server.transport, maxOutputLength: 1000 });
    expect(await failureOf(call(tools, 'echo', { text: 'x'.repeat(1000) }))).toMatchObject({ code: 'too_large' });
  });

  test('names a tool that is missing', async () => {
    await using server = await start();
    const failure = await failureOf(mcpTools({ transport: server.transport, only: ['echo', 'nope'] }));
    expect(failure).toMatchObject({ code: 'invalid_configuration', message: expect.stringContaining('"nope"') });
  });

  test('the tools are closed for good once disposed of', async () => {
    await using server = await start();
    const tools = await mcpTools({ transport: server.transport });
    const slow = failureOf(call(tools, 'slow', { ms: 60_000 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tools[Symbol.asyncDispose]();
    expect(await slow).toMatchObject({ code: 'peer_unreachable' });
    expect(await failureOf(call(tools, 'echo'))).toMatchObject({ message: expect.stringContaining('closed') });
  });
});

async function startHTTP(options: { json?: boolean }) {
  const server = await httpServer(options);
  const transport: MCPServer = { type: 'http', url: server.url };
  return { transport, limitMs: 1_000, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

describe('an MCP server in a child process', () => {
  test('gets only the necessary part of our environment', async () => {
    process.env.OUR_SECRET = 'secret';
    await using tools = await mcpTools({ transport: stdio });
    delete process.env.OUR_SECRET;
    const names = String(await call(tools, 'environment')).split(' ');
    expect(names).toContain('GIVEN_TO_THE_SERVER');
    expect(names).not.toContain('OUR_SECRET');
  });

  test('fails the call under way when it dies, and is started again by the next', async () => {
    await using tools = await mcpTools({ transport: stdio });
    const slow = failureOf(call(tools, 'slow', { ms: 60_000 }));
    const crash = failureOf(call(tools, 'crash'));
    expect(await crash).toMatchObject({
      code: 'peer_unreachable',
      message: expect.stringContaining('the server closed the connection'),
    });
    expect(await slow).toMatchObject({ code: 'peer_unreachable' });
    expect(await call(tools, 'echo', { text: 'back' })).toContain('back');
    expect(await failureOf(call(tools, 'crash'))).toMatchObject({ code: 'peer_unreachable' });
    const together = await Promise.all(['a', 'b', 'c'].map((text) => call(tools, 'echo', { text })));
    expect(together).toEqual(['a\n(echo)', 'b\n(echo)', 'c\n(echo)']);
  });

  test('a server that cannot be started is unreachable, without its arguments in the error', async () => {
    const transport: MCPServer = { type: 'stdio', command: '/no/such/program', args: ['--token=secret'] };
    const failure = await failureOf(mcpTools({ transport }));
    expect(failure).toMatchObject({ code: 'peer_unreachable', message: expect.stringContaining('/no/such/program') });
    expect(failure.message).not.toContain('secret');
  });

  test('a server that dies right after the handshake is not restarted over and over', async () => {
    const code = `process.stdin.on('data', (line) => {
      const { id } = JSON.parse(String(line).split('\\n')[0]);
      const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n', () => process.exit());
    })`;
    const transport: MCPServer = { type: 'stdio', command: process.execPath, args: ['-e', code] };
    expect(await failureOf(mcpTools({ transport }))).toMatchObject({ code: 'peer_unreachable' });
  });

  test('fails with a timeout when it says nothing', async () => {
    const transport: MCPServer = {
      type: 'stdio',
      command: process.execPath,
      args: ['-e', 'setTimeout(() => {}, 60_000)'],
    };
    expect(await failureOf(mcpTools({ transport, timeoutMs: 400 }))).toMatchObject({
      message: expect.stringContaining('within 400 ms'),
    });
  });
});

describe('an MCP server over HTTP', () => {
  test('gets the headers, and no open stream', async () => {
    await using server = await httpServer();
    const transport: MCPServer = { type: 'http', url: server.url, headers: { authorization: 'Bearer abc' } };
    await using tools = await mcpTools({ transport });
    await call(tools, 'echo');
    expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer abc')).toBe(true);
    expect(server.requests.map(({ method }) => method)).not.toContain('GET');
  });

  test.each([400, 404] as const)(
    'gets a new session within the call when the old one is gone (%i)',
    async (unknownSession) => {
      await using server = await httpServer({ unknownSession });
      await using tools = await mcpTools({ transport: { type: 'http', url: server.url } });
      expect(await call(tools, 'echo', { text: 'one' })).toContain('one');
      server.forget();
      expect(await call(tools, 'echo', { text: 'two' })).toContain('two');
      expect(server.seen).toEqual(['echo', 'echo']);
      server.forget();
      const together = await Promise.all(['a', 'b', 'c'].map((text) => call(tools, 'add', { a: text.length, b: 1 })));
      expect(together).toEqual([{ sum: 2 }, { sum: 2 }, { sum: 2 }]);
    },
  );

  test('a server is not asked again after a refusal', async () => {
    await using server = await httpServer();
    await using tools = await mcpTools({ transport: { type: 'http', url: server.url } });
    await failureOf(call(tools, 'refuse'));
    await failureOf(call(tools, 'fail'));
    expect(server.seen).toEqual(['refuse', 'fail']);
  });

  test('fails the call at once when the connection is cut, and is connected to again by the next', async () => {
    await using server = await httpServer();
    await using tools = await mcpTools({ transport: { type: 'http', url: server.url } });
    const slow = failureOf(call(tools, 'slow', { ms: 60_000 }));
    await expect.poll(() => server.seen).toEqual(['slow']);
    server.cut();
    expect(await slow).toMatchObject({ code: 'peer_unreachable' });
    expect(await call(tools, 'echo', { text: 'back' })).toContain('back');
    expect(server.seen).toEqual(['slow', 'echo']);
  });

  test('a server is found again after it was down', async () => {
    const first = await httpServer();
    await using tools = await mcpTools({ transport: { type: 'http', url: first.url } });
    await first[Symbol.asyncDispose]();
    expect(await failureOf(call(tools, 'echo'))).toMatchObject({ code: 'peer_unreachable' });
    await using second = await httpServer({ port: first.port });
    expect(await call(tools, 'echo', { text: 'hello again' })).toContain('hello again');
    expect(second.seen).toEqual(['echo']);
  });

  test('the URL guard checks a server whose URL comes from data', async () => {
    await using server = await httpServer();
    const transport = { type: 'http', url: server.url } as const;
    expect(await failureOf(mcpTools({ transport: { ...transport, policy: {} } }))).toMatchObject({
      code: 'url_refused',
    });
    expect(server.requests).toEqual([]);
    const policy = { allowPrivateNetworks: true, maxBytes: 100_000 };
    await using tools = await mcpTools({ transport: { ...transport, policy } });
    expect(await call(tools, 'echo', { text: 'guarded' })).toContain('guarded');
    const failure = await failureOf(call(tools, 'echo', { text: 'x'.repeat(200_000) }));
    expect(failure).toMatchObject({ code: 'too_large' });
  });

  test('a server with an invalid policy is refused', async () => {
    const transport = { type: 'http', url: 'http://example.com/', policy: { allowPrivateNetworks: ['here'] } } as const;
    expect(await failureOf(mcpTools({ transport }))).toMatchObject({ code: 'invalid_configuration' });
  });
});
