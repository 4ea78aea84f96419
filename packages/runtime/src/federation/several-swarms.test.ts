import { describe, expect, test } from 'vitest';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { complete, request, respond, wait } from '../__fixtures__/play.ts';
import { Relay } from '../__fixtures__/relay.ts';
import { always, messagesOf, outcomeOf, town } from '../__fixtures__/town.ts';

const TIMEOUT = { timeoutMs: 20_000 };
const broadcast = (targets: string[]) => ({
  tool: 'send_broadcast',
  input: { targets, subject: 'news', body: 'the post has come' },
});
const tellSwarms = (targets: string[]) => ({
  tool: 'send_interswarm_broadcast',
  input: { target_swarms: targets, subject: 'news', body: 'the post has come' },
});

const tell = (target: string, subject: string) => ({
  tool: 'send_broadcast',
  input: { targets: [target], subject, body: 'b' },
});

/** Lines of a log that are about the news. */
async function news(world: PeerWorld, swarm: string): Promise<string[]> {
  return messagesOf(await world.logAt(swarm, 't', 'alpha')).filter((line) => line.endsWith(': news'));
}

const listeners = (name: string) =>
  town(name, {
    chief: always({ news: [respond('boss@alpha', `heard at ${name}`)] }),
    envoy: { lines: always({}), enableInterswarm: true },
    clerk: always({}),
  });

/** Completes when so many answers have come. */
function collector(first: object[], expected: number) {
  const heard = new Set<string>();
  return Array.from({ length: 50 }, () => ({ inputs }: { inputs: { message: { subject: string } }[] }) => {
    const subjects = inputs.map(({ message }) => message.subject);
    if (subjects.includes('New Message')) return { calls: first as never };
    for (const subject of subjects) if (subject.startsWith('heard')) heard.add(subject);
    return { calls: heard.size >= expected ? complete([...heard].toSorted().join(', ')) : [wait] };
  }) as never[];
}

test('a swarm that we asked in one run can be asked by another swarm in a later run', async () => {
  await using relay = await Relay.open();
  await relay.send('t', 'apple', 'gamma');
  await relay.send('t', 'bread', 'beta', 'gamma');
  const log = await relay.world.logAt('alpha', 't');
  expect(outcomeOf(log)).toMatchObject({ outcome: 'complete', text: 'done: bread/0' });
  expect(relay.knownAt('gamma')).toEqual(['apple', 'bread']);
  expect(relay.world.errors).toEqual([]);
});

describe('a message to several swarms', () => {
  test('Q19: send_interswarm_broadcast reaches the open agents of whole swarms', async () => {
    const alpha = town('alpha', { boss: collector([tellSwarms([]), wait], 2) });
    await using world = await PeerWorld.open([alpha, listeners('beta'), listeners('gamma')]);
    const { instance } = world.server('alpha');
    const { response } = await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    expect(response).toBe('heard at beta, heard at gamma');
    await world.settled();
    for (const swarm of ['beta', 'gamma']) {
      expect(await news(world, swarm)).toEqual(['boss@alpha → chief: news', 'boss@alpha → envoy: news']);
    }
    expect(world.errors).toEqual([]);
  });

  test('Q19: a broadcast reaches only the swarms that it names', async () => {
    const alpha = town('alpha', { boss: collector([tellSwarms(['gamma', 'alpha']), wait], 1) });
    await using world = await PeerWorld.open([alpha, listeners('beta'), listeners('gamma')]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'heard at gamma',
    });
    await world.settled();
    expect(await news(world, 'beta')).toEqual([]);
    expect(world.letters.filter(({ peer }) => peer === 'beta')).toEqual([]);
  });

  test('Q19: an unknown swarm is named in the refusal, and nobody is told', async () => {
    const alpha = town('alpha', { boss: [[tellSwarms(['beta', 'delta']), wait], complete('never mind')] });
    await using world = await PeerWorld.open([alpha, listeners('beta')]);
    const { instance } = world.server('alpha');
    await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    expect(world.letters).toEqual([]);
    expect(await world.logAt('alpha', 't')).toContainEqual(
      expect.objectContaining({
        type: 'call-ended',
        result: expect.objectContaining({ status: 'error', content: "swarm 'delta' cannot be reached from here" }),
      }),
    );
  });

  test('Q9: a message to agents here and in two swarms reaches each of them once', async () => {
    const targets = ['math', 'chief@beta', 'envoy@beta', 'chief@gamma'];
    const alpha = town(
      'alpha',
      {
        boss: collector([broadcast(targets), wait], 3),
        math: always({ news: [respond('boss', 'heard at home')] }),
      },
      { neighbours: targets.slice(1) },
    );
    await using world = await PeerWorld.open([alpha, listeners('beta'), listeners('gamma')]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      // It was an announcement: who heard it at home may answer as well.
      response: 'heard at beta, heard at gamma, heard at home',
    });
    await world.settled();
    expect(await news(world, 'beta')).toEqual(['boss@alpha → chief: news', 'boss@alpha → envoy: news']);
    expect(await news(world, 'gamma')).toEqual(['boss@alpha → chief: news']);
    const own = messagesOf(await world.logAt('alpha', 't')).filter((line) => line.endsWith(': news'));
    expect(own).toEqual(targets.map((target) => `boss → ${target}: news`));
    // One letter for each swarm, which names nobody of the other.
    const letters = world.letters.filter(({ envelope }) => envelope.payload.subject === 'news');
    expect(letters.map(({ peer }) => peer).toSorted()).toEqual(['beta', 'gamma']);
    expect(JSON.stringify(letters.find(({ peer }) => peer === 'gamma'))).not.toContain('@beta');
  });

  test('requests to two swarms are worked on at the same time, and both are answered', async () => {
    const alpha = town(
      'alpha',
      { boss: collector([request('chief@beta', 'news'), request('chief@gamma', 'news'), wait], 2) },
      { neighbours: ['chief@beta', 'chief@gamma'] },
    );
    await using world = await PeerWorld.open([alpha, listeners('beta'), listeners('gamma')]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'heard at beta, heard at gamma',
    });
    await world.settled();
    expect(world.errors).toEqual([]);
  });
});

describe('Q55: an address of the own swarm', () => {
  test('names the local agent: no letter is written, and no swarm is told of the end', async () => {
    const alpha = town('alpha', {
      boss: [[request('math@alpha', 'sum'), wait], complete('3')],
      math: [[respond('boss@alpha', 'Re: sum')]],
    });
    await using world = await PeerWorld.open([alpha, listeners('beta')]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: '3' });
    await world.settled();
    expect(world.letters).toEqual([]);
    expect(messagesOf(await world.logAt('alpha', 't')).slice(1, 3)).toEqual([
      'boss → math: sum',
      'math → boss: Re: sum',
    ]);
  });
});

describe('Q53: matching answers to requests', () => {
  test('an agent may wait for a remote answer, and goes on when it is there', async () => {
    const alpha = town(
      'alpha',
      { boss: [[request('chief@beta', 'q'), wait], [wait], complete('done')] },
      { neighbours: ['chief@beta'] },
    );
    const beta = town('beta', { chief: [[respond('boss@alpha', 'Re: q'), ...complete('all said')]] });
    await using world = await PeerWorld.open([alpha, beta]);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'done' });
    const waits = (await world.logAt('alpha', 't')).flatMap((entry) =>
      entry.type === 'call-ended' && String(entry.result.content).includes('wait') ? [entry.result.content] : [],
    );
    expect(waits[0]).toMatch(/^waiting for a new message/);
  });

  test('two requests to one agent are each settled by their own answer', async () => {
    const alpha = town(
      'alpha',
      {
        boss: always({
          'New Message': [
            request('chief@beta', 'one'),
            request('chief@beta', 'two'),
            tell('chief@beta', 'three'),
            wait,
          ],
          'Re: two': [wait],
          'Re: one': complete('both'),
        }),
      },
      { neighbours: ['chief@beta', 'boss@alpha'] },
    );
    const arrived = Promise.withResolvers<void>();
    const beta = town('beta', {
      // The newest is answered first, once both are there and have been read.
      chief: [
        async () => (await arrived.promise, { calls: [wait] }),
        [respond('boss@alpha', 'Re: two'), respond('boss@alpha', 'Re: one')],
        ...always({}),
      ],
    });
    await using world = await PeerWorld.open([alpha, beta]);
    world.fate = ({ letter }) => {
      // Only after the second has been taken in does the next one leave.
      if (letter?.peer === 'beta' && letter.envelope.payload.subject === 'three') arrived.resolve();
      return 'arrives';
    };
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'both' });
    await world.settled();
    const ids = (subject: string, log: Awaited<ReturnType<typeof world.logAt>>) =>
      log.flatMap((entry) =>
        entry.type === 'message' && entry.message.message.subject === subject && 'requestId' in entry.message.message
          ? [entry.message.message.requestId]
          : [],
      );
    const log = await world.logAt('alpha', 't');
    expect(ids('Re: one', log)).toEqual(ids('one', log));
    expect(ids('Re: two', log)).toEqual(ids('two', log));
  });
});
