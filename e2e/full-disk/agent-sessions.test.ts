import { setTimeout as sleep } from 'node:timers/promises';
import { AgentRegistry, type AgentScript, createScriptedAdapter } from '@posthouse/agents';
import type { Store } from '@posthouse/store';
import { expect, test } from 'vitest';
import { chunksOf, messagesOf, send, textOf } from '../../packages/server/src/chat/__fixtures__/agent-stage.ts';
import { Stage } from '../../packages/server/src/__fixtures__/stage.ts';
import { until } from '../../packages/server/src/__fixtures__/until.ts';
import { useCrampedStores } from './__fixtures__/cramped-store.ts';

const { crampedStore } = useCrampedStores();
const LARGE = 'x'.repeat(500_000);

function openStage(store: Store, script: AgentScript): Promise<Stage> {
  const registry = new AgentRegistry();
  registry.register('writer', createScriptedAdapter({ script }));
  return Stage.open({ store, chat: { registry, agents: { writer: {} } } });
}

const say = (stage: Stage, id: string, text: string): Promise<Response> =>
  send(stage, { id: 's', agent: 'writer', messages: [{ id, role: 'user', parts: [{ type: 'text', text }] }] });
const readiness = async (stage: Stage): Promise<number> => (await stage.call('/health/ready')).status;
const saidIn = (message: { parts: unknown[] }): string =>
  (message.parts as { type: string; text?: string }[]).map(({ type, text }) => (type === 'text' ? text : '')).join('');

test.each(['in the middle', 'at its end'])(
  "an agent's answer that finds the disk full %s waits in memory, and the agent is not asked again",
  async (when) => {
    const { store, fill, free } = crampedStore();
    await using closing = store;
    const asked: string[] = [];
    await using stage = await openStage(closing, async function* ({ text }) {
      asked.push(text);
      yield { say: 'Once ' };
      if (text === 'long') fill();
      yield { say: LARGE, pieceLength: 50_000 };
      if (when === 'in the middle') yield { call: 'look', input: {}, output: LARGE };
      yield { say: ' ever after' };
    });
    const answer = await say(stage, 'u1', 'long');
    await until(async () => (await readiness(stage)) === 503);
    await sleep(1_000);
    expect([await readiness(stage), asked]).toEqual([503, ['long']]);

    free();
    const whole = `Once ${LARGE} ever after`;
    expect(textOf(await chunksOf(answer))).toBe(whole);
    expect(await readiness(stage)).toBe(200);
    const messages = await messagesOf(stage, 's');
    expect(messages).toMatchObject([{ id: 'u1' }, { role: 'assistant', metadata: { outcome: 'complete' } }]);
    expect(saidIn(messages[1]!)).toBe(whole);
    expect(textOf(await chunksOf(say(stage, 'u2', 'again')))).toBe(whole);
    expect(asked).toEqual(['long', 'again']);
  },
);

test('an agent waits while its text finds no room on the disk, which does not grow in memory instead', async () => {
  const { store, fill, free } = crampedStore();
  await using closing = store;
  const piece = LARGE.slice(0, 10_000);
  let pieces = 0;
  await using stage = await openStage(closing, async function* () {
    yield { say: 'Once ' };
    fill();
    const text = async function* (): AsyncGenerator<string> {
      for (; pieces < 2_000; pieces += 1) yield piece;
    };
    yield { say: text() };
  });
  const answer = await say(stage, 'u1', 'long');
  await until(async () => (await readiness(stage)) === 503);
  await sleep(1_000);
  // What waits to be written, about two megabytes, and the eight that may queue between an agent and its reader.
  expect(pieces * piece.length).toBeLessThan(12_000_000);

  free();
  expect(textOf(await chunksOf(answer))).toBe(`Once ${piece.repeat(2_000)}`);
  expect(saidIn((await messagesOf(stage, 's'))[1]!)).toBe(`Once ${piece.repeat(2_000)}`);
});

test('an answer that waits for disk space can be stopped, which is written when there is space', async () => {
  const { store, fill, free } = crampedStore();
  await using closing = store;
  let asked = 0;
  let stopped = 0;
  await using stage = await openStage(closing, async function* ({ signal }) {
    asked += 1;
    signal.addEventListener('abort', () => (stopped += 1));
    yield { say: 'Once ' };
    fill();
    yield { say: LARGE, pieceLength: 50_000 };
    yield { call: 'look', input: {}, output: LARGE };
    yield { hang: true };
  });
  const answer = await say(stage, 'u1', 'long');
  await until(async () => (await readiness(stage)) === 503);
  const start = performance.now();
  const stop = await stage.call('/chat/s/stop', { method: 'POST' });
  expect(stop).toMatchObject({ status: 503, body: { detail: expect.stringContaining('the answer was stopped') } });
  expect(performance.now() - start).toBeLessThan(1_000);
  await until(() => stopped === 1);

  free();
  await answer.text();
  await until(async () => (await readiness(stage)) === 200);
  const messages = await messagesOf(stage, 's');
  expect(messages).toMatchObject([{ id: 'u1' }, { role: 'assistant', metadata: { outcome: 'stopped' } }]);
  expect(saidIn(messages[1]!)).toBe(`Once ${LARGE}`);
  expect((await stage.call('/chat/s/stop', { method: 'POST' })).status).toBe(200);
  expect(asked).toBe(1);
});

test('a process that stops does not wait for an answer that waits for disk space', async () => {
  const { store, fill, free } = crampedStore();
  await using closing = store;
  const stage = await openStage(closing, async function* () {
    yield { say: 'Once ' };
    fill();
    yield { say: LARGE, pieceLength: 50_000 };
    yield { call: 'look', input: {}, output: LARGE };
  });
  const answer = await say(stage, 'u1', 'long');
  await until(async () => (await readiness(stage)) === 503);
  const start = performance.now();
  await stage[Symbol.asyncDispose]();
  expect(performance.now() - start).toBeLessThan(3_000);
  await answer.text().catch(() => undefined);
  free();
});
