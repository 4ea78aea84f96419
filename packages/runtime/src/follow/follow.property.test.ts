import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fuse } from '../__fixtures__/fuse.ts';
import { Screen } from '../__fixtures__/screen.ts';
import { OWNER, Stage } from '../__fixtures__/stage.ts';
import { arbitraryWriting, type Writing, writers } from '../__fixtures__/writers.ts';
import { readTurn, type TurnData } from '../task/turn-data.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';

const TASK = 'writing';
const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 12);

/** After how many events a reader is cut off, again and again, before it may read on to the end. */
const arbitraryCuts = fc.array(fc.nat(15), { maxLength: 6 });

/** A store that answers at once, or takes its time. */
const latencies = fc.option(fc.nat());

/** Follows the task until its runs have ended, cut off after so many events each time and resumed where it was. */
async function follow(instance: SwarmInstance, cuts: readonly number[], tokens: boolean): Promise<Screen> {
  const screen = new Screen();
  for (const cut of [...cuts, Number.POSITIVE_INFINITY]) {
    let events = 0;
    for await (const event of instance.follow(TASK, { after: screen.after, tokens })) {
      screen.see(event);
      events += 1;
      if (events > cut) break;
    }
  }
  return screen;
}

async function openInstance(stage: Stage, writing: Writing, fuse = new Fuse()) {
  const { definition } = writers(writing);
  const engine = await stage.start({ definition }, fuse);
  return { engine, instance: new SwarmInstance(definition, OWNER, engine) };
}

/** What is wrong with what readers saw, compared with what the store has in the end. */
async function compare(stage: Stage, screens: readonly { screen: Screen; whole: boolean }[]): Promise<string[]> {
  const { key } = (await stage.store.find(OWNER, TASK))!;
  const { entries } = await stage.store.read(key, 0, 10_000);
  const rows = await stage.store.turns(key, Number.MAX_SAFE_INTEGER);
  const turns = new Map<string, TurnData>(rows.map((row) => [`${row.agent}/${row.turn}`, readTurn(row)]));
  return screens.flatMap(({ screen, whole }) => {
    expect(screen.entries).toEqual(entries);
    // Whoever watches, comes late, reads elsewhere or loads the page again sees the same texts in the same order.
    expect(screen.texts).toEqual(Screen.of(entries).texts);
    return screen.compare(turns, { whole });
  });
}

test('a follower that is cut off anywhere sees the whole log and all text', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryWriting,
      arbitraryCuts,
      arbitraryCuts,
      latencies,
      async (writing, cuts, otherCuts, latency) => {
        await using stage = await Stage.open(latency === null ? {} : { latency });
        const first = await openInstance(stage, writing);
        const second = await openInstance(stage, writing);
        await first.instance.submit({ subject: 'write now', body: 'b', taskId: TASK });
        const [uncut, cut, plain, foreign] = await Promise.all([
          follow(first.instance, [], true),
          follow(first.instance, cuts, true),
          follow(first.instance, otherCuts, false),
          follow(second.instance, otherCuts, true),
        ]);
        const readers = [cut, plain, foreign].map((screen) => ({ screen, whole: false }));
        expect(await compare(stage, [{ screen: uncut, whole: true }, ...readers])).toEqual([]);
        for (const { engine } of [first, second]) await engine.stop();
        expect(await stage.problems()).toEqual([]);
      },
    ),
    { numRuns },
  );
}, 600_000);

test('a cancel ends unfinished text for every reader', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryWriting,
      arbitraryCuts,
      fc.nat(40),
      fc.boolean(),
      async (writing, cuts, wait, foreign) => {
        await using stage = await Stage.open();
        const first = await openInstance(stage, writing);
        const second = await openInstance(stage, writing);
        await first.instance.submit({ subject: 'write now', body: 'b', taskId: TASK });
        const reading = [
          follow(first.instance, [], true),
          follow(first.instance, cuts, true),
          follow(second.instance, cuts, true),
        ];
        await new Promise((resolve) => setTimeout(resolve, wait));
        await (foreign ? second : first).instance.cancel(TASK);
        const screens = await Promise.all(reading);
        // A cancel from elsewhere knows what was saved; a reader here may have seen a little more of the same texts.
        const [here, elsewhere] = [screens.slice(0, 2), screens.slice(2)];
        for (const screen of here) expect(screen.texts).toEqual(elsewhere[0]!.texts);
        expect(
          await compare(
            stage,
            (foreign ? elsewhere : screens).map((screen) => ({ screen, whole: false })),
          ),
        ).toEqual([]);
        for (const { engine } of [first, second]) await engine.stop();
        expect(await stage.problems()).toEqual([]);
      },
    ),
    { numRuns },
  );
}, 600_000);

test('a reader in another process sees a crash as text that is abandoned and written again', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryWriting,
      arbitraryCuts,
      fc.integer({ min: 3, max: 30 }),
      async (writing, cuts, moment) => {
        await using stage = await Stage.open();
        const fuse = new Fuse(moment);
        const reader = await openInstance(stage, writing);
        // The reading process has nothing to do with the task but to read it.
        const dying = await openInstance(stage, writing, fuse);
        const posted = dying.instance.submit({ subject: 'write now', body: 'b', taskId: TASK });
        const problems: unknown[] = [];
        if (await Promise.race([posted.then(() => true), fuse.blown.then(() => false)])) {
          const reading = follow(reader.instance, cuts, true);
          if (await Promise.race([reading.then(() => false), fuse.blown.then(() => true)])) {
            void dying.engine.stop({ drainMs: 0 });
            await stage.passTime();
            const next = await openInstance(stage, writing);
            await reading;
            await next.engine.stop();
          } else await dying.engine.stop();
          problems.push(
            ...(await compare(stage, [{ screen: await reading, whole: false }])),
            ...(await stage.problems()),
          );
        }
        expect(problems).toEqual([]);
        await reader.engine.stop();
      },
    ),
    { numRuns },
  );
}, 600_000);
