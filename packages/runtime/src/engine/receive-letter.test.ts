import { newId } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { envelopeOf, letter } from '../__fixtures__/letters.ts';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { respond } from '../__fixtures__/play.ts';
import { always, messagesOf, town } from '../__fixtures__/town.ts';

const alpha = () => town('alpha', { boss: always({ q: [respond('chief@beta', 'Re: q')] }) });
const from = { swarm: 'beta', ours: true };
const question = (parts: Parameters<typeof envelopeOf>[0] = {}) =>
  envelopeOf({ message: letter('chief@beta', 'boss@alpha', 'request', { subject: 'q' }), ...parts });

describe('receiving a letter', () => {
  test('gives the letter to the instance of its swarm, and the receipt says so', async () => {
    await using world = await PeerWorld.open([alpha(), town('beta', { chief: always({}) })]);
    const { engine } = world.server('alpha');
    const receipt = await engine.receive({ direction: 'forward', envelope: question(), from });
    expect(receipt).toEqual({ taskId: 't', swarm: 'alpha', repeated: false });
    expect(messagesOf(await world.logAt('alpha', 't', 'beta'))[0]).toBe('chief@beta → boss: q');
    expect(await world.logAt('alpha', 't')).toEqual([]);
  });

  test('receives a repeated letter once, whether it comes forward or back', async () => {
    await using world = await PeerWorld.open([alpha(), town('beta', { chief: always({}) })]);
    const { engine } = world.server('alpha');
    const envelope = question();
    await engine.receive({ direction: 'forward', envelope, from });
    expect(await engine.receive({ direction: 'forward', envelope, from })).toMatchObject({ repeated: true });
    const back = { ...envelope, taskContributors: [...envelope.taskContributors, 'swarm:beta@alpha'] };
    expect(await engine.receive({ direction: 'back', envelope: back, from })).toMatchObject({ repeated: true });
    const heard = messagesOf(await world.logAt('alpha', 't', 'beta')).filter((line) => line.startsWith('chief@beta'));
    expect(heard).toHaveLength(1);
  });

  test('receives a letter once that arrives eight times at the same moment', async () => {
    await using world = await PeerWorld.open([alpha(), town('beta', { chief: always({}) })]);
    const { engine } = world.server('alpha');
    const envelope = question();
    const receipts = await Promise.all(
      Array.from({ length: 8 }, () => engine.receive({ direction: 'forward', envelope, from })),
    );
    expect(receipts.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  test('adds a second letter to the task before the first is answered (B20)', async () => {
    await using world = await PeerWorld.open([alpha(), town('beta', { chief: always({}) })]);
    const { engine } = world.server('alpha');
    await engine.receive({ direction: 'forward', envelope: question(), from });
    await engine.receive({ direction: 'forward', envelope: question({ messageId: newId() }), from });
    const heard = messagesOf(await world.logAt('alpha', 't', 'beta')).filter((line) => line.startsWith('chief@beta'));
    expect(heard).toHaveLength(2);
  });

  test.each([
    ['about a task that is not there', ['user:eve@beta', 'swarm:beta@alpha'], 'task is not running'],
    ['that names nobody of ours', ['user:eve@beta'], 'no mail instance found for task with id t'],
  ])('refuses a letter back %s, and keeps nothing of it', async (_, taskContributors, message) => {
    await using world = await PeerWorld.open([alpha()]);
    const { engine } = world.server('alpha');
    const envelope = question({ taskContributors });
    await expect(engine.receive({ direction: 'back', envelope, from })).rejects.toMatchObject({
      code: 'task_not_found',
      message,
    });
    expect(await world.tasks()).toEqual([]);
  });

  test('refuses a letter for a swarm that is not served here', async () => {
    await using world = await PeerWorld.open([alpha()]);
    const envelope = question({
      targetSwarm: 'delta',
      payload: { recipient: { addressType: 'agent', address: 'boss' } },
    });
    await expect(world.server('alpha').engine.receive({ direction: 'forward', envelope, from })).rejects.toMatchObject({
      code: 'swarm_not_found',
    });
  });

  test('delivers to the instance that the letter names, although another instance here has the task too', async () => {
    await using world = await PeerWorld.open([alpha(), town('beta', { chief: always({}) })]);
    const { engine } = world.server('alpha');
    await engine.receive({ direction: 'forward', envelope: question(), from });
    const gamma = { swarm: 'gamma', ours: true };
    const taskContributors = ['user:eve@beta', 'swarm:beta@alpha', 'swarm:gamma@alpha', 'swarm:beta@gamma'];
    const theirs = { sourceSwarm: 'gamma', payload: { sender: { addressType: 'agent', address: 'head@gamma' } } };
    const first = question({ ...theirs, taskContributors });
    await engine.receive({ direction: 'forward', envelope: first, from: gamma });
    const second = question({ ...theirs, taskContributors, metadata: { to: 'swarm:gamma@alpha' } });
    await engine.receive({ direction: 'back', envelope: second, from: gamma });
    const heard = messagesOf(await world.logAt('alpha', 't', 'gamma')).filter((line) => line.startsWith('head@gamma'));
    expect(heard).toEqual(['head@gamma → boss: q', 'head@gamma → boss: q']);
  });
});
