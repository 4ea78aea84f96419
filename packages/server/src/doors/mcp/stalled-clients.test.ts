import { action, agent, type AgentFunction, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { quiet } from '../../logging/quiet.ts';
import { ServerMetrics } from '../../metrics/server-metrics.ts';
import { StreamHub } from '../../streams/stream-hub.ts';
import { callSwarm } from './call-swarm.ts';

const LOOKS = 300;

/** A swarm that looks at very many things before it answers, each of which is a line of progress. */
function lookers(): SwarmDefinition {
  const run: AgentFunction = async ({ history }) => {
    if ((await history()).length > 0)
      return { calls: [{ tool: 'task_complete', input: { finish_message: 'I have seen it.' } }] };
    return { calls: Array.from({ length: LOOKS }, (_, at) => ({ tool: 'look', input: { at }, callId: `look-${at}` })) };
  };
  const look = action({
    name: 'look',
    description: 'Looks at something.',
    parameters: { type: 'object', properties: { at: { type: 'number' } } },
    execute: () => 'there',
  });
  return swarm({
    name: 'lookers',
    version: '1.0.0',
    entrypoint: 'looker',
    actions: [look],
    agents: [
      agent({ name: 'looker', commTargets: [], actions: [look], enableEntrypoint: true, canCompleteTasks: true, run }),
    ],
  }).definition;
}

const request = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'lookers', arguments: { message: 'go' }, _meta: { progressToken: 'p' } },
};

describe('MCP', () => {
  test('a client that takes nothing is let go like every other reader, and its run continues', async () => {
    using metrics = new ServerMetrics({ version: '1' });
    const counts = { open: 0, dropped: 0 };
    metrics.streams.opened = () => void (counts.open += 1);
    metrics.streams.closed = () => void (counts.open -= 1);
    metrics.streams.dropped = () => void (counts.dropped += 1);
    await using stage = await Stage.open({ swarms: [lookers()], metrics, pingMs: 30, stallMs: 60 });
    const headers = { Accept: 'application/json, text/event-stream', 'Mcp-Session-Id': 's' };
    const stalled = await stage.fetch('/mcp', { body: request, headers });
    await until(() => counts.dropped === 1);
    expect(counts.open).toBe(0);
    await expect(stalled.text()).rejects.toThrow('did not keep up');
    const again = await stage.fetch('/mcp', { body: request, headers });
    const lines = (await again.text()).split('\n').filter((line) => line.startsWith('data: '));
    expect(lines.filter((line) => line.includes('looker calls look'))).toHaveLength(LOOKS);
    expect(lines.at(-1)).toContain('I have seen it.');
    expect(Object.keys((await stage.call('/tasks')).body)).toHaveLength(1);
  });

  test('a client that takes nothing is not sent everything at once, and gets all of it when it reads again', async () => {
    await using stage = await Stage.open({ swarms: [lookers()] });
    const instance = stage.served.instance({ role: 'user', id: 'alice', token: 'alice' });
    const { engine } = stage.served;
    const streams = new StreamHub({ engine, logger: quiet });
    const submitted = await instance.submit({ taskId: 'long', body: 'go', idempotencyKey: 'k' });
    await instance.answer(submitted);
    const taken = Promise.withResolvers<void>();
    let isTaken = false;
    const lines: string[] = [];
    const never = new AbortController().signal;
    const calling = callSwarm({
      parts: { streams },
      instance,
      input: { message: 'go' },
      own: { taskId: 'long', key: 'k' },
      cancelled: never,
      left: never,
      onTask: () => undefined,
      onProgress: (line) => lines.push(line),
      pace: {
        get isBehind() {
          return !isTaken && lines.length > 0;
        },
        room: () => (lines.length > 0 ? taken.promise : Promise.resolve()),
      },
    });
    await until(() => lines.length > 0);
    for (let tick = 0; tick < 100; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(lines.length).toBeLessThan(LOOKS / 2);
    isTaken = true;
    taken.resolve();
    expect(await calling).toMatchObject({ structuredContent: { response: 'I have seen it.' } });
    expect(lines.filter((line) => line === 'looker calls look')).toHaveLength(LOOKS);
  });
});
