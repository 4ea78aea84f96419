import { expect, test } from 'vitest';
import { expectText } from '../__fixtures__/drama.ts';
import { Fuse } from '../__fixtures__/fuse.ts';
import { complete } from '../__fixtures__/play.ts';
import { OWNER, type Scene, Stage } from '../__fixtures__/stage.ts';
import { action } from '../definitions/action.ts';
import type { AgentFunction } from '../definitions/agent-function.ts';
import { agent } from '../definitions/agent.ts';
import type { PastTurn } from '../respond/past-turn.ts';
import { swarm } from '../swarm.ts';

const TASK = 'walk';
const STEPS = 3;

/** Steps that the history knows of; nobody can say how a step ended during which the process died. */
const stepsIn = (history: readonly PastTurn[]) =>
  history.flatMap(({ calls }) => calls).filter(({ tool }) => tool === 'step');

/** A walker who remembers nothing itself: how far it has come, it reads in its history. */
const walk: Scene = {
  swarm({ fuse, effects }) {
    const step = action({
      name: 'step',
      description: 'One step ahead.',
      parameters: { type: 'object' },
      execute: async (_input: object, { idempotencyKey: key }) => {
        await fuse.pass('before the step');
        effects.push({ tool: 'step', idempotent: false, key });
        await fuse.pass('after the step');
        return 'done';
      },
    });
    const run: AgentFunction = async ({ history }) => {
      await fuse.pass('before the walker decides');
      const past = await history();
      const memos = past.flatMap(({ memo }) => (memo === undefined ? [] : [memo]));
      const taken = stepsIn(past).length;
      // What it noted down agrees with what became of it, whatever died in between.
      if (memos.length !== taken || memos.some((memo, index) => memo !== index)) {
        return { calls: complete(`Lost: ${JSON.stringify(past)}`) };
      }
      await fuse.pass('after the walker has decided');
      if (taken === STEPS) return { calls: complete('There.') };
      return { calls: [{ tool: 'step', input: {}, callId: `step-${taken}` }], memo: taken };
    };
    const walker = { name: 'walker', run, commTargets: [], actions: [step] };
    return swarm({
      name: OWNER.swarm,
      version: '1.0.0',
      entrypoint: 'walker',
      agents: [agent({ ...walker, enableEntrypoint: true, canCompleteTasks: true })],
    });
  },

  async drive(instance) {
    const submitted = await instance.submit({ taskId: TASK, body: 'Walk.', idempotencyKey: 'walk' });
    expectText(await instance.answer(submitted), 'There.');
  },
};

test('wherever a process dies, a function in the next one reads in its history how far it has come', async () => {
  const outcomes = new Set<string>();
  for (let moment = 1; ; moment += 1) {
    await using stage = await Stage.open();
    const fuse = new Fuse(moment);
    const survived = await stage.play(walk, fuse);
    if (!survived) await stage.play(walk, new Fuse());
    const where = `crash ${moment}, ${fuse.moments.at(-1)}`;
    expect(await stage.problems(), where).toEqual([]);
    const task = await stage.store.find(OWNER, TASK);
    const { entries } = await stage.store.read(task!.key, 0, 10_000);
    for (const entry of entries) if (entry.type === 'call-ended') outcomes.add(`${entry.tool} ${entry.result.status}`);
    if (survived) break;
  }
  expect([...outcomes].toSorted()).toEqual(['step success', 'step unknown', 'task_complete success']);
});
