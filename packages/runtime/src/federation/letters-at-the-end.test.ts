import { describe, expect, test } from 'vitest';
import { checkWorld } from '../__fixtures__/check-world.ts';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { complete, request, respond, wait } from '../__fixtures__/play.ts';
import { always, messagesOf, outcomeOf, town } from '../__fixtures__/town.ts';
import { until } from '../__fixtures__/two-nodes.ts';
import type { AgentFunction } from '../definitions/agent-function.ts';
import type { SwarmInstance } from '../instance/swarm-instance.ts';
import type { Swarm } from '../swarm.ts';
import { readTurn } from '../task/turn-data.ts';
import { noteOf } from '../task/letters/letter-note.ts';

/** Asks beta one thing when it is told to go, and another when it is told to go on. */
const alpha = () =>
  town(
    'alpha',
    {
      boss: always({
        go: [request('head@beta', 'one'), wait],
        more: [request('head@beta', 'two'), wait],
        'Re: two': complete('both answered'),
      }),
    },
    { neighbours: ['head@beta'] },
  );

/** A turn that lasts until somebody lets it go on. */
class Held {
  readonly #begun = Promise.withResolvers<void>();
  readonly #free = Promise.withResolvers<void>();

  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  letGo(): void {
    this.#free.resolve();
  }

  turn(calls: Awaited<ReturnType<AgentFunction>>['calls']): AgentFunction {
    return async () => {
      this.#begun.resolve();
      await this.#free.promise;
      return { calls: calls! };
    };
  }
}

/** Answers and completes in one turn; the first of them takes as long as the test wants. */
function beta(held: Held, second = new Held()): Swarm {
  return town('beta', {
    head: always({
      one: held.turn([respond('boss@alpha', 'Re: one'), ...complete('one is done')]),
      two: second.turn([respond('boss@alpha', 'Re: two'), ...complete('two is done')]),
    }),
  });
}

async function submit(instance: SwarmInstance, subject: string): Promise<void> {
  await instance.submit({ taskId: 't', subject, body: 'b', idempotencyKey: subject });
}

/** Until the second letter lies in the mailbox of somebody who is about to complete. */
async function askTwice(world: PeerWorld, held: Held): Promise<void> {
  const { instance } = world.server('alpha');
  await submit(instance, 'go');
  await held.begun;
  await submit(instance, 'more');
  await until(async () => messagesOf(await world.logAt('beta', 't', 'alpha')).includes('boss@alpha → head: two'));
}

const lettersToAlpha = (world: PeerWorld) =>
  world.letters
    .filter(({ peer }) => peer === 'alpha')
    .map(({ envelope: { payload } }) => [payload.subject, payload.body]);

describe('a letter that arrives during the completing turn', () => {
  test('starts the next run, and its sender hears of each run once', async () => {
    const [held, second] = [new Held(), new Held()];
    second.letGo();
    await using world = await PeerWorld.open([alpha(), beta(held, second)]);
    await askTwice(world, held);
    held.letGo();
    await world.settled();
    expect(await checkWorld(world)).toEqual([]);
    const there = await world.logAt('beta', 't', 'alpha');
    expect(there.flatMap((entry) => (entry.type === 'run-ended' ? [[entry.run, entry.text]] : []))).toEqual([
      [1, 'one is done'],
      [2, 'two is done'],
    ]);
    expect(there.filter((entry) => entry.type === 'notice')).toEqual([]);
    expect(lettersToAlpha(world)).toEqual([
      ['Re: one', 'b'],
      ['::task_complete::', 'one is done'],
      ['Re: two', 'b'],
      ['::task_complete::', 'two is done'],
    ]);
    const here = await world.logAt('alpha', 't');
    expect(outcomeOf(here)).toMatchObject({ run: 1, outcome: 'complete', text: 'both answered' });
    // Each says of one letter what it came to, and that it was answered.
    const ends = there.flatMap((entry) => (entry.type === 'message' ? (noteOf(entry.message).ended ?? []) : []));
    expect(ends.map(({ answered }) => answered)).toEqual([true, true]);
    const seen = ends.flatMap((ended) => ended.seen ?? []);
    const asked = here.flatMap((entry) =>
      entry.type === 'message' && entry.to === 'head@beta' && entry.message.msgType === 'request'
        ? [entry.message.id]
        : [],
    );
    expect(seen).toEqual(asked);
  });

  test('starts a run that knows its caller, also after a restart', async () => {
    const [held, second, again] = [new Held(), new Held(), new Held()];
    const first = beta(held, second);
    await using world = await PeerWorld.open([alpha(), first]);
    await askTwice(world, held);
    held.letGo();
    await second.begun;
    const { engine, store } = world.server('beta');
    await engine.stop({ drainMs: 0 });
    second.letGo();
    again.letGo();
    await world.start(beta(held, again).definition, store);
    await world.settled();
    expect(await checkWorld(world)).toEqual([]);
    expect(lettersToAlpha(world).slice(-2)).toEqual([
      ['Re: two', 'b'],
      ['::task_complete::', 'two is done'],
    ]);
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ text: 'both answered' });
  });

  test('starts no run if the task is stopped, and stays unanswered', async () => {
    const held = new Held();
    await using world = await PeerWorld.open([alpha(), beta(held)]);
    await askTwice(world, held);
    await world.server('alpha').instance.cancel('t');
    await world.settled();
    expect(await checkWorld(world)).toEqual([]);
    const there = await world.logAt('beta', 't', 'alpha');
    expect(there.filter((entry) => entry.type === 'run-ended')).toMatchObject([{ outcome: 'cancelled' }]);
    const { store } = world.server('beta');
    const task = (await store.find({ swarm: 'beta', role: 'swarm', id: 'alpha' }, 't'))!;
    const turns = await store.history(task.key, 'head');
    const subjects = turns.flatMap((turn) => readTurn(turn).inputs.map((input) => input.message.subject));
    expect(subjects).toEqual(['one', 'two', '::task_cancelled::']);
  });

  test("starts no run of a user's task, which is over, and its sender is told", async () => {
    const held = new Held();
    const asking = town(
      'beta',
      { head: always({ one: [request('boss@alpha', 'why'), wait] }) },
      { neighbours: ['boss@alpha'] },
    );
    const hasty = town(
      'alpha',
      { boss: always({ go: [request('head@beta', 'one'), wait], more: held.turn(complete('never mind')) }) },
      { neighbours: ['head@beta'] },
    );
    await using world = await PeerWorld.open([hasty, asking]);
    const { instance } = world.server('alpha');
    world.fate = async ({ kind, from }) => {
      if (kind === 'deliver' && from === 'beta') await held.begun;
      return 'arrives' as const;
    };
    await submit(instance, 'go');
    await until(async () => (await world.logAt('beta', 't', 'alpha')).length > 2);
    await submit(instance, 'more');
    await held.begun;
    await until(async () => messagesOf(await world.logAt('alpha', 't')).includes('head@beta → boss: why'));
    held.letGo();
    await world.settled();
    expect(await checkWorld(world)).toEqual([]);
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ run: 1, text: 'never mind' });
    const told = world.letters.find(
      ({ peer, envelope }) => peer === 'beta' && envelope.payload.subject.startsWith('::'),
    );
    expect(told!.envelope.payload.body).toContain("Nobody has read 'why'");
  });
});
