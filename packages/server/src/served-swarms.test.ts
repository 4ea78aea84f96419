import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { clerks } from './__fixtures__/clerks.ts';
import { until } from './__fixtures__/until.ts';
import { ServedSwarms } from './served-swarms.ts';
import { recordingLogger } from './__fixtures__/recording-logger.ts';

const alice = { role: 'user', id: 'alice', token: 'a' } as const;
const boss = { role: 'admin', id: 'alice', token: 'b' } as const;
const peer = { role: 'agent', id: 'weather', token: 'c' } as const;

/** A swarm in the format of files, whose answers can be told apart. */
const swarmText = (description: string) =>
  JSON.stringify({
    name: 'desk',
    version: '2.0.0',
    description,
    entrypoint: 'newcomer',
    agents: [
      {
        name: 'newcomer',
        comm_targets: [],
        enable_entrypoint: true,
        can_complete_tasks: true,
        agent_params: { llm: 'scripted/none', system: 'x' },
      },
    ],
    actions: [],
  });

async function openSwarms(swarms = [clerks(), clerks('annex')]) {
  const store = await openStore('sqlite::memory:');
  const served = await ServedSwarms.open({ store, swarms });
  const dispose = async (): Promise<void> => {
    await served[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  };
  return { served, store, [Symbol.asyncDispose]: dispose };
}

describe('ServedSwarms', () => {
  test('serves several swarms, to each caller separately', async () => {
    await using open = await openSwarms();
    const { served } = open;
    expect(served.swarmNames()).toEqual(['desk', 'annex']);
    expect(served.defaultSwarm).toBe('desk');
    await served.instance(alice).postMessage({ body: 'hello', taskId: 't' });
    expect(await served.instance(alice, 'annex').task('t')).toBeUndefined();
    expect(await served.instance(boss).task('t')).toBeUndefined();
    expect(served.instance(peer).owner).toEqual({ swarm: 'desk', role: 'swarm', id: 'weather' });
    expect(() => served.instance(alice, 'attic')).toThrow("no swarm 'attic' is loaded; there is desk, annex");
  });

  test('ServedSwarms does not open without a swarm, or with an unknown default', async () => {
    await using store = await openStore('sqlite::memory:');
    await expect(ServedSwarms.open({ store, swarms: [] })).rejects.toThrow('no swarm to serve');
    await expect(ServedSwarms.open({ store, swarms: [clerks()], defaultSwarm: 'x' })).rejects.toThrow("no swarm 'x'");
  });

  test('tells waiting callers when it closes', async () => {
    await using open = await openSwarms();
    const waiting = open.served.instance(alice).postMessage({ body: 'hang' });
    const settled = waiting.then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
    await until(async () => (await open.served.instance(alice).tasks()).length === 1);
    await open.served.drain(0);
    expect(await settled).toBe('unavailable');
    expect(open.served.draining).toBe(true);
    await open.served.drain(0);
  });
});

describe('loading a swarm', () => {
  test('changes names, entrypoint and agents at once, while the running run finishes as it began', async () => {
    await using open = await openSwarms();
    const { served } = open;
    const old = served.instance(alice);
    const running = await old.submit({ body: 'wait 100', taskId: 't' });
    await served.load(swarmText('the new desk'));
    expect(served.definition()).toMatchObject({ description: 'the new desk', entrypoint: 'newcomer' });
    expect((await old.answer(running)).response).toBe('waited 100');
    // The new agent has no model that answers, so its run fails: what matters is who was asked.
    const next = await served.instance(alice).postMessage({ body: 'hello', taskId: 't' });
    expect(next.status).toBe('error');
    expect(next.response).toContain('newcomer');
  });

  test('leaves a message that joined a run of the old swarm to the new one', async () => {
    await using open = await openSwarms();
    const { served } = open;
    const running = await served.instance(alice).submit({ body: 'wait 100', taskId: 't' });
    await served.load(swarmText('the new desk'));
    const joined = await served.instance(alice).submit({ body: 'for the newcomer', taskId: 't' });
    expect(joined.run).toBe(running.run);
    expect((await served.instance(alice).answer(running)).response).toBe('waited 100');
    const answer = await served.instance(alice).answer(joined);
    expect(answer.response).toContain('newcomer');
    expect(answer.run).toBe(running.run + 1);
  });

  test('a loaded swarm reaches other processes, and the newest wins', async () => {
    await using open = await openSwarms();
    await using other = await ServedSwarms.open({ store: open.store, swarms: [clerks()] });
    await open.served.load(swarmText('first'));
    await other.load(swarmText('second'));
    await until(() => open.served.definition().description === 'second');
    expect(other.definition().description).toBe('second');
  });

  test('skips unusable swarms with a warning, and serves the rest', async () => {
    await using store = await openStore('sqlite::memory:');
    await store.records.put('swarm', 'broken', { json: { name: 'broken' }, loadedAt: 'now' });
    await store.records.put('swarm', 'worse', { json: 'text', loadedAt: 'now' });
    const { logger, lines } = recordingLogger();
    await using served = await ServedSwarms.open({ store, swarms: [clerks()], logger });
    expect(served.swarmNames()).toEqual(['desk']);
    const warnings = lines.filter((line) => line.level === 'warn');
    expect(warnings.map((line) => line.fields?.swarm)).toEqual(['broken', 'worse']);
  });

  test('loading survives a store that fails for a moment, with a warning', async () => {
    await using open = await openSwarms();
    const { logger, lines } = recordingLogger();
    await using served = await ServedSwarms.open({ store: open.store, swarms: [clerks()], logger });
    const list = open.store.records.list;
    open.store.records.list = () => Promise.reject(new Error('busy'));
    await until(() => lines.some((line) => line.level === 'warn'));
    open.store.records.list = list;
    await open.served.load(swarmText('later'));
    await until(() => served.definition().description === 'later');
    expect(lines.at(-1)).toMatchObject({ level: 'info', fields: { swarm: 'desk' } });
  });
});
