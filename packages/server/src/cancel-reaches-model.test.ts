import { agent, swarm } from '@posthouse/runtime';
import { startScriptedLLM } from '@posthouse/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { quiet } from './logging/quiet.ts';
import { startServer } from './start-server.ts';

afterEach(() => vi.unstubAllEnvs());

test('cancelling a task disconnects from the model within a second', async () => {
  await using llm = await startScriptedLLM({
    script: () => ({ text: 'once upon a time', fault: { kind: 'stall', afterChunks: 1 } }),
  });
  vi.stubEnv('OPENAI_COMPATIBLE_BASE_URL', `${llm.url}/v1`);
  const teller = agent({
    name: 'teller',
    model: 'openai-compatible/slow',
    system: 'Tell.',
    commTargets: [],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  await using server = await startServer(
    swarm({ name: 'tales', version: '1.0.0', agents: [teller], entrypoint: 'teller' }),
    { port: 0, databaseURL: 'sqlite::memory:', logger: quiet, handleSignals: false },
  );
  const headers = { Authorization: `Bearer ${server.tokens!.user}` };
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

  const answer = post('/message', { body: 'A tale, please', task_id: 't' });
  await vi.waitFor(() => expect(llm.requests).toHaveLength(1), { timeout: 10_000 });
  expect(llm.requests[0]!.closedBy).toBeUndefined();
  await post('/tasks/t/cancel', {});
  expect(await llm.requests[0]!.closed).toBe('client-closed');
  expect(await (await answer).json()).toMatchObject({ status: 'cancelled' });
});
