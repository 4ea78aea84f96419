import { setTimeout as sleep } from 'node:timers/promises';
import { agent, type AgentFunction, type SwarmInstance, swarm } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { parsePrometheusText, valueOf } from './__fixtures__/parse-prometheus-text.ts';
import { ServerMetrics } from './server-metrics.ts';

/** Does what the message says: fails, waits for somebody, or completes. */
const clerk: AgentFunction = async ({ inputs, signal }) => {
  const { body } = inputs.at(-1)!.message;
  if (body === 'fail') throw new Error('no');
  if (body === 'wait') await sleep(60_000, undefined, { signal });
  if (body === 'ask') return { calls: [{ tool: 'ask_caller', input: {} }] };
  return { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
};

async function withInstance(work: (instance: SwarmInstance, metrics: ServerMetrics) => Promise<void>): Promise<void> {
  const team = swarm({
    name: 'desk',
    version: '1.0.0',
    entrypoint: 'clerk',
    agents: [agent({ name: 'clerk', commTargets: [], enableEntrypoint: true, canCompleteTasks: true, run: clerk })],
  });
  using metrics = new ServerMetrics({ version: '0.0.0' });
  await using store = await openStore('sqlite::memory:');
  await using instance = await team.instantiate({ store: metrics.observe(store), onError: () => {} });
  await work(instance, metrics);
}

const runs = (outcome: string): string => `posthouse_runs_ended_total{swarm="desk",outcome="${outcome}"}`;
const within = async (check: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await check()) && tries < 500; tries += 1) await sleep(5);
  expect(await check()).toBe(true);
};

describe('swarm metrics', () => {
  test('runs are counted by outcome, messages and turns by swarm', async () => {
    await withInstance(async (instance, metrics) => {
      for (let index = 0; index < 3; index += 1) await instance.postMessage({ body: 'go' });
      const failed = await instance.postMessage({ body: 'fail' });
      expect(failed.status).toBe('error');
      const text = await metrics.toText();
      expect(valueOf(text, 'posthouse_runs_started_total{swarm="desk"}')).toBe(4);
      expect(valueOf(text, runs('complete'))).toBe(3);
      expect(valueOf(text, runs('error'))).toBe(1);
      expect(valueOf(text, 'posthouse_messages_total{swarm="desk",type="request"}')).toBe(4);
      expect(valueOf(text, 'posthouse_messages_total{swarm="desk",type="broadcast_complete"}')).toBe(3);
      expect(valueOf(text, 'posthouse_turns_total{swarm="desk",agent="clerk"}')).toBeGreaterThanOrEqual(3);
    });
  });

  test('a message that is posted twice with one key is counted once', async () => {
    await withInstance(async (instance, metrics) => {
      const post = { body: 'go', taskId: 'once', idempotencyKey: 'k' };
      await instance.postMessage(post);
      await instance.postMessage(post);
      expect(valueOf(await metrics.toText(), 'posthouse_runs_started_total{swarm="desk"}')).toBe(1);
    });
  });

  test('a run is open while it works and not after it was cancelled', async () => {
    await withInstance(async (instance, metrics) => {
      const open = async (): Promise<number> => valueOf(await metrics.toText(), 'posthouse_open_runs');
      expect(await open()).toBe(0);
      const { taskId } = await instance.submit({ body: 'wait' });
      expect(await open()).toBe(1);
      await instance.cancel(taskId);
      expect(await open()).toBe(0);
      expect(valueOf(await metrics.toText(), runs('cancelled'))).toBe(1);
    });
  });

  test('a run that waits for an answer is counted as a pause and is not open', async () => {
    await withInstance(async (instance, metrics) => {
      const tools = [{ name: 'ask_caller', parameters: { type: 'object' } }];
      const { status } = await instance.postMessage({ body: 'ask', tools });
      expect(status).toBe('paused');
      await within(async () => valueOf(await metrics.toText(), 'posthouse_open_runs') === 0);
      expect(valueOf(await metrics.toText(), 'posthouse_pauses_total{swarm="desk"}')).toBe(1);
    });
  });

  test('tokens and cost are counted by swarm, agent and model', async () => {
    const usage = { input: 100, output: 20, cached: 7, reasoning: 5 };
    const looking = { toolCalls: [{ name: 'look', input: {} }], usage };
    const done = { toolCalls: [{ name: 'task_complete', input: { finish_message: 'done' } }], usage };
    const team = swarm({
      name: 'desk',
      version: '1.0.0',
      entrypoint: 'clerk',
      prices: { 'scripted/m': { input: 1_000, output: 10_000 } },
      agents: [
        agent({
          name: 'clerk',
          model: scripted([looking, done], { modelId: 'm' }),
          commTargets: [],
          enableEntrypoint: true,
          canCompleteTasks: true,
        }),
      ],
    });
    using metrics = new ServerMetrics({ version: '0.0.0' });
    await using store = await openStore('sqlite::memory:');
    await using instance = await team.instantiate({ store: metrics.observe(store) });
    await instance.postMessage({ body: 'go' });
    const text = await metrics.toText();
    const model = 'swarm="desk",agent="clerk",model="scripted/m"';
    const tokens = (kind: string): number => valueOf(text, `posthouse_tokens_total{${model},kind="${kind}"}`);
    expect([tokens('input'), tokens('output'), tokens('cache_read'), tokens('reasoning')]).toEqual([200, 40, 14, 10]);
    expect(valueOf(text, `posthouse_model_calls_total{${model}}`)).toBe(2);
    expect(valueOf(text, `posthouse_cost_total{${model}}`)).toBeCloseTo(0.6);
  });

  test('a refused write is counted by its code, and the refusal is passed on', async () => {
    using metrics = new ServerMetrics({ version: '0.0.0' });
    await using inner = await openStore('sqlite::memory:');
    const store = metrics.observe(inner);
    const task = { owner: { swarm: 'desk', role: 'user', id: 'u-1' } as const, taskId: 't-1' };
    await store.commit({ task, entries: [] });
    await expect(store.commit({ task, entries: [], expect: { head: 5 } })).rejects.toMatchObject({ code: 'stale' });
    expect(valueOf(await metrics.toText(), 'posthouse_store_refusals_total{code="stale"}')).toBe(1);
  });

  test('every commit is timed', async () => {
    await withInstance(async (instance, metrics) => {
      await instance.postMessage({ body: 'go' });
      expect(valueOf(await metrics.toText(), 'posthouse_store_commit_seconds_count')).toBeGreaterThanOrEqual(2);
      expect(valueOf(await metrics.toText(), 'posthouse_store_commit_seconds_sum')).toBeGreaterThan(0);
    });
  });
});

describe('stream metrics', () => {
  test('metrics count streams until they are closed, and dropped readers', async () => {
    using metrics = new ServerMetrics({ version: '0.0.0' });
    metrics.streams.opened();
    metrics.streams.opened();
    metrics.streams.dropped();
    metrics.streams.closed();
    const text = await metrics.toText();
    expect(valueOf(text, 'posthouse_streams_open')).toBe(1);
    expect(valueOf(text, 'posthouse_streams_total')).toBe(2);
    expect(valueOf(text, 'posthouse_readers_dropped_total')).toBe(1);
  });
});

describe('process metrics', () => {
  test('metrics show memory and CPU', async () => {
    using metrics = new ServerMetrics({ version: '0.0.0' });
    const { values } = parsePrometheusText(await metrics.toText());
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(10e6);
    expect(values.get('posthouse_memory_bytes{kind="heap_used"}')).toBeGreaterThan(1e6);
    expect(values.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(Math.abs(values.get('process_start_time_seconds')! + process.uptime() - Date.now() / 1000)).toBeLessThan(5);
  });

  test('metrics show how long the event loop was blocked since the last scrape', async () => {
    using metrics = new ServerMetrics({ version: '0.0.0' });
    const worst = async (): Promise<number> =>
      valueOf(await metrics.toText(), 'posthouse_event_loop_lag_seconds{quantile="1"}');
    expect(await worst()).toBe(0);
    await sleep(50);
    const end = performance.now() + 150;
    while (performance.now() < end);
    await sleep(30);
    expect(await worst()).toBeGreaterThan(0.1);
  });
});
