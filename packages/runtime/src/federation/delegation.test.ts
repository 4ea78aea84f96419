import { describe, expect, test } from 'vitest';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { complete, request, respond, wait } from '../__fixtures__/play.ts';
import { always, messagesOf, town } from '../__fixtures__/town.ts';
import { until } from '../__fixtures__/two-nodes.ts';

const TIMEOUT = { timeoutMs: 10_000 };

/** Resolves when no run is open and no mail waits anywhere. */
async function settled(world: PeerWorld): Promise<void> {
  await until(async () => {
    for (const { store, name } of world.servers.values()) {
      const owners = [
        { swarm: name, role: 'user' as const, id: 'u-1' },
        ...[...world.servers.keys()].map((id) => ({ swarm: name, role: 'swarm' as const, id })),
      ];
      for (const owner of owners) {
        for (const { key, openRun } of await store.list(owner, undefined, 100)) {
          const { mail } = await store.load(key);
          if (openRun !== null || mail.some(({ mailbox }) => mailbox.startsWith('@'))) return false;
        }
      }
    }
    return true;
  });
}

describe('asking another swarm', () => {
  test('brings the answer to the agent that asked', async () => {
    const alpha = town(
      'alpha',
      { boss: [[request('chief@beta', 'q'), wait], complete('got it')] },
      { neighbours: ['chief@beta'] },
    );
    const beta = town('beta', { chief: [[respond('boss@alpha', 'Re: q'), ...complete('done')]] });
    await using world = await PeerWorld.open([alpha, beta]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'got it' });
    await settled(world);
    expect(messagesOf(await world.logAt('alpha', 't'))).toEqual([
      'u-1 → boss: New Message',
      'boss → chief@beta: q',
      'chief@beta → boss: Re: q',
      'boss → all: ::task_complete::',
      'boss → chief@beta: ::task_complete::',
    ]);
    expect(messagesOf(await world.logAt('beta', 't', 'alpha'))).toEqual([
      'boss@alpha → chief: q',
      'chief → all: ::task_complete::',
      'chief → boss@alpha: Re: q',
      'chief → boss@alpha: ::task_complete::',
    ]);
    expect(world.errors).toEqual([]);
  });

  test('takes the completion of a swarm as its answer (Q6)', async () => {
    const alpha = town(
      'alpha',
      { boss: [[request('chief@beta', 'q'), wait], complete('got it')] },
      { neighbours: ['chief@beta'] },
    );
    const beta = town('beta', { chief: [complete('forty-two')] });
    await using world = await PeerWorld.open([alpha, beta]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'got it' });
    const log = await world.logAt('alpha', 't');
    expect(messagesOf(log)).toContain('chief@beta → boss: ::task_complete::');
    expect(log.flatMap((entry) => (entry.type === 'message' ? [entry.message.message.body] : []))).toContain(
      'forty-two',
    );
  });

  test('ends the run of an agent that may not complete with its answer', async () => {
    const alpha = town(
      'alpha',
      { boss: [[request('clerk@beta', 'q'), wait], complete('got it')] },
      { neighbours: ['clerk@beta'] },
    );
    const beta = town('beta', {
      chief: [],
      clerk: { lines: [[respond('boss@alpha', 'Re: q', 'here')]], enableInterswarm: true },
    });
    await using world = await PeerWorld.open([alpha, beta]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'got it' });
    await settled(world);
    expect(await world.logAt('beta', 't', 'alpha')).toContainEqual(
      expect.objectContaining({ type: 'run-ended', outcome: 'complete', text: 'here' }),
    );
  });

  test('lets the asked swarm ask back before it answers', async () => {
    const alpha = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'q'), wait],
          'which?': [respond('chief@beta', 'that one'), wait],
          'Re: q': complete('got it'),
        }),
      },
      { neighbours: ['chief@beta'] },
    );
    const beta = town('beta', {
      chief: always({
        q: [request('boss@alpha', 'which?'), wait],
        'that one': [respond('boss@alpha', 'Re: q'), ...complete('done')],
      }),
    });
    await using world = await PeerWorld.open([alpha, beta]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'got it' });
    await settled(world);
    // Whose run ends first at the end is a matter of luck.
    expect(world.letters.map(({ direction, peer }) => `${direction} ${peer}`).slice(0, 4)).toEqual([
      'forward beta',
      'back alpha',
      'back beta',
      'back alpha',
    ]);
  });

  test('delivers two requests sent before the first reply, and both answers', async () => {
    const alpha = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'one'), request('chief@beta', 'two'), wait],
          'Re: two': complete('both'),
          'Re: one': [wait],
        }),
      },
      { neighbours: ['chief@beta'] },
    );
    const beta = town('beta', {
      chief: always({
        one: [respond('boss@alpha', 'Re: one'), respond('boss@alpha', 'Re: two')],
        two: [respond('boss@alpha', 'Re: one'), respond('boss@alpha', 'Re: two')],
      }),
    });
    await using world = await PeerWorld.open([alpha, beta]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'both' });
    await settled(world);
    expect(messagesOf(await world.logAt('beta', 't', 'alpha')).filter((line) => line.startsWith('boss'))).toEqual([
      'boss@alpha → chief: one',
      'boss@alpha → chief: two',
    ]);
  });

  test('works in a circle from alpha over beta and gamma back to alpha', async () => {
    const alpha = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'q'), wait],
          'from gamma': [respond('head@gamma', 'Re: from gamma'), wait],
          'Re: q': complete('round'),
        }),
      },
      { neighbours: ['chief@beta'] },
    );
    const beta = town(
      'beta',
      {
        chief: always({
          q: [request('head@gamma', 'sub'), wait],
          'Re: sub': [respond('boss@alpha', 'Re: q'), ...complete('beta done')],
        }),
      },
      { neighbours: ['head@gamma'] },
    );
    const gamma = town(
      'gamma',
      {
        head: always({
          sub: [request('boss@alpha', 'from gamma'), wait],
          'Re: from gamma': [respond('chief@beta', 'Re: sub'), ...complete('gamma done')],
        }),
      },
      { neighbours: ['boss@alpha'] },
    );
    await using world = await PeerWorld.open([alpha, beta, gamma]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'round' });
    await settled(world);
    expect(world.errors).toEqual([]);
    expect(await world.server('alpha').store.find({ swarm: 'alpha', role: 'swarm', id: 'gamma' }, 't')).toBeUndefined();
    const swarms = new Set(
      (await world.logAt('alpha', 't')).flatMap((entry) => (entry.type === 'remote' ? [entry.swarm] : [])),
    );
    expect(swarms).toEqual(new Set(['beta', 'gamma']));
  });
});
