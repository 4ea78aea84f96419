import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { mcpClientFor } from '../__fixtures__/mcp-client.ts';

type Structured = { task_id: string; status: string; response: string; open_calls?: { call_id: string }[] };

test('a paused task continues after a restart, unnoticed by the client', async () => {
  await using store = await openStore('sqlite::memory:');
  const before = await Stage.open({ store });
  const early = await mcpClientFor(before);
  const paused = (await early.client.callTool({ name: 'desk', arguments: { message: 'ask sure?' } }))
    .structuredContent as Structured;
  const session = early.transport.sessionId!;
  await early.client.close();
  await before[Symbol.asyncDispose]();

  await using after = await Stage.open({ store });
  const results = [{ call_id: paused.open_calls![0]!.call_id, content: 'yes' }];
  const call = { name: 'desk', arguments: { task_id: paused.task_id, tool_results: results } };
  // The session of then is as good as any: it is a name.
  const { body } = await after.call('/mcp', {
    body: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
    headers: { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' },
  });
  expect(body.result.structuredContent).toMatchObject({ status: 'complete', response: 'thank you' });
  await using late = await mcpClientFor(after);
  const more = await late.client.callTool({ name: 'desk', arguments: { task_id: paused.task_id, message: 'more' } });
  expect(more.structuredContent).toMatchObject({ task_id: paused.task_id, response: 'you said: more' });
});

test('any process answers any request of a session', async () => {
  await using store = await openStore('sqlite::memory:');
  await using here = await Stage.open({ store });
  await using there = await Stage.open({ store });
  const ask = async (stage: Stage, id: number, input: object) => {
    const params = { name: 'desk', arguments: input };
    const headers = { 'mcp-session-id': 's' };
    const { body } = await stage.call('/mcp', { body: { jsonrpc: '2.0', id, method: 'tools/call', params }, headers });
    return body.result.structuredContent as Structured;
  };
  const first = await ask(here, 1, { message: 'hello' });
  // The same request again, at another process, is the same call.
  expect(await ask(there, 1, { message: 'hello' })).toEqual(first);
  const second = await ask(there, 2, { message: 'more', task_id: first.task_id });
  expect(second).toMatchObject({ task_id: first.task_id, response: 'you said: more' });
});
