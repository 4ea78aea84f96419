import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { mcpClientFor } from '../__fixtures__/mcp-client.ts';

const statusesOf = async (stage: Stage): Promise<string[]> =>
  Object.values((await stage.call('/tasks')).body as Record<string, { status: string }>).map(({ status }) => status);
const running = async (stage: Stage): Promise<boolean> => (await statusesOf(stage)).includes('running');
const hang = { name: 'desk', arguments: { message: 'hang' } };

describe('a cancelled MCP call', () => {
  test('a cancelled call stops its run', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    const leaving = new AbortController();
    const asked = visitor.client.callTool(hang, undefined, { signal: leaving.signal }).catch((error: unknown) => error);
    await until(() => running(stage));
    leaving.abort('enough');
    expect(await asked).toBeInstanceOf(Error);
    await until(async () => (await statusesOf(stage))[0] === 'cancelled');
  });

  test('a call stops its run when the client has timed out', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    await expect(visitor.client.callTool(hang, undefined, { timeout: 300 })).rejects.toThrow(/timed out/i);
    await until(async () => (await statusesOf(stage))[0] === 'cancelled');
  });

  test('a cancelled call stops a task that it continued', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    const first = await visitor.client.callTool({ name: 'desk', arguments: { message: 'hello' } });
    const { task_id: taskId } = first.structuredContent as { task_id: string };
    const leaving = new AbortController();
    const asked = visitor.client
      .callTool({ name: 'desk', arguments: { message: 'hang', task_id: taskId } }, undefined, {
        signal: leaving.signal,
      })
      .catch((error: unknown) => error);
    await until(() => running(stage));
    leaving.abort();
    expect(await asked).toBeInstanceOf(Error);
    await until(async () => (await statusesOf(stage))[0] === 'cancelled');
  });

  test('a cancelled call stops its run in another process', async () => {
    await using store = await openStore('sqlite::memory:');
    await using here = await Stage.open({ store });
    await using there = await Stage.open({ store });
    await using visitor = await mcpClientFor(here);
    const asked = visitor.client.callTool(hang).catch((error: unknown) => error);
    await until(() => running(here));
    const requestId = 1;
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    const headers = { 'mcp-session-id': visitor.transport.sessionId! };
    const answer = await there.fetch('/mcp', { body: notification, headers });
    expect(answer.status).toBe(202);
    expect(await asked).toMatchObject({ isError: true, structuredContent: { status: 'cancelled' } });
  });

  test('a cancelled call leaves other sessions, callers and requests alone', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    const asked = visitor.client.callTool(hang).catch((error: unknown) => error);
    await until(() => running(stage));
    const session = visitor.transport.sessionId!;
    const cancel = (requestId: number, as: string, sessionId: string) =>
      stage.fetch('/mcp', {
        as,
        body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
        headers: { 'mcp-session-id': sessionId },
      });
    for (const [requestId, as, sessionId] of [
      [1, 'bob', session],
      [1, 'root', session],
      [1, 'alice', 'another'],
      [7, 'alice', session],
    ] as const) {
      expect((await cancel(requestId, as, sessionId)).status).toBe(202);
    }
    expect(await statusesOf(stage)).toEqual(['running']);
    await cancel(1, 'alice', session);
    expect(await asked).toMatchObject({ structuredContent: { status: 'cancelled' } });
  });

  test('a disconnected client does not cancel its run', async () => {
    await using stage = await Stage.open();
    const { url } = await stage.listen();
    const leaving = new AbortController();
    const asked = fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { authorization: 'Bearer alice', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'desk', arguments: { message: 'wait 1500' } },
      }),
      signal: leaving.signal,
    })
      // The answer may have begun by the time that its reader leaves.
      .then((response) => response.text())
      .catch((error: unknown) => error);
    await until(() => running(stage));
    leaving.abort();
    expect(await asked).toBeInstanceOf(Error);
    await until(async () => (await statusesOf(stage))[0] === 'complete');
  });
});

test('a request repeated within its session is the same call', async () => {
  await using stage = await Stage.open();
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'desk', arguments: { message: 'hello' } },
  };
  const ask = (session?: string) =>
    stage.call('/mcp', { body: call, ...(session === undefined ? {} : { headers: { 'mcp-session-id': session } }) });
  const taskIds = [];
  for (const session of ['s', 's', 't', undefined, undefined]) {
    taskIds.push((await ask(session)).body.result.structuredContent.task_id);
  }
  expect(taskIds[1]).toBe(taskIds[0]);
  expect(new Set(taskIds).size).toBe(4);
});
