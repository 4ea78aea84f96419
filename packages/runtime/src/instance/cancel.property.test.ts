import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finale } from '../__fixtures__/finale.ts';
import { Fuse } from '../__fixtures__/fuse.ts';
import { OWNER, Stage } from '../__fixtures__/stage.ts';
import type { Engine } from '../engine/engine.ts';
import { SwarmInstance } from './swarm-instance.ts';

const TASK = 'to be cancelled';
const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4);

/** Lets the process work for so many rounds of its event loop. */
async function pass(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function openInstances(stage: Stage): Promise<{ instances: SwarmInstance[]; stop: () => Promise<void> }> {
  const engines: Engine[] = [];
  const instances: SwarmInstance[] = [];
  for (const name of ['first', 'second']) {
    const fuse = new Fuse();
    const { definition } = finale.swarm({ fuse, store: stage.store, effects: stage.effects });
    const engine = await stage.start({ definition }, fuse, name);
    engines.push(engine);
    instances.push(new SwarmInstance(definition, OWNER, engine));
  }
  return { instances, stop: async () => void (await Promise.all(engines.map((engine) => engine.stop()))) };
}

test('a cancel is final, however often and from wherever it comes', async () => {
  const cancels = fc.array(fc.record({ node: fc.nat(1), rounds: fc.nat(20) }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(cancels, async (plan) => {
      await using stage = await Stage.open();
      const { instances, stop } = await openInstances(stage);
      // Its worker acts and its thinker thinks until they are told to stop, so that this run has no other end.
      const submitted = await instances[0]!.submit({ subject: 'again', body: 'b', taskId: TASK });
      await Promise.all(
        plan.map(async ({ node, rounds }) => {
          await pass(rounds);
          await instances[node]!.cancel(TASK);
        }),
      );
      expect(await instances[1]!.answer(submitted)).toMatchObject({ status: 'cancelled', run: 1 });
      const task = (await stage.store.find(OWNER, TASK))!;
      expect(task).toMatchObject({ status: 'cancelled', openRun: null });
      await pass(20);
      await Promise.all(instances.map((instance) => instance.cancel(TASK)));
      // Nothing has come after the end: no late result, no second end, no mail that is left.
      expect((await stage.store.find(OWNER, TASK))!.head).toBe(task.head);
      expect(await instances[1]!.postMessage({ subject: 'last', body: 'b', taskId: TASK })).toMatchObject({
        status: 'complete',
        run: 2,
      });
      await stop();
      expect(await stage.problems()).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);
