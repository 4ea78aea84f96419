import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drama } from '../__fixtures__/drama.ts';
import { finale } from '../__fixtures__/finale.ts';
import { Fuse } from '../__fixtures__/fuse.ts';
import { type Scene, Stage } from '../__fixtures__/stage.ts';

/** How far apart the moments are at which a process dies: a quick run looks at some of them. */
const STEP = process.env.TEST_FULL === '1' ? 1 : 4;

/** Lets one process after the other die at its moment, and the last one finish; says what is wrong afterwards. */
async function playWithCrashes(
  scene: Scene,
  moments: readonly number[],
): Promise<{ died: number; problems: string[] }> {
  await using stage = await Stage.open();
  const fuses = [...moments.map((moment) => new Fuse(moment)), new Fuse()];
  const died = () => fuses.filter((fuse) => fuse.dead);
  try {
    for (const fuse of fuses) if (await stage.play(scene, fuse)) break;
    return { died: died().length, problems: await stage.problems() };
  } catch (error) {
    const deaths = died().map((fuse) => fuse.moments.at(-1));
    return { died: deaths.length, problems: [`after the crashes ${deaths.join('; ')}: ${String(error)}`] };
  }
}

describe.each([
  ['drama', drama],
  ['finale', finale],
])('a play, the %s, whose process dies anywhere', (_, scene) => {
  test('the next process brings the play to its end', async () => {
    const problems: string[] = [];
    for (let moment = 1; ; moment += STEP) {
      const outcome = await playWithCrashes(scene, [moment]);
      problems.push(...outcome.problems.map((problem) => `crash at moment ${moment}: ${problem}`));
      if (outcome.died === 0) break;
    }
    expect(problems).toEqual([]);
  }, 600_000);

  test('the play is brought to its end although the next processes die too', async () => {
    const { numRuns = 100 } = fc.readConfigureGlobal();
    const crashes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(crashes, async (moments) => {
        expect((await playWithCrashes(scene, moments)).problems).toEqual([]);
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  }, 600_000);
});
