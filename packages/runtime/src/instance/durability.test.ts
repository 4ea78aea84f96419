import { PosthouseError } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { expect, test } from 'vitest';
import {
  actor,
  askHuman,
  cast,
  complete,
  getWeather,
  logOf,
  outline,
  play,
  request,
  respond,
} from '../__fixtures__/play.ts';
import { type Cast, type StageCall, untilAborted } from '../__fixtures__/stage-cast.ts';
import { OWNER, Stage } from '../__fixtures__/stage.ts';
import { onTwoNodes, openNode, until } from '../__fixtures__/two-nodes.ts';
import { action } from '../definitions/action.ts';
import { swarm } from '../swarm.ts';

const TASK = 'durable';
const ask = (callId: string) => ({ tool: 'ask_human', input: { q: callId }, callId });
const call = (tool: string, input = {}): StageCall => ({ tool, input, callId: tool });

test('a run does not overwrite the turns of earlier runs', async () => {
  await using store = await openStore('sqlite::memory:');
  await using instance = await cast({ supervisor: [complete('one'), complete('two')] }).instantiate({
    store,
    userId: 'u-1',
  });
  const { taskId } = await instance.postMessage({ body: 'first' });
  await until(async () => (await instance.task(taskId))?.node === null);
  await instance.postMessage({ body: 'second', taskId });
  const turns = await store.turns((await instance.task(taskId))!.key, 10);
  expect(turns.map(({ agent, turn, run }) => [agent, turn, run])).toEqual([
    ['supervisor', 1, 1],
    ['supervisor', 2, 2],
  ]);
});

test('a turn whose text reaches nobody is in the log', async () => {
  await using store = await openStore('sqlite::memory:');
  const scenario = {
    supervisor: [[request('weather')], [{ tool: 'ignore_broadcast', input: { reason: null } }], complete('done')],
    weather: [[respond('supervisor'), { tool: 'help', input: {} }], 'words', 'words again'],
  };
  await using instance = await cast(scenario).instantiate({ store, userId: 'u-1' });
  const { taskId } = await instance.postMessage({ body: 'go' });
  const { key } = (await instance.task(taskId))!;
  const turns = (await store.turns(key, 10)).map(({ agent, turn }) => `${agent}/${turn}`);
  expect(turns).toHaveLength(6);
  const logged = new Set((await logOf(instance, taskId)).map(({ agent, turn }) => `${agent}/${turn}`));
  expect(turns.filter((turn) => !logged.has(turn))).toEqual([]);
});

test('a paused task with waiting mail is left alone until somebody answers', async () => {
  await using inner = await openStore('sqlite::memory:');
  let asked = 0;
  const store: Store = new Proxy(inner, {
    get: (target, name) => {
      if (name === 'release' || name === 'load') asked += 1;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const scenario = {
    supervisor: [[request('weather'), ask('a')], complete('done')],
    weather: [[respond('supervisor')]],
  };
  await using instance = await cast(scenario).instantiate({ store, userId: 'u-1' });
  const { taskId, status } = await instance.postMessage({ body: 'go' });
  expect(status).toBe('paused');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(asked).toBeLessThan(10);
  expect(await instance.answer(await instance.resume(taskId, 'yes'))).toMatchObject({ response: 'done' });
});

test('an answer to some of the open calls returns the calls that are left', async () => {
  await play({ supervisor: [[ask('a'), ask('b'), ask('c')], complete('done')] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    const some = await instance.answer(await instance.resume(taskId, [{ callId: 'b', content: 'two' }]));
    expect(some).toMatchObject({ status: 'paused', calls: [{ callId: 'a' }, { callId: 'c' }] });
    const rest = ['c', 'a'].map((callId) => ({ callId, content: callId }));
    expect(await instance.answer(await instance.resume(taskId, rest))).toMatchObject({ response: 'done' });
  });
});

test('a message during an action does not answer the question that comes after it', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = action({
    name: 'slow',
    description: 's',
    parameters: { type: 'object' },
    execute: () => gate.promise as never,
  });
  const lines = [[{ tool: 'slow', input: {} }, ask('a')], complete('done')];
  const boss = { commTargets: [], enableEntrypoint: true, canCompleteTasks: true, actions: [slow as never, askHuman] };
  const team = swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'boss',
    agents: [actor('boss', lines, boss)],
    breakpointTools: ['ask_human'],
  });
  await using store = await openStore('sqlite::memory:');
  await using instance = await team.instantiate({ store });
  const first = await instance.submit({ body: 'go' });
  await until(async () => outline((await store.read('1', 0, 99)).entries).includes('slow starts'));
  await instance.submit({ body: 'more', taskId: first.taskId });
  gate.resolve();
  expect(await instance.answer(first)).toMatchObject({ status: 'paused', calls: [{ callId: 'a' }] });
  expect(await instance.answer(await instance.resume(first.taskId, 'yes'))).toMatchObject({ response: 'done' });
});

test('a breakpoint call whose arguments are no JSON is answered with the error instead of pausing', async () => {
  const bad = () => ({ calls: [{ tool: 'ask_human', input: 'not an object', callId: 'a' }] });
  await play({ supervisor: [bad, complete('done')] }, async (instance) => {
    const { status, taskId } = await instance.postMessage({ body: 'go' });
    expect(status).toBe('complete');
    const ended = (await logOf(instance, taskId)).find((entry) => entry.type === 'call-ended' && entry.callId === 'a');
    expect(ended).toMatchObject({ result: { status: 'error', code: 'invalid_input' } });
  });
});

test('an action does not start when the run ends while its start is being written', async () => {
  const ran: string[] = [];
  const weather = {
    ...getWeather,
    execute: ({ city }: { city: string }) => {
      ran.push(city);
      return 'sunny';
    },
  };
  const boss = { commTargets: ['clerk'], enableEntrypoint: true, canCompleteTasks: true };
  const team = swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'boss',
    agents: [
      actor('boss', [[request('clerk')], complete('done')], boss),
      actor('clerk', [[{ tool: 'get_weather', input: { city: 'Oslo' } }]], {
        commTargets: ['boss'],
        actions: [weather as never],
      }),
    ],
  });
  await using inner = await openStore('sqlite::memory:');
  let instance: Awaited<ReturnType<typeof team.instantiate>>;
  // The cancel gets in line right behind the write that announces the action.
  const store: Store = new Proxy(inner, {
    get: (target, name) => {
      if (name !== 'commit') {
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (write: Parameters<Store['commit']>[0]) => {
        const committed = target.commit(write);
        if (!write.entries.some((entry) => entry.type === 'call-started')) return committed;
        await instance.cancel(
          (await target.list({ swarm: 'team', role: 'user', id: 'default_user' }, undefined, 1))[0]!.taskId,
        );
        return committed;
      };
    },
  });
  instance = await team.instantiate({ store });
  expect(await instance.postMessage({ body: 'go' })).toMatchObject({ status: 'cancelled' });
  await instance.shutdown();
  expect(ran).toEqual([]);
});

test('a store that fails for a while delays the work and loses nothing', async () => {
  await using inner = await openStore('sqlite::memory:');
  let failures = 2;
  const errors: unknown[] = [];
  const store: Store = new Proxy(inner, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (name !== 'commit') return typeof value === 'function' ? value.bind(target) : value;
      return async (write: Parameters<Store['commit']>[0]) => {
        const fails = failures > 0 && write.entries.some((entry) => entry.type === 'call');
        if (!fails) return target.commit(write);
        failures -= 1;
        throw new PosthouseError({ code: 'unavailable', message: 'the disk is full' });
      };
    },
  });
  const scenario = { supervisor: [complete('one'), complete('two'), complete('three')] };
  await using instance = await cast(scenario).instantiate({
    store,
    userId: 'u-1',
    onError: (error) => errors.push(error),
  });
  expect(await instance.postMessage({ body: 'go' })).toMatchObject({ status: 'complete', response: 'three' });
  expect(errors.map(String)).toEqual(['PosthouseError: the disk is full', 'PosthouseError: the disk is full']);
});

test('a turn of an agent that was removed from the swarm is closed, and the run goes on', async () => {
  await using stage = await Stage.open();
  const speak = () => [call('act')];
  const supervisor = {
    speak: ({ read }: { read: Set<string> }) => (read.has('go') ? [letter('old', 'act')] : answer('done')),
  };
  const first = await openNode(stage, 'first', {
    supervisor,
    old: { speak, deeds: [{ name: 'act', idempotent: false, work: ({ signal }) => untilAborted(signal) }] },
  });
  const submitted = await first.instance.submit({ subject: 'go', body: 'b', taskId: TASK });
  await until(() => stage.effects.length > 0);
  first.fuse.blow();
  void first.engine.stop({ drainMs: 0 });
  await stage.passTime();
  const second = await openNode(stage, 'second', { supervisor, young: { speak } });
  expect(await second.instance.answer(submitted)).toMatchObject({ status: 'complete', response: 'done' });
  await second.engine.stop();
  expect(await stage.problems()).toEqual([]);
});

test('an action that was started and then removed from the swarm has an unknown result', async () => {
  await using stage = await Stage.open();
  const supervisor = {
    speak: ({ read }: { read: Set<string> }) => (read.has('go') ? [letter('clerk', 'act')] : answer('done')),
  };
  const speak = ({ read }: { read: Set<string> }) =>
    read.has('act') ? [call('act')] : [respond('supervisor') as StageCall];
  const work = ({ signal }: { signal: AbortSignal }) => untilAborted(signal);
  const first = await openNode(stage, 'first', {
    supervisor,
    clerk: { speak, deeds: [{ name: 'act', idempotent: true, work }] },
  });
  const submitted = await first.instance.submit({ subject: 'go', body: 'b', taskId: TASK });
  await until(() => stage.effects.length > 0);
  first.fuse.blow();
  void first.engine.stop({ drainMs: 0 });
  await stage.passTime();
  const second = await openNode(stage, 'second', { supervisor, clerk: { speak } });
  expect(await second.instance.answer(submitted)).toMatchObject({ response: 'done' });
  const { entries } = await stage.store.read((await stage.store.find(OWNER, TASK))!.key, 0, 100);
  const ended = entries.find((entry) => entry.type === 'call-ended' && entry.tool === 'act');
  expect(ended).toMatchObject({ result: { status: 'unknown' } });
  const told = entries.find(
    (entry) => entry.type === 'message' && entry.message.message.subject === '::action_error::',
  );
  expect(told).toMatchObject({ to: 'clerk' });
  await second.engine.stop();
});

const letter = (target: string, subject: string): StageCall => ({
  tool: 'send_request',
  input: { target, subject, body: 'b' },
});
const answer = (text: string) => complete(text) as StageCall[];

test('an interrupt that is being read does not interrupt again', async () => {
  const gate = Promise.withResolvers<void>();
  const attempts: AbortSignal[] = [];
  const roles: Cast = {
    supervisor: {
      speak: ({ read }) => {
        if (read.has('go')) return [letter('thinker', 'think'), letter('helper', 'help')];
        if (read.has('helped'))
          return [{ tool: 'send_interrupt', input: { target: 'thinker', subject: 'hurry', body: 'b' } }];
        return read.has('thought') ? answer('done') : [];
      },
    },
    helper: { speak: ({ read }) => (read.has('help') ? [respond('supervisor', 'helped') as StageCall] : []) },
    thinker: {
      speak: async ({ read, signal }) => {
        attempts.push(signal);
        if (!read.has('hurry')) return untilAborted(signal);
        await gate.promise;
        return [respond('supervisor', 'thought') as StageCall];
      },
    },
  };
  const problems = await onTwoNodes(roles, async ({ first, second }) => {
    const submitted = await first.instance.submit({ subject: 'go', body: 'b', taskId: TASK });
    await until(() => attempts.length === 2);
    // Makes the first process look at the store again, where the interrupt still waits to be taken.
    await second.instance.submit({ subject: 'by the way', body: 'b', taskId: TASK });
    await new Promise((resolve) => setTimeout(resolve, 100));
    gate.resolve();
    expect(await first.instance.answer(submitted)).toMatchObject({ response: 'done' });
    expect(attempts.filter((signal) => String(signal.reason).includes('interrupted'))).toHaveLength(1);
    expect(attempts).toHaveLength(2);
  });
  expect(problems).toEqual([]);
});

test('a process that was blocked for longer than its lease keeps its tasks if no other process took them', async () => {
  await using stage = await Stage.open();
  const gate = Promise.withResolvers<void>();
  const node = await openNode(stage, 'sleeper', {
    supervisor: {
      speak: ({ read }) => (read.has('go') ? [call('act')] : answer('done')),
      deeds: [{ name: 'act', idempotent: false, work: () => gate.promise }],
    },
  });
  const submitted = await node.instance.submit({ subject: 'go', body: 'b', taskId: TASK });
  await until(() => stage.effects.length > 0);
  await stage.passTime();
  // Time for the process to look for work again, and to find its own.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  gate.resolve();
  expect(await node.instance.answer(submitted)).toMatchObject({ response: 'done' });
  const { entries } = await stage.store.read((await stage.store.find(OWNER, TASK))!.key, 0, 100);
  const ended = entries.find((entry) => entry.type === 'call-ended' && entry.tool === 'act');
  expect(ended).toMatchObject({ result: { status: 'success' } });
  await node.engine.stop();
});

test('a message that is posted as a run completes waits for the run that reads it', async () => {
  await using stage = await Stage.open();
  const node = await openNode(stage, 'only', {
    supervisor: { speak: ({ read }) => answer([...read].join(' and ')) },
  });
  for (let round = 1; round <= 20; round += 1) {
    const subjects = ['one', 'two', 'three'].map((name) => `${name} ${round}`);
    const results = await Promise.all(
      subjects.map(async (subject) => {
        const submitted = await node.instance.submit({ subject, body: 'b', taskId: TASK, idempotencyKey: subject });
        return [subject, (await node.instance.answer(submitted)).response] as const;
      }),
    );
    expect(results.filter(([subject, response]) => !response.includes(subject))).toEqual([]);
  }
  await node.engine.stop();
  expect(await stage.problems()).toEqual([]);
});
