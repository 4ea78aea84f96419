import { toToldMail } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { envelopeOf } from '../__fixtures__/letters.ts';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { complete, request, respond, wait } from '../__fixtures__/play.ts';
import { always, messagesOf, town } from '../__fixtures__/town.ts';
import { readTurn } from '../task/turn-data.ts';

const TIMEOUT = { timeoutMs: 20_000 };
const alpha = () =>
  town(
    'alpha',
    { boss: always({ 'New Message': [request('head@beta', 'q'), wait], 'Re: q': complete('got it') }) },
    { neighbours: ['head@beta'] },
  );

describe('Q13: letters written in the turn that completes', () => {
  test.each([
    ['before the completion', [respond('boss@alpha', 'Re: q', 'the answer'), ...complete('done')]],
    ['after the completion', [...complete('done'), respond('boss@alpha', 'Re: q', 'the answer')]],
  ])('a letter written %s arrives, and before the word that the run is over', async (_, calls) => {
    await using world = await PeerWorld.open([alpha(), town('beta', { head: [calls] })]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'got it' });
    await world.settled();
    const subjects = world.letters
      .filter(({ peer }) => peer === 'alpha')
      .map(({ envelope }) => envelope.payload.subject);
    expect(subjects).toEqual(['Re: q', '::task_complete::']);
    const heard = messagesOf(await world.logAt('alpha', 't')).find((line) => line.startsWith('head@beta'));
    expect(heard).toBe('head@beta → boss: Re: q');
  });

  test('a letter to a swarm that was not asked before arrives too, followed by the word that the run is over', async () => {
    const hasty = town(
      'alpha',
      { boss: [[request('head@beta', 'fyi'), ...complete('done')]] },
      { neighbours: ['head@beta'] },
    );
    await using world = await PeerWorld.open([hasty, town('beta', { head: always({}) })]);
    await world.server('alpha').instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    await world.settled();
    expect(world.letters.filter(({ peer }) => peer === 'beta').map(({ envelope }) => envelope.payload.subject)).toEqual(
      ['fyi', '::task_complete::'],
    );
  });
});

test('Q8: the end of a task is told to the agent that took part, whatever our entrypoint is called', async () => {
  await using world = await PeerWorld.open([
    alpha(),
    town('beta', {
      chief: always({}),
      head: { lines: always({ q: [respond('boss@alpha', 'Re: q')] }), enableInterswarm: true },
    }),
  ]);
  const { instance } = world.server('alpha');
  await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
  await world.settled();
  const completions = world.letters.filter(({ envelope }) => envelope.payload.subject === '::task_complete::');
  expect(
    completions
      .map(({ peer, envelope }) => [peer, (envelope.payload as { recipient: { address: string } }).recipient.address])
      .toSorted(),
  ).toEqual([
    ['alpha', 'boss@alpha'],
    ['beta', 'head@beta'],
  ]);
});

describe('an agent that asks another swarm two things, one after the other', () => {
  const asking = () =>
    town(
      'alpha',
      {
        boss: always({
          'New Message': [request('head@beta', 'one'), wait],
          'Re: one': [request('head@beta', 'two'), wait],
          'Re: two': complete('both answered'),
        }),
      },
      { neighbours: ['head@beta'] },
    );

  test.each([
    ['answers only', (subject: string) => [respond('boss@alpha', `Re: ${subject}`, `about ${subject}`)]],
    [
      'answers and completes with the same words',
      (subject: string) => [
        respond('boss@alpha', `Re: ${subject}`, `about ${subject}`),
        ...complete(`about ${subject}`),
      ],
    ],
  ])('reads each answer once, from a swarm that %s', async (_, answer) => {
    const beta = town('beta', { head: always({ one: answer('one'), two: answer('two') }) });
    await using world = await PeerWorld.open([asking(), beta]);
    const { instance, store } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'both answered',
    });
    await world.settled();
    const turns = await store.history((await instance.task('t'))!.key, 'boss');
    const read = turns.flatMap((turn) => readTurn(turn).inputs.map(({ message }) => message.body));
    expect(read.filter((body) => body.startsWith('about'))).toEqual(['about one', 'about two']);
    const told = (await world.logAt('alpha', 't')).flatMap((entry) =>
      entry.type === 'message' ? (toToldMail(entry, undefined)?.body ?? []) : [],
    );
    expect(told.filter((body) => body.startsWith('about'))).toEqual(['about one', 'about two']);
  });

  test('reads a completion that says more than the answer did', async () => {
    const beta = town('beta', {
      head: always({ q: [respond('boss@alpha', 'Re: q', 'half of it'), ...complete('the other half')] }),
    });
    const patient = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('head@beta', 'q'), wait],
          'Re: q': [wait],
          '::task_complete::': complete('all of it'),
        }),
      },
      { neighbours: ['head@beta'] },
    );
    await using world = await PeerWorld.open([patient, beta]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'all of it',
    });
  });
});

describe('Q27: a swarm that has no part in a task', () => {
  test('a swarm that has no part in a task cannot write into it, although it knows its id and its owner', async () => {
    await using world = await PeerWorld.open([
      alpha(),
      town('beta', { head: always({ q: [respond('boss@alpha', 'Re: q')] }) }),
      town('gamma', { spy: [] }),
    ]);
    const { instance, engine } = world.server('alpha');
    await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    await world.settled();
    const before = await world.logAt('alpha', 't');
    const envelope = envelopeOf({
      sourceSwarm: 'gamma',
      payload: { sender: { addressType: 'agent', address: 'spy@gamma' } },
      taskOwner: 'user:u-1@alpha',
      taskContributors: ['user:u-1@alpha', 'swarm:alpha@gamma'],
    });
    const from = { swarm: 'gamma', ours: true };
    await expect(engine.receive({ direction: 'back', envelope, from })).rejects.toMatchObject({
      code: 'task_not_found',
      message: 'task is not running',
    });
    expect(await world.logAt('alpha', 't')).toEqual(before);
  });

  test('a swarm that has no part in a task cannot speak for one that has', async () => {
    await using world = await PeerWorld.open([
      alpha(),
      town('beta', { head: always({ q: [respond('boss@alpha', 'Re: q')] }) }),
    ]);
    const { instance, engine } = world.server('alpha');
    await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    await world.settled();
    const envelope = envelopeOf({
      taskOwner: 'user:u-1@alpha',
      taskContributors: ['user:u-1@alpha', 'swarm:alpha@beta'],
    });
    const from = { swarm: 'gamma', ours: true };
    await expect(engine.receive({ direction: 'back', envelope, from })).rejects.toMatchObject({
      code: 'sender_refused',
    });
  });
});
