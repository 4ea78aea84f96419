import type { LogEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { complete, request, respond, wait } from '../__fixtures__/play.ts';
import { always, town } from '../__fixtures__/town.ts';

const TIMEOUT = { timeoutMs: 20_000 };

describe('limits across swarms', () => {
  test('count what other swarms do for the run', async () => {
    const alpha = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'q'), wait],
          '::maximum_steps_reached::': complete('as far as I know'),
        }),
      },
      { neighbours: ['chief@beta'], limits: { messages: 6 } },
    );
    // Two agents that never stop asking each other.
    const beta = town('beta', {
      chief: always({ q: [request('clerk', 'ping')], pong: [request('clerk', 'ping')] }),
      clerk: always({ ping: [request('chief', 'pong')] }),
    });
    await using world = await PeerWorld.open([alpha, beta]);
    const { instance } = world.server('alpha');
    const { response } = await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    expect(response).toBe('as far as I know');
    await world.settled();
    expect(await world.logAt('alpha', 't')).toContainEqual(
      expect.objectContaining({
        type: 'notice',
        code: 'limit_reached',
        text: 'the run has reached its limit of 6 messages',
      }),
    );
  });

  const pingPong = {
    chief: always({ q: [request('clerk', 'ping')], pong: [request('clerk', 'ping')] }),
    clerk: always({ ping: [request('chief', 'pong')] }),
  };
  const asking = (limits?: { turns: number }) =>
    town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'q'), wait],
          '::maximum_steps_reached::': complete('as far as I know'),
          '::task_error::': complete('they gave up'),
        }),
      },
      { neighbours: ['chief@beta'], ...(limits === undefined ? {} : { limits }) },
    );

  test.each([[20], [undefined]])('count the turns that another swarm reports: %s', async (turns) => {
    await using world = await PeerWorld.open([asking(turns === undefined ? turns : { turns }), town('beta', pingPong)]);
    const { instance } = world.server('alpha');
    const { response } = await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    expect(['as far as I know', 'they gave up']).toContain(response);
    await world.settled();
    const most = turns ?? 100;
    expect(world.letters[0]!.envelope.metadata).toMatchObject({ left: { turns: most - 1 } });
    const taken = (entries: readonly LogEntry[]): number =>
      new Set(entries.flatMap(({ turn }) => (turn === undefined ? [] : [turn]))).size;
    const there = taken(await world.logAt('beta', 't', 'alpha'));
    expect(there).toBeGreaterThan(most / 2);
    expect(there).toBeLessThanOrEqual(most + 1);
  });

  test('what another swarm has left cannot raise the limits of a swarm', async () => {
    await using world = await PeerWorld.open([asking({ turns: 500 }), town('beta', pingPong)], {
      policy: { catchUpMs: 1 },
    });
    world.fate = ({ kind }) => (kind === 'follow' ? 'lost' : 'arrives');
    await world.server('alpha').instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    expect(await world.logAt('beta', 't', 'alpha')).toContainEqual(
      expect.objectContaining({ code: 'limit_reached', text: 'the run has reached its limit of 100 turns' }),
    );
  });

  test('travel with letters: another swarm has what is left', async () => {
    const alpha = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('math', 'sum'), wait],
          'Re: sum': [request('chief@beta', 'q'), wait],
          '::task_error::': complete('they gave up'),
          '::task_complete::': complete('they closed'),
        }),
        math: always({ sum: [respond('boss', 'Re: sum')] }),
      },
      { neighbours: ['chief@beta'], limits: { messages: 10, tokens: 1_000, milliseconds: 3_600_000 } },
    );
    const beta = town('beta', { chief: always({ q: [respond('boss@alpha', 'Re: q')] }) });
    await using world = await PeerWorld.open([alpha, beta]);
    await world.server('alpha').instance.submit({ body: 'go', taskId: 't' });
    await world.settled();
    const [letter] = world.letters;
    expect(letter!.envelope.metadata).toMatchObject({ left: { messages: 6, tokens: 1_000 } });
    const { milliseconds } = (letter!.envelope.metadata as { left: { milliseconds: number } }).left;
    expect(milliseconds).toBeLessThanOrEqual(3_600_000);
    expect(milliseconds).toBeGreaterThan(0);
  });

  test('end the run of another swarm when they are used up, and the caller is told', async () => {
    const alpha = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'q'), wait],
          '::task_complete::': complete('they said enough'),
        }),
      },
      { neighbours: ['chief@beta'], limits: { messages: 5 } },
    );
    const beta = town('beta', {
      chief: always({
        q: [request('clerk', 'ping')],
        pong: [request('clerk', 'ping')],
        '::maximum_steps_reached::': complete('enough'),
      }),
      clerk: always({ ping: [request('chief', 'pong')] }),
    });
    await using world = await PeerWorld.open([alpha, beta], { policy: { catchUpMs: 1 } });
    // What beta does is not seen at alpha, so that alpha itself never reaches its limit.
    world.fate = ({ kind }) => (kind === 'follow' ? 'lost' : 'arrives');
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'they said enough',
    });
    expect(await world.logAt('beta', 't', 'alpha')).toContainEqual(
      expect.objectContaining({ code: 'limit_reached', text: 'the run has reached its limit of 3 messages' }),
    );
  });
});

describe('swarms that only ever ask each other', () => {
  const asking = (name: string, self: string, others: string[], limits?: { turns: number }) => {
    const ask = others.flatMap((other) => [request(other, 's'), request(other, 's'), request(other, 's')]);
    const lines = { 'New Message': ask, s: ask, '::stalled::': ask, '::maximum_steps_reached::': ask };
    return town(name, { [self]: always(lines) }, { neighbours: others, limits });
  };

  test.each([
    ['two', ['boss@alpha', 'chief@beta']],
    ['three', ['boss@alpha', 'chief@beta', 'clerk@gamma']],
  ])('end at their limits instead of waiting for each other: %s', async (_, everybody) => {
    const swarms = everybody.map((address) => {
      const [self, name] = address.split('@') as [string, string];
      const others = everybody.filter((other) => other !== address);
      return asking(name, self, others, name === 'alpha' ? { turns: 6 } : undefined);
    });
    await using world = await PeerWorld.open(swarms);
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      status: 'error',
      code: 'limit_reached',
    });
    await world.settled();
    expect((await world.logAt('beta', 't', 'alpha')).at(-1)).toMatchObject({ type: 'run-ended' });
  });
});

describe('a limit of hops', () => {
  const passing = (name: string, self: string, next: string) =>
    town(
      name,
      {
        [self]: always({
          'New Message': [request(next, 'yours'), wait],
          yours: [request(next, 'yours'), wait],
          '::agent_error::': complete(`${name} gives up`),
          '::task_complete::': complete(`${name} gives up too`),
        }),
      },
      { neighbours: [next] },
    );

  test('stops swarms that pass a request on for ever, with a clear text', async () => {
    await using world = await PeerWorld.open(
      [passing('alpha', 'boss', 'chief@beta'), passing('beta', 'chief', 'boss@alpha')],
      { policy: { mostHops: 3 } },
    );
    const { instance } = world.server('alpha');
    const { response } = await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    expect(response).toMatch(/gives up/);
    await world.settled();
    const requests = world.letters.filter(({ envelope }) => envelope.payload.subject === 'yours');
    expect(requests.map(({ envelope }) => (envelope.metadata as { hops: number }).hops)).toEqual([1, 2, 3]);
    const logs = [...(await world.logAt('alpha', 't')), ...(await world.logAt('beta', 't', 'alpha'))];
    const refused = logs.flatMap((entry) =>
      entry.type === 'call-ended' && entry.result.status === 'error' ? [entry.result.content] : [],
    );
    expect(refused).toEqual([
      'the matter has come through 3 swarms already, which is as far as it goes; answer with what you know',
    ]);
  });

  test('never stops an answer', async () => {
    const alpha = town(
      'alpha',
      { boss: always({ 'New Message': [request('chief@beta', 'q'), wait], 'Re: q': complete('got it') }) },
      { neighbours: ['chief@beta'] },
    );
    const beta = town('beta', { chief: always({ q: [respond('boss@alpha', 'Re: q')] }) });
    await using world = await PeerWorld.open([alpha, beta], { policy: { mostHops: 1 } });
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'got it' });
  });
});
