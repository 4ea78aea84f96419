import { expect, test } from 'vitest';
import { expectText } from '../../__fixtures__/drama.ts';
import { Fuse } from '../../__fixtures__/fuse.ts';
import { OWNER, type Scene, Stage } from '../../__fixtures__/stage.ts';
import { action } from '../../definitions/action.ts';
import { scripted } from '../../scripted/index.ts';
import { swarm } from '../../swarm.ts';
import { clerk, diligent, long, TASK } from './__fixtures__/clerk.ts';

/** A conversation that outgrows the memory of its clerk. */
const letters: Scene = {
  swarm({ fuse, effects }) {
    const look = action({
      name: 'get_weather',
      description: 'The weather of a city.',
      parameters: { type: 'object' },
      execute: async (_input: object, { idempotencyKey: key }) => {
        await fuse.pass('before the look outside');
        effects.push({ tool: 'get_weather', idempotent: false, key });
        await fuse.pass('after the look outside');
        return 'fine';
      },
    });
    const model = scripted(async (request) => {
      await fuse.pass('before the clerk answers');
      const turn = await diligent(request);
      await fuse.pass('after the clerk has answered');
      return turn;
    });
    return swarm({ ...clerk(model, { actions: [look] }).definition, name: OWNER.swarm });
  },

  async drive(instance) {
    for (const word of ['first', 'second', 'third']) {
      const submitted = await instance.submit({ taskId: TASK, body: long(word).repeat(2), idempotencyKey: word });
      expectText(await instance.answer(submitted), 'Done.');
    }
  },
};

/** How far apart the moments are at which a process dies: a quick run looks at some of them. */
const STEP = process.env.TEST_FULL === '1' ? 1 : 4;

test('wherever a process dies, the next one has the same history, and prompts and log agree', async () => {
  for (let moment = 1; ; moment += STEP) {
    await using stage = await Stage.open();
    const fuse = new Fuse(moment);
    const survived = await stage.play(letters, fuse);
    if (!survived) await stage.play(letters, new Fuse());
    const where = `crash ${moment}, ${fuse.moments.at(-1)}`;
    const task = await stage.store.find(OWNER, TASK);
    const { entries } = await stage.store.read(task!.key, 0, 10_000);
    const [newest] = await stage.store.history(task!.key, 'clerk');
    expect(await stage.problems(), where).toEqual([]);
    expect(newest!.summaryThrough, where).toBe(entries.findLast((entry) => entry.type === 'compacted')?.through);
    if (survived) return;
  }
});
