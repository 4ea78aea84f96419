import { describe, expect, test } from 'vitest';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { complete, request, wait } from '../__fixtures__/play.ts';
import { always, messagesOf, outcomeOf, town } from '../__fixtures__/town.ts';
import { until } from '../__fixtures__/two-nodes.ts';

/** An agent that works until it is stopped, and says when it begins and when it was stopped. */
function tireless() {
  const [began, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const line = async ({ signal }: { signal: AbortSignal }) => {
    began.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    stopped.resolve();
    throw signal.reason;
  };
  return { lines: [line as never], began: began.promise, stopped: stopped.promise };
}

const asker = (name: string, entrypoint: string, target: string) =>
  town(
    name,
    { [entrypoint]: always({ 'New Message': [request(target, 'q'), wait], q: [request(target, 'q'), wait] }) },
    { neighbours: [target] },
  );

async function endOf(world: PeerWorld, swarm: string, caller?: string) {
  return outcomeOf(await world.logAt(swarm, 't', caller));
}

describe('cancelling a run with other swarms', () => {
  test('stops what other swarms do for the run, at once', async () => {
    const worker = tireless();
    await using world = await PeerWorld.open([
      asker('alpha', 'boss', 'chief@beta'),
      town('beta', { chief: worker.lines }),
    ]);
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await worker.began;
    expect(await instance.cancel('t')).toBe(true);
    await worker.stopped;
    await world.settled();
    expect(await endOf(world, 'alpha')).toMatchObject({ type: 'run-ended', outcome: 'cancelled' });
    expect(await endOf(world, 'beta', 'alpha')).toMatchObject({ type: 'run-ended', outcome: 'cancelled' });
    expect(world.errors).toEqual([]);
  });

  test('reaches the swarms that they have asked', async () => {
    const worker = tireless();
    await using world = await PeerWorld.open([
      asker('alpha', 'boss', 'chief@beta'),
      asker('beta', 'chief', 'head@gamma'),
      town('gamma', { head: worker.lines }),
    ]);
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await worker.began;
    await instance.cancel('t');
    await worker.stopped;
    await world.settled();
    expect(await endOf(world, 'gamma', 'beta')).toMatchObject({ type: 'run-ended', outcome: 'cancelled' });
  });

  test('arrives although the first attempt is lost', async () => {
    const worker = tireless();
    await using world = await PeerWorld.open([
      asker('alpha', 'boss', 'chief@beta'),
      town('beta', { chief: worker.lines }),
    ]);
    let tries = 0;
    world.fate = ({ kind }) => (kind === 'cancel' && ++tries < 4 ? 'lost' : 'arrives');
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await worker.began;
    await instance.cancel('t');
    await worker.stopped;
    await world.settled();
    expect(tries).toBe(4);
  });

  test('takes back letters that have not left yet', async () => {
    const beta = town('beta', { chief: always({}) });
    await using world = await PeerWorld.open([asker('alpha', 'boss', 'chief@beta'), beta]);
    world.fate = ({ kind }) => (kind === 'deliver' ? 'lost' : 'arrives');
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await until(() => world.letters.length > 2);
    await instance.cancel('t');
    world.fate = () => 'arrives';
    await world.settled();
    expect(await world.logAt('beta', 't', 'alpha')).toEqual([]);
    expect(await world.logAt('alpha', 't')).toContainEqual(
      expect.objectContaining({ code: 'mail_dropped', text: expect.stringContaining('boss to @beta: q') }),
    );
  });

  test('waits for a letter that is on its way, and cannot overtake it', async () => {
    const worker = tireless();
    await using world = await PeerWorld.open([
      asker('alpha', 'boss', 'chief@beta'),
      town('beta', { chief: worker.lines }),
    ]);
    const [leaving, arriving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const errands: string[] = [];
    world.fate = async ({ kind }) => {
      if (kind === 'follow') return 'arrives' as const;
      errands.push(errands.length === 0 ? 'the letter leaves' : 'the next one leaves');
      if (errands.length > 1) return 'arrives' as const;
      leaving.resolve();
      await arriving.promise;
      errands.push('the letter arrives');
      return 'arrives' as const;
    };
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await leaving.promise;
    // With a key it goes by way of the store, as if somebody in another process had done it.
    await instance.cancel('t', { idempotencyKey: 'stop' });
    arriving.resolve();
    await worker.stopped;
    await world.settled();
    expect(errands.slice(0, 3)).toEqual(['the letter leaves', 'the letter arrives', 'the next one leaves']);
    expect(await endOf(world, 'beta', 'alpha')).toMatchObject({ type: 'run-ended', outcome: 'cancelled' });
  });

  test('tells a server that knows no cancel that the task is over', async () => {
    const worker = tireless();
    await using world = await PeerWorld.open(
      [asker('alpha', 'boss', 'chief@beta'), town('beta', { chief: worker.lines })],
      { reference: ['beta'] },
    );
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await worker.began;
    await instance.cancel('t');
    await worker.stopped;
    await world.settled();
    expect(world.letters.at(-1)).toMatchObject({
      direction: 'back',
      envelope: { msgType: 'response', payload: { subject: '::task_complete::' } },
    });
  });
});

test('a run that ends without a cancel also stops swarms that still work for it', async () => {
  const worker = tireless();
  const alpha = town(
    'alpha',
    {
      boss: always({
        'New Message': [request('chief@beta', 'q'), request('math', 'sum'), wait],
        'Re: sum': complete('never mind'),
      }),
      math: [
        async () => (
          await worker.began,
          { calls: [{ tool: 'send_response', input: { target: 'boss', subject: 'Re: sum', body: '' } }] }
        ),
      ],
    },
    { neighbours: ['chief@beta'] },
  );
  await using world = await PeerWorld.open([alpha, town('beta', { chief: worker.lines })]);
  const { instance } = world.server('alpha');
  await instance.submit({ body: 'go', taskId: 't' });
  await worker.stopped;
  await world.settled();
  expect(messagesOf(await world.logAt('alpha', 't')).at(-1)).toBe('boss → chief@beta: ::task_complete::');
  expect(await endOf(world, 'beta', 'alpha')).toMatchObject({
    outcome: 'cancelled',
    text: "swarm 'alpha' has completed the task",
  });
});
