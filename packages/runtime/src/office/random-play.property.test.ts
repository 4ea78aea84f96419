import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkReadingOrder } from '../__fixtures__/check-reading-order.ts';
import { readWholeTask } from '../__fixtures__/check-task.ts';
import { Fuse } from '../__fixtures__/fuse.ts';
import { RandomPeople, TASK } from '../__fixtures__/random-people.ts';
import { type RandomPlay, randomPlay, toRandomSwarm } from '../__fixtures__/random-play.ts';
import { OWNER, Stage } from '../__fixtures__/stage.ts';
import { Office } from './office.ts';

const numRuns = (share: number) => Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / share);

/** Everything that is wrong, the order of reading included. */
async function problemsOf(stage: Stage): Promise<string[]> {
  const { key } = (await stage.store.find(OWNER, TASK))!;
  return [...(await stage.problems()), ...checkReadingOrder(await readWholeTask(stage.store, key))];
}

/** Plays on one process after the other; each dies at its moment, the last one lives. */
async function playWithCrashes(
  play: RandomPlay,
  moments: readonly number[],
  options: { latency?: number } = {},
): Promise<string[]> {
  await using stage = await Stage.open(options);
  const people = new RandomPeople(stage.store, play.deeds);
  for (const fuse of [...moments.map((moment) => new Fuse(moment)), new Fuse()]) {
    const swarm = () => toRandomSwarm({ fuse, store: stage.store, effects: stage.effects }, play);
    if (await stage.play({ swarm, drive: (office) => people.drive([office], () => fuse.dead) }, fuse)) break;
  }
  return await problemsOf(stage);
}

/** Plays on two processes at once. If the second dies at some moment, a third comes and takes over. */
async function playOnTwoNodes(
  play: RandomPlay,
  { moment, ...options }: { moment?: number; latency?: number } = {},
): Promise<string[]> {
  await using stage = await Stage.open(options);
  const people = new RandomPeople(stage.store, play.deeds);
  const open = async (fuse: Fuse, name: string) => {
    const { definition } = toRandomSwarm({ fuse, store: stage.store, effects: stage.effects }, play);
    const engine = await stage.start({ definition }, fuse, name);
    return { engine, office: new Office(definition, OWNER, engine) };
  };
  const dying = new Fuse(moment);
  const first = await open(new Fuse(), 'first');
  const second = await open(dying, 'second');
  const played = people.drive([first.office, second.office], () => dying.dead).then(() => !dying.dead);
  const living = [first, second];
  if (!(await Promise.race([played, dying.blown.then(() => false)]))) {
    living.pop();
    void second.engine.stop({ drainMs: 0 });
    await stage.passTime();
    living.push(await open(new Fuse(), 'third'));
    await people.drive(living.map(({ office }) => office));
  }
  for (const { engine } of living) await engine.stop({ drainMs: 0 });
  return await problemsOf(stage);
}

test('any play keeps every rule', async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, async (play) => {
      expect(await playWithCrashes(play, [])).toEqual([]);
    }),
    { numRuns: numRuns(2) },
  );
}, 600_000);

test('any play keeps every rule, whenever processes die', async () => {
  const moments = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(randomPlay, moments, async (play, dying) => {
      expect(await playWithCrashes(play, dying)).toEqual([]);
    }),
    { numRuns: numRuns(2) },
  );
}, 600_000);

test('any play keeps every rule on two processes at once', async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, async (play) => {
      expect(await playOnTwoNodes(play)).toEqual([]);
    }),
    { numRuns: numRuns(2) },
  );
}, 600_000);

test('any play keeps every rule on two processes, one of which dies', async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, fc.integer({ min: 3, max: 40 }), async (play, moment) => {
      expect(await playOnTwoNodes(play, { moment })).toEqual([]);
    }),
    { numRuns: numRuns(2) },
  );
}, 600_000);

test('any play keeps every rule on a store that is far away', async () => {
  const moments = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(randomPlay, moments, fc.nat(), async (play, dying, latency) => {
      expect(await playWithCrashes(play, dying, { latency })).toEqual([]);
    }),
    { numRuns: numRuns(2) },
  );
}, 600_000);

test('any play keeps every rule on two processes whose store is far away', async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, fc.integer({ min: 3, max: 60 }), fc.nat(), async (play, moment, latency) => {
      expect(await playOnTwoNodes(play, { moment, latency })).toEqual([]);
    }),
    { numRuns: numRuns(2) },
  );
}, 600_000);
