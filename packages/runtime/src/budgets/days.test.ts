import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogEntry } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { action } from '../definitions/action.ts';
import { agent } from '../definitions/agent.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { Engine } from '../engine/engine.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';
import { call, scripted } from '../scripted/index.ts';
import { toDay } from '../task/spent.ts';

const EVENING = Date.parse('2026-11-18T23:59:00Z');

const tick = action({
  name: 'tick',
  description: 'Always works.',
  parameters: { type: 'object', properties: {} },
  execute: () => 'tock',
});

/** A swarm that would go on for ever, on a clock that can be moved. */
async function open(store: Store, clock: { now: number }, calls: number) {
  const model = scripted(() => ({ content: [call('tick', {})], usage: { input: 10, output: 1 } }));
  const boss = agent({
    name: 'boss',
    model,
    commTargets: [],
    actions: [tick],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  const definition = defineSwarm({
    name: 's',
    version: '1',
    agents: [boss],
    entrypoint: 'boss',
    budgets: { caller: { calls } },
  });
  const engine = await Engine.start({ store, swarms: [definition], now: () => clock.now });
  const instance = new SwarmInstance(definition, { swarm: 's', role: 'user', id: 'u' }, engine);
  return { engine, instance, model };
}

async function logOf(store: Store, instance: SwarmInstance, taskId: string): Promise<LogEntry[]> {
  return (await store.read((await instance.task(taskId))!.key, 0, 1_000)).entries;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a run that waits for a budget of the day', () => {
  test('goes on by itself when the next day begins, in whichever process is running', async () => {
    const clock = { now: EVENING };
    await using store = await openStore('sqlite::memory:', { now: () => clock.now });
    const first = await open(store, clock, 3);
    const paused = await first.instance.postMessage({ body: 'go', taskId: 't' });
    expect(paused).toMatchObject({ status: 'paused', budget: { scope: 'caller', until: '2026-11-19T00:00:00.000Z' } });
    await first.engine.stop();
    const { engine, instance, model } = await open(store, clock, 3);
    clock.now += 30_000;
    expect(await store.claim('nobody', ['s'], 10)).toEqual([]);
    clock.now += 31_000;
    await until(async () => (await logOf(store, instance, 't')).filter(({ type }) => type === 'paused').length === 2);
    const log = await logOf(store, instance, 't');
    const order = log.map(({ type }) => type).filter((type) => /paused|resumed|usage/.test(type));
    expect(order).toEqual(['usage', 'usage', 'usage', 'paused', 'resumed', 'usage', 'usage', 'usage', 'paused']);
    expect([first.model.requests.length, model.requests.length]).toEqual([3, 3]);
    for (const day of ['2026-11-18', '2026-11-19']) {
      expect(await store.spending.sum({ day, swarm: 's' })).toMatchObject({ calls: 3, inputTokens: 30 });
    }
    await engine.stop();
  });
});

test('all processes on a database share the budget of a day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-days-'));
  const clock = { now: EVENING };
  try {
    const stores = await Promise.all(
      [1, 2].map(() => openStore(`sqlite:${join(folder, 'd.db')}`, { now: () => clock.now })),
    );
    const opened = await Promise.all(stores.map((store) => open(store, clock, 20)));
    const posts = opened.flatMap(({ instance }, at) =>
      [1, 2].map((n) => instance.postMessage({ body: 'go', taskId: `${at}-${n}` })),
    );
    const outcomes = await Promise.all(posts);
    expect(outcomes.map(({ status, code }) => [status, code])).toEqual(posts.map(() => ['paused', 'budget_exceeded']));
    const asked = opened.reduce((sum, { model }) => sum + model.requests.length, 0);
    // Only calls that were under way in the other process may come on top.
    expect(asked).toBeGreaterThanOrEqual(20);
    expect(asked).toBeLessThan(20 + posts.length);
    const logs = await Promise.all(
      opened.flatMap(({ instance }, at) => [1, 2].map((n) => logOf(stores[at]!, instance, `${at}-${n}`))),
    );
    expect(logs.flat().filter(({ type }) => type === 'usage')).toHaveLength(asked);
    expect(await stores[0]!.spending.sum({ day: toDay(clock.now), swarm: 's' })).toMatchObject({ calls: asked });
    for (const { engine } of opened) await engine.stop();
    for (const store of stores) await store[Symbol.asyncDispose]();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
