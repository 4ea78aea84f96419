import { describe, expect, test } from 'vitest';
import { httpServer } from '../../mcp/__fixtures__/http-server.ts';
import { localServer } from '../../outbound/__fixtures__/local-server.ts';
import { runAction } from '../__fixtures__/run-action.ts';
import { mcpActions } from './mcp-actions.ts';

const actions = mcpActions({ policy: { allowPrivateNetworks: true, timeoutMs: 1500 } });

test('actions have the names of the reference, and all but calling a tool are idempotent', () => {
  expect(Object.fromEntries(actions.map(({ name, idempotent }) => [name, idempotent]))).toEqual({
    mcp_ping: true,
    mcp_list_tools: true,
    mcp_call_tool: false,
    mcp_list_prompts: true,
    mcp_get_prompt: true,
    mcp_list_resources: true,
    mcp_read_resource: true,
  });
});

test('actions give everything that a server offers', async () => {
  await using server = await httpServer();
  const run = async (name: string, more: object = {}) =>
    await runAction(actions, name, { server_url: server.url, ...more });

  expect(await run('mcp_ping')).toEqual({ ok: true, server: { name: 'sample', version: '1.2.3' } });
  const { tools } = (await run('mcp_list_tools')) as { tools: { name: string; inputSchema: object }[] };
  expect(tools.map(({ name }) => name)).toContain('odd/name.v2');
  expect(tools[0]).toMatchObject({ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } });
  expect(await run('mcp_call_tool', { tool_name: 'echo', tool_input: { text: 'hi' } })).toBe('hi\n(echo)');
  expect(await run('mcp_call_tool', { tool_name: 'add', tool_input: { a: 1, b: 2 } })).toEqual({ sum: 3 });
  expect(await run('mcp_list_prompts')).toMatchObject({ prompts: [{ name: 'greet' }] });
  expect(await run('mcp_get_prompt', { prompt_name: 'greet' })).toEqual({
    messages: [{ role: 'user', content: { type: 'text', text: 'Greet everybody.' } }],
  });
  expect(await run('mcp_get_prompt', { prompt_name: 'greet', prompt_input: { who: 'Ada' } })).toMatchObject({
    messages: [{ content: { text: 'Greet Ada.' } }],
  });
  expect(await run('mcp_list_resources')).toMatchObject({ resources: [{ uri: 'memo://one', name: 'one' }] });
  expect(await run('mcp_read_resource', { resource_uri: 'memo://one' })).toEqual({
    contents: [{ uri: 'memo://one', mimeType: 'text/plain', text: 'remember the milk' }],
  });
});

test('every call ends its own session', async () => {
  await using server = await httpServer();
  await runAction(actions, 'mcp_ping', { server_url: server.url });
  expect(server.requests.at(-1)?.method).toBe('DELETE');
});

describe('errors as results', () => {
  test('come from tools, prompts and resources', async () => {
    await using server = await httpServer();
    const run = async (name: string, more: object) =>
      await runAction(actions, name, { server_url: server.url, ...more });
    expect(await run('mcp_call_tool', { tool_name: 'fail', tool_input: {} })).toBe('Error: no more paper');
    expect(await run('mcp_call_tool', { tool_name: 'refuse', tool_input: {} })).toMatch(/^Error: .*make no sense/);
    expect(await run('mcp_read_resource', { resource_uri: 'memo://two' })).toMatch(
      /^Error: .*no resource memo:\/\/two/,
    );
    expect(await run('mcp_call_tool', { tool_name: 'slow', tool_input: { ms: 60_000 } })).toMatch(
      /^Error: .*(within|longer than) 1500 ms/,
    );
  });

  test('come from servers that do not speak MCP', async () => {
    await using web = await localServer((_request, response) => response.end('<html>'));
    await using broken = await localServer((_request, response) => void response.writeHead(500).end('sorry'));
    for (const server_url of [
      web.origin,
      broken.origin,
      'http://127.0.0.1:9/',
      'nonsense',
      'http://nowhere.invalid/',
    ]) {
      expect(await runAction(actions, 'mcp_ping', { server_url })).toMatch(/^Error: /);
    }
  });

  test('come from servers that may not be called', async () => {
    await using server = await httpServer();
    const closed = mcpActions();
    for (const { name } of closed) {
      const input = {
        server_url: server.url,
        tool_name: 'echo',
        tool_input: {},
        prompt_name: 'greet',
        resource_uri: 'x:',
      };
      expect(await runAction(closed, name, input)).toMatch(/^Error: .*loopback address/);
    }
    expect(await runAction(actions, 'mcp_ping', { server_url: 'file:///etc/passwd' })).toMatch(/^Error: .*http/);
    expect(await runAction(actions, 'mcp_ping', { server_url: 'http://a:b@127.0.0.1/' })).toMatch(/^Error: .*password/);
    expect(server.requests).toEqual([]);
  });

  test('come from servers that redirect elsewhere', async () => {
    await using server = await localServer((_request, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
    });
    expect(await runAction(actions, 'mcp_ping', { server_url: server.origin })).toMatch(/^Error: .*redirects/);
  });
});

test('a cancelled run throws', async () => {
  await using server = await httpServer();
  const controller = new AbortController();
  const input = { server_url: server.url, tool_name: 'slow', tool_input: { ms: 60_000 } };
  const call = runAction(actions, 'mcp_call_tool', input, { signal: controller.signal });
  await expect.poll(() => server.seen).toEqual(['slow']);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});
