import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { complete, request, respond, wait } from '../__fixtures__/play.ts';
import { always, messagesOf, outcomeOf, town } from '../__fixtures__/town.ts';
import { until } from '../__fixtures__/two-nodes.ts';
import type { Swarm } from '../swarm.ts';

const TIMEOUT = { timeoutMs: 20_000 };

const alpha = () =>
  town(
    'alpha',
    {
      boss: always({
        'New Message': [
          request('chief@beta', 'one'),
          request('chief@beta', 'two'),
          request('chief@beta', 'three'),
          wait,
        ],
        'Re: three': complete('all three'),
        '::agent_error::': complete('nobody there'),
      }),
    },
    { neighbours: ['chief@beta'] },
  );
const beta = () =>
  town('beta', {
    chief: always({ three: [respond('boss@alpha', 'Re: three'), respond('boss@alpha'), respond('boss@alpha')] }),
  });

/** What beta's agents have read of alpha's, in order. */
async function heardAtBeta(world: PeerWorld): Promise<string[]> {
  const lines = messagesOf(await world.logAt('beta', 't', 'alpha'));
  return lines.filter((line) => line.startsWith('boss@alpha → chief: ')).map((line) => line.slice(20));
}

/** The process ends, and another begins on the same disk. */
async function restart(world: PeerWorld, { definition }: Swarm): Promise<void> {
  const { engine, store } = world.server(definition.name);
  await engine.stop({ drainMs: 0 });
  await world.start(definition, store);
}

describe('letters that could not be delivered', () => {
  test('undelivered letters are tried again, and arrive in order', async () => {
    await using world = await PeerWorld.open([alpha(), beta()]);
    const tried: string[] = [];
    let failures = 0;
    world.fate = ({ kind, letter, to }) => {
      if (kind !== 'deliver' || to !== 'beta') return 'arrives';
      tried.push(letter!.envelope.payload.subject);
      return (['lost', 'unheard', 'lost', 'unheard', 'twice'] as const)[failures++] ?? 'arrives';
    };
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'all three',
    });
    await world.settled();
    expect(await heardAtBeta(world)).toEqual(['one', 'two', 'three']);
    // Nothing overtakes what stands before it.
    expect(tried.slice(0, 7)).toEqual(['one', 'one', 'one', 'one', 'one', 'two', 'three']);
    expect(world.errors).toEqual([]);
  });

  test('undelivered letters are tried again while an agent here is in the middle of a long turn', async () => {
    const thinking = Promise.withResolvers<void>();
    const busy = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'three'), request('clerk', 'think'), wait],
          'Re: three': complete('heard of it'),
        }),
        clerk: always({ think: () => thinking.promise.then(() => ({ calls: [respond('boss')] })) }),
      },
      { neighbours: ['chief@beta'] },
    );
    await using world = await PeerWorld.open([busy, beta()]);
    let failures = 0;
    world.fate = ({ kind, to }) => (kind === 'deliver' && to === 'beta' && failures++ < 3 ? 'lost' : 'arrives');
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await until(async () => (await heardAtBeta(world)).length > 0);
    expect(failures).toBeGreaterThan(3);
    thinking.resolve();
    await world.settled();
  });

  test('carry the number of their attempt', async () => {
    await using world = await PeerWorld.open([alpha(), beta()]);
    let failures = 0;
    world.fate = ({ kind }) => (kind === 'deliver' && failures++ < 3 ? 'lost' : 'arrives');
    await world.server('alpha').instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    expect(world.letters.slice(0, 5).map(({ attempt }) => attempt)).toEqual([0, 1, 2, 3, 0]);
  });

  test('undelivered letters do not delay letters to other swarms', async () => {
    const both = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'one'), request('chief@gamma', 'q'), wait],
          'Re: q': complete('gamma'),
        }),
      },
      { neighbours: ['chief@beta', 'chief@gamma'] },
    );
    const gamma = town('gamma', { chief: always({ q: [respond('boss@alpha', 'Re: q')] }) });
    await using world = await PeerWorld.open([both, beta(), gamma]);
    world.fate = ({ to }) => (to === 'beta' ? 'lost' : 'arrives');
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({ response: 'gamma' });
  });

  test('undelivered letters are kept after the run ends, and delivered when the other server is back', async () => {
    const hasty = town(
      'alpha',
      { boss: [[request('chief@beta', 'one'), ...complete('not my concern any more')]] },
      { neighbours: ['chief@beta'] },
    );
    await using world = await PeerWorld.open([hasty, beta()]);
    world.fate = ({ to }) => (to === 'beta' ? 'lost' : 'arrives');
    const { instance } = world.server('alpha');
    await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    await until(() => world.letters.length > 2);
    expect(await heardAtBeta(world)).toEqual([]);
    world.fate = () => 'arrives';
    await world.settled();
    expect((await heardAtBeta(world))[0]).toBe('one');
  });

  test('survive a restart of their own server', async () => {
    const first = alpha();
    await using world = await PeerWorld.open([first, beta()]);
    world.fate = ({ to }) => (to === 'beta' ? 'lost' : 'arrives');
    await world.server('alpha').instance.submit({ body: 'go', taskId: 't' });
    await until(() => world.letters.length > 1);
    await restart(world, first);
    world.fate = () => 'arrives';
    await world.settled();
    expect(await heardAtBeta(world)).toEqual(['one', 'two', 'three']);
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ type: 'run-ended', text: 'all three' });
  });

  test('survive a restart of the other server, which then answers', async () => {
    const second = beta();
    await using world = await PeerWorld.open([alpha(), second]);
    let arrived = 0;
    world.fate = ({ kind, to }) => (kind === 'deliver' && to === 'beta' && ++arrived > 1 ? 'lost' : 'arrives');
    await world.server('alpha').instance.submit({ body: 'go', taskId: 't' });
    await until(async () => (await heardAtBeta(world)).length === 1);
    await restart(world, second);
    world.fate = () => 'arrives';
    await world.settled();
    expect(await heardAtBeta(world)).toEqual(['one', 'two', 'three']);
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ type: 'run-ended', text: 'all three' });
  });
});

describe('Q5: giving a letter up', () => {
  const lone = () =>
    town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'q'), wait],
          '::agent_error::': complete('nobody there'),
        }),
      },
      { neighbours: ['chief@beta'] },
    );

  async function toldToBoss(world: PeerWorld): Promise<string[]> {
    return (await world.logAt('alpha', 't')).flatMap((entry) =>
      entry.type === 'message' && entry.message.message.subject === '::agent_error::'
        ? [entry.message.message.body]
        : [],
    );
  }

  test('tells its sender when it is too old, and the run goes on', async () => {
    await using world = await PeerWorld.open([lone(), beta()], { policy: { giveUpMs: 30 } });
    world.fate = ({ kind }) => (kind === 'deliver' ? 'lost' : 'arrives');
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'nobody there',
    });
    expect(await toldToBoss(world)).toEqual([
      "Your message 'q' to chief@beta was not delivered: swarm 'beta' cannot be reached. Nobody there has read it.",
    ]);
    expect(await world.logAt('alpha', 't')).toContainEqual(expect.objectContaining({ code: 'letter_lost' }));
  });

  test('tells its sender at once when the other server refuses it, in its words', async () => {
    await using world = await PeerWorld.open([lone(), beta()]);
    world.fate = ({ kind }) => {
      if (kind === 'deliver')
        throw new PosthouseError({ code: 'peer_refused', message: "unknown local agent: 'chief'" });
      return 'arrives';
    };
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'nobody there',
    });
    expect(world.letters.filter(({ envelope }) => envelope.payload.subject === 'q')).toHaveLength(1);
    expect((await toldToBoss(world))[0]).toContain("unknown local agent: 'chief'");
  });

  test('lets the letters behind it go', async () => {
    await using world = await PeerWorld.open([alpha(), beta()]);
    world.fate = ({ kind, letter }) => {
      if (kind === 'deliver' && letter!.envelope.payload.subject === 'one') {
        throw new PosthouseError({ code: 'peer_refused', message: 'not that one' });
      }
      return 'arrives';
    };
    await world.server('alpha').instance.submit({ body: 'go', taskId: 't' });
    await world.settled();
    expect((await heardAtBeta(world)).slice(0, 2)).toEqual(['two', 'three']);
  });
});

test('a run does not wait for ever for a swarm that took a letter and fell silent', async () => {
  const { promise: never } = Promise.withResolvers<never>();
  const silent = town('beta', { chief: Array.from({ length: 9 }, () => () => never) });
  const patient = town(
    'alpha',
    {
      boss: always({
        'New Message': [request('chief@beta', 'q'), wait],
        '::agent_error::': complete('no word of them'),
      }),
    },
    { neighbours: ['chief@beta'] },
  );
  await using world = await PeerWorld.open([patient, silent], { policy: { silenceMs: 300 } });
  const { instance } = world.server('alpha');
  expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
    response: 'no word of them',
  });
  expect(await world.logAt('alpha', 't')).toContainEqual(expect.objectContaining({ code: 'peer_silent' }));
});

describe('a plain MAIL server, which does not notice repeated letters', () => {
  test('gets one letter of a task at a time, the first forward and the next back to the same instance', async () => {
    await using world = await PeerWorld.open([alpha(), beta()], { reference: ['beta'] });
    let underway = 0;
    let most = 0;
    world.fate = async ({ kind, to }) => {
      if (kind !== 'deliver' || to !== 'beta') return 'arrives' as const;
      most = Math.max(most, ++underway);
      await new Promise((resolve) => setImmediate(resolve));
      underway -= 1;
      return 'arrives' as const;
    };
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'all three',
    });
    await world.settled();
    expect(most).toBe(1);
    const directions = world.letters.filter(({ peer }) => peer === 'beta').map(({ direction }) => direction);
    expect(directions.slice(0, 3)).toEqual(['forward', 'back', 'back']);
    expect(directions.filter((direction) => direction === 'forward')).toHaveLength(1);
  });

  test('gets none of our metadata, and no request that it does not know', async () => {
    await using world = await PeerWorld.open([alpha(), beta()], { reference: ['beta'] });
    const kinds = new Set<string>();
    world.fate = ({ kind }) => (kinds.add(kind), 'arrives');
    await world.server('alpha').instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT });
    await world.settled();
    expect([...kinds]).toEqual(['deliver']);
    expect(world.letters.map(({ envelope }) => envelope.metadata)).toEqual(world.letters.map(() => ({})));
    expect((await world.logAt('alpha', 't')).some((entry) => entry.type === 'remote')).toBe(false);
  });

  test('a plain MAIL server may complete with a task_complete alone, to whatever agent name it assumes', async () => {
    const completing = town('beta', { chief: [complete('forty-two')] });
    const waiting = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'q'), wait],
          '::task_complete::': complete('they said 42'),
        }),
      },
      { neighbours: ['chief@beta'] },
    );
    await using world = await PeerWorld.open([waiting, completing], { reference: ['beta'] });
    const { instance } = world.server('alpha');
    expect(await instance.postMessage({ body: 'go', taskId: 't', ...TIMEOUT })).toMatchObject({
      response: 'they said 42',
    });
  });
});
