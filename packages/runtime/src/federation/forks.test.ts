import { newId } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { envelopeOf, letter } from '../__fixtures__/letters.ts';
import type { Fate } from '../__fixtures__/peer-world.ts';
import { errand, Relay } from '../__fixtures__/relay.ts';
import { outcomeOf } from '../__fixtures__/town.ts';
import { until } from '../__fixtures__/two-nodes.ts';
import { forkTask } from '../task/fork-task.ts';

describe('after a fork', () => {
  test('another swarm has the kept history and nothing of what was given up', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta');
    await relay.send('t', 'bread', 'beta');
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'cheese', 'beta');
    expect(outcomeOf(await relay.world.logAt('alpha', 'f'))).toMatchObject({ text: 'done: cheese/0' });
    expect(relay.knownAt('alpha')).toEqual(['apple', 'cheese']);
    expect(relay.knownAt('beta')).toEqual(['apple', 'cheese']);
    // The old branch goes on as it was.
    await relay.send('t', 'dates', 'beta');
    expect(relay.knownAt('beta')).toEqual(['apple', 'bread', 'dates']);
    expect(relay.world.errors).toEqual([]);
  });

  test('swarms further away have only the kept history too', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta', 'gamma');
    await relay.send('t', 'bread', 'beta', 'gamma');
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'cheese', 'beta', 'gamma');
    expect(relay.knownAt('beta')).toEqual(['apple', 'cheese']);
    expect(relay.knownAt('gamma')).toEqual(['apple', 'cheese']);
  });

  test('a swarm asked by others knows nothing of what they asked it for a later run', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta', 'gamma');
    // Both go to the part of gamma that works for beta, the second one without beta.
    await relay.send('t', 'bread', 'gamma');
    await relay.send('t', 'cheese', 'beta', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread', 'cheese']);
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'dates', 'beta', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'dates']);
  });

  test('a swarm keeps the history of its work for us, although another swarm asks it first', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'gamma');
    await relay.send('t', 'bread');
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'cheese', 'beta', 'gamma');
    await relay.send('f', 'dates', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'dates']);
  });

  test('a swarm keeps the history of its work for another swarm in our task, although that swarm has not asked it again', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta', 'gamma');
    // To the part of gamma that works for beta.
    await relay.send('t', 'bread', 'gamma');
    await relay.send('t', 'cheese', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread', 'cheese']);
    await relay.fork('t', 3, 'f');
    await relay.send('f', 'dates', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread', 'dates']);
    // It works for us there, and what another asks in the fork is that one's.
    await relay.send('f', 'eggs', 'beta', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread', 'eggs']);
    await relay.send('f', 'figs', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread', 'dates', 'figs']);
    await relay.fork('f', 2, 'g');
    await relay.send('g', 'grapes', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread', 'dates', 'grapes']);
    expect(relay.world.errors).toEqual([]);
  });

  test('a swarm does not use its history with us for another swarm before we have written to it', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'gamma');
    // To the part of gamma that works for us.
    await relay.send('t', 'bread', 'beta', 'gamma');
    await relay.send('t', 'cheese');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread']);
    await relay.fork('t', 3, 'f');
    await relay.send('f', 'dates', 'beta', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['dates']);
    await relay.send('f', 'eggs', 'gamma');
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread', 'eggs']);
  });

  test('no swarm has any history if the fork is before the first run', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta');
    await relay.fork('t', 1, 'f');
    await relay.send('f', 'bread', 'beta');
    expect(relay.knownAt('beta')).toEqual(['bread']);
  });

  test('a kept run that was stopped is in the history of both sides', async () => {
    let isHeld = true;
    await using relay = await Relay.open({ fate: ({ from }) => (isHeld && from === 'beta' ? 'lost' : 'arrives') });
    const { instance, store } = relay.world.server('alpha');
    await instance.submit({ taskId: 't', body: errand('apple', 'beta') });
    const there = { swarm: 'beta', role: 'swarm' as const, id: 'alpha' };
    await until(async () => (await relay.world.server('beta').store.find(there, 't'))?.openRun === null);
    await instance.cancel('t');
    isHeld = false;
    expect((await store.find(instance.owner, 't'))?.status).toBe('cancelled');
    await relay.send('t', 'bread', 'beta');
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'cheese', 'beta');
    expect(relay.knownAt('alpha')).toEqual(['apple', 'cheese']);
    expect(relay.knownAt('beta')).toEqual(['apple', 'cheese']);
  });

  test('nothing is copied of a run that is still at work and given up', async () => {
    let isHeld = false;
    await using relay = await Relay.open({
      fate: async ({ letter: sent }) => {
        if (sent?.envelope.payload.subject === 'bread/2') await until(() => !isHeld);
        return 'arrives' as const;
      },
    });
    await relay.send('t', 'apple', 'beta', 'gamma');
    isHeld = true;
    const { instance } = relay.world.server('alpha');
    await instance.submit({ taskId: 't', body: errand('bread', 'beta', 'gamma') });
    await until(() => relay.knownAt('beta').includes('bread'));
    await relay.fork('t', 2, 'f');
    await instance.postMessage({ taskId: 'f', body: errand('cheese', 'beta', 'gamma'), timeoutMs: 60_000 });
    expect(relay.knownAt('beta')).toEqual(['apple', 'cheese']);
    expect(relay.knownAt('gamma')).toEqual(['apple', 'cheese']);
    isHeld = false;
    await relay.world.settled();
    expect(relay.knownAt('gamma')).toEqual(['apple', 'bread']);
  });
});

describe('a fork of a fork', () => {
  test('a fork of a fork has the kept history of both', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta', 'gamma');
    await relay.send('t', 'bread', 'beta');
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'cheese', 'beta');
    await relay.send('f', 'dates', 'beta', 'gamma');
    await relay.fork('f', 2, 'g');
    await relay.send('g', 'eggs', 'beta', 'gamma');
    expect(relay.knownAt('beta')).toEqual(['apple', 'cheese', 'eggs']);
    // Of what is kept of the first fork, gamma has heard nothing.
    expect(relay.knownAt('gamma')).toEqual(['apple', 'eggs']);
  });

  test('reaches a swarm that has never heard of the first fork', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta');
    await relay.send('t', 'bread', 'beta');
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'cheese');
    await relay.send('f', 'dates');
    await relay.fork('f', 2, 'g');
    await relay.send('g', 'eggs', 'beta');
    expect(relay.knownAt('alpha')).toEqual(['apple', 'cheese', 'eggs']);
    expect(relay.knownAt('beta')).toEqual(['apple', 'eggs']);
  });

  test('starts where the first fork started, if made before its first run', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta');
    await relay.send('t', 'bread', 'beta');
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'cheese', 'beta');
    await relay.fork('f', 1, 'g');
    await relay.send('g', 'dates', 'beta');
    expect(relay.knownAt('beta')).toEqual(['apple', 'dates']);
    const task = await relay.world.server('alpha').instance.task('g');
    expect(task?.data.forked).toEqual({ from: [{ taskId: 't', beforeRun: 2 }], peers: ['beta'] });
  });
});

describe('telling other swarms of a fork', () => {
  test.each<[string, Fate[]]>([
    ['when it is down at the time of the fork', ['lost', 'lost', 'lost']],
    ['only once, although the answer to the first letter is lost', ['unheard', 'unheard']],
    ['only once, although the letter comes twice', ['twice']],
  ])('reaches a swarm %s', async (_, fates) => {
    let isForked = false;
    await using relay = await Relay.open({
      fate: ({ kind, to }) =>
        isForked && kind === 'deliver' && to === 'beta' ? (fates.shift() ?? 'arrives') : 'arrives',
    });
    await relay.send('t', 'apple', 'beta');
    await relay.send('t', 'bread', 'beta');
    await relay.fork('t', 2, 'f');
    isForked = true;
    await relay.send('f', 'cheese', 'beta');
    expect(fates).toEqual([]);
    expect(relay.knownAt('beta')).toEqual(['apple', 'cheese']);
    const forks = (await relay.world.logAt('beta', 'f', 'alpha')).filter((entry) => entry.type === 'notice');
    expect(forks).toMatchObject([
      { code: 'forked', text: "continues task 't' as it stood before run 2 of user:u-1@alpha" },
    ]);
  });

  test('reaches a swarm although both servers are killed before the first letter', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta');
    await relay.send('t', 'bread', 'beta');
    await relay.fork('t', 2, 'f');
    await relay.restart('beta');
    await relay.restart('alpha');
    await relay.send('f', 'cheese', 'beta');
    expect(relay.knownAt('beta')).toEqual(['apple', 'cheese']);
  });

  test('looks like a new task to a plain MAIL server', async () => {
    await using relay = await Relay.open({ reference: ['gamma'] });
    await relay.send('t', 'apple', 'beta', 'gamma');
    await relay.send('t', 'bread', 'beta', 'gamma');
    await relay.fork('t', 2, 'f');
    await relay.send('f', 'cheese', 'beta', 'gamma');
    expect(outcomeOf(await relay.world.logAt('alpha', 'f'))).toMatchObject({ text: 'done: cheese/0' });
    expect(relay.knownAt('beta')).toEqual(['apple', 'cheese']);
    expect(relay.knownAt('gamma')).toEqual(['cheese']);
  });
});

describe('forking a task of another swarm', () => {
  /** A letter of beta about a new task of eve's that says it goes on from `t`. */
  const claim = (parts: Parameters<typeof envelopeOf>[0] = {}) =>
    envelopeOf({
      message: letter('boss@beta', 'boss@alpha', 'request', { body: errand('cheese') }),
      messageId: newId(),
      payload: { taskId: 'f' },
      metadata: { taskRun: 1, forkedFrom: [{ taskId: 't', beforeRun: 2 }] },
      ...parts,
    });
  /** Alpha has worked on `t` for eve at beta. */
  const open = async () => {
    const relay = await Relay.open();
    const { engine } = relay.world.server('alpha');
    const first = claim({ payload: { taskId: 't', body: errand('apple') }, metadata: { taskRun: 1 } });
    await engine.receive({ direction: 'forward', envelope: first, from: { swarm: 'beta', ours: true } });
    await relay.world.settled();
    expect(relay.knownAt('alpha')).toEqual(['apple']);
    return Object.assign(relay, { engine });
  };

  test('the swarm that brought a task may fork it', async () => {
    await using relay = await open();
    await relay.engine.receive({ direction: 'forward', envelope: claim(), from: { swarm: 'beta', ours: true } });
    await relay.world.settled();
    expect(relay.knownAt('alpha')).toEqual(['apple', 'cheese']);
  });

  test.each([
    [
      'another swarm',
      { sourceSwarm: 'gamma', taskOwner: 'user:eve@gamma', taskContributors: ['user:eve@gamma'] },
      'gamma',
    ],
    [
      'a swarm that took part in it only',
      { sourceSwarm: 'gamma', taskContributors: ['user:eve@beta', 'swarm:beta@gamma'] },
      'gamma',
    ],
    ['another user of the swarm', { taskOwner: 'user:max@beta', taskContributors: ['user:max@beta'] }, 'beta'],
  ])('a fork is refused to %s', async (_, parts, swarm) => {
    await using relay = await open();
    const sender = { addressType: 'agent' as const, address: `boss@${swarm}` };
    const envelope = claim({ ...parts, payload: { taskId: 'f', sender } });
    await relay.engine.receive({ direction: 'forward', envelope, from: { swarm, ours: true } });
    await until(() => relay.knownAt('alpha').includes('cheese'));
    expect(relay.knownAt('alpha')).toEqual(['cheese']);
  });

  /** Alpha has worked on a task of eve's at gamma, because beta has asked it. */
  const openForAnother = async () => {
    const relay = await Relay.open();
    const { engine } = relay.world.server('alpha');
    const owned = { taskOwner: 'user:eve@gamma', taskContributors: ['user:eve@gamma', 'swarm:gamma@beta'] };
    const first = claim({ ...owned, payload: { taskId: 't', body: errand('apple') }, metadata: { taskRun: 1 } });
    await engine.receive({ direction: 'forward', envelope: first, from: { swarm: 'beta', ours: true } });
    await relay.world.settled();
    expect(relay.knownAt('alpha')).toEqual(['apple']);
    return Object.assign(relay, { engine });
  };
  const ofGamma = { sourceSwarm: 'gamma', taskOwner: 'user:eve@gamma', taskContributors: ['user:eve@gamma'] };
  const metadata = {
    taskRun: 1,
    forkedFrom: [{ taskId: 't', beforeRun: 2 }],
    forkedParts: ['swarm:beta@alpha', 'swarm:beta@delta', 'user:u-1@alpha'],
  };
  const write = async (relay: Awaited<ReturnType<typeof open>>, parts: Parameters<typeof claim>[0]) => {
    const swarm = parts?.sourceSwarm ?? 'beta';
    const sender = { addressType: 'agent' as const, address: `boss@${swarm}` };
    const envelope = claim({ metadata, ...parts, payload: { taskId: 'f', sender } });
    await relay.engine.receive({ direction: 'forward', envelope, from: { swarm, ours: true } });
    await until(() => relay.knownAt('alpha').includes('cheese'));
  };

  test('the owning swarm may fork, in an instance of its own, a task that another swarm brought', async () => {
    await using relay = await openForAnother();
    await write(relay, ofGamma);
    expect(relay.knownAt('alpha')).toEqual(['apple', 'cheese']);
    expect(await relay.world.logAt('alpha', 'f', 'beta')).toEqual([]);
    expect(await relay.world.logAt('alpha', 'f', 'gamma')).not.toEqual([]);
  });

  test.each([
    ['another user of that swarm', openForAnother, { ...ofGamma, taskOwner: 'user:max@gamma' }],
    ['a swarm that says it is another one’s', openForAnother, { ...ofGamma, sourceSwarm: 'delta' }],
    ['a swarm that took part in it only', open, { sourceSwarm: 'gamma', taskContributors: ['swarm:beta@gamma'] }],
    ['whoever says that it is theirs', open, ofGamma],
  ])('a fork is refused to %s if a third swarm may have brought the task', async (_, start, parts) => {
    await using relay = await start();
    const taskContributors = [...parts.taskContributors, `swarm:gamma@${parts.sourceSwarm}`];
    await write(relay, { ...parts, taskContributors });
    expect(relay.knownAt('alpha')).toEqual(['cheese']);
  });

  test('leaves nothing behind when the letter is refused', async () => {
    await using relay = await open();
    const recipient = { addressType: 'agent' as const, address: 'nobody@alpha' };
    const envelope = claim({ payload: { taskId: 'f', recipient } });
    const from = { swarm: 'beta', ours: true };
    await expect(relay.engine.receive({ direction: 'forward', envelope, from })).rejects.toThrow('nobody');
    expect(await relay.world.logAt('alpha', 'f', 'beta')).toEqual([]);
  });

  test('a fork is refused on the server that the task was brought to', async () => {
    await using relay = await Relay.open();
    await relay.send('t', 'apple', 'beta');
    const { store } = relay.world.server('beta');
    const task = await store.find({ swarm: 'beta', role: 'swarm', id: 'alpha' }, 't');
    await expect(forkTask(store, task!, { beforeRun: 1, newTaskId: 'f' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: "task 't' belongs to user:u-1@alpha; fork it there; it is forked here when its first message arrives",
    });
  });

  test('drops everything from the first letter on that does not name its run', async () => {
    await using relay = await open();
    const from = { swarm: 'beta', ours: true };
    const unmarked = claim({ payload: { taskId: 't', body: errand('bread') }, metadata: {} });
    await relay.engine.receive({ direction: 'forward', envelope: unmarked, from });
    await relay.world.settled();
    await relay.engine.receive({ direction: 'forward', envelope: claim(), from });
    await relay.world.settled();
    expect(relay.knownAt('alpha')).toEqual(['apple', 'cheese']);
  });
});
