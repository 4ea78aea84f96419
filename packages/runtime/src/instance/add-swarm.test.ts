import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { actor, cast, complete, type Line } from '../__fixtures__/play.ts';
import { swarm } from '../swarm.ts';
import { Engine } from '../engine/engine.ts';
import { SwarmInstance } from './swarm-instance.ts';

const owner = { swarm: 'swarm-alpha', role: 'user', id: 'u-1' } as const;

async function openEngine(supervisor: Line[]) {
  const store = await openStore('sqlite::memory:');
  const { definition } = cast({ supervisor });
  const engine = await Engine.start({ store, swarms: [definition] });
  const dispose = async (): Promise<void> => {
    await engine.stop({ drainMs: 0 });
    await store[Symbol.asyncDispose]();
  };
  return {
    engine,
    definition,
    instance: () => new SwarmInstance(engine.swarm('swarm-alpha'), owner, engine),
    [Symbol.asyncDispose]: dispose,
  };
}

/** A turn that lasts until it is told to end. */
function gate(): { line: Line; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const line: Line = async () => {
    await promise;
    return { calls: complete('by the old one') };
  };
  return { line, open: resolve };
}

test('a run continues with the swarm it began with, and the next run uses the new one', async () => {
  const { line, open } = gate();
  await using stage = await openEngine([line]);
  const running = await stage.instance().submit({ body: 'go', taskId: 't' });
  stage.engine.addSwarm(cast({ supervisor: [complete('by the new one'), complete('and again')] }).definition);
  open();
  expect((await stage.instance().answer(running)).response).toBe('by the old one');
  expect((await stage.instance().postMessage({ body: 'go on', taskId: 't' })).response).toBe('by the new one');
  expect((await stage.instance().postMessage({ body: 'another', taskId: 'u' })).response).toBe('and again');
});

test('mail that starts the next run as the last one ends is read by the new swarm', async () => {
  const { line, open } = gate();
  await using stage = await openEngine([line]);
  const running = await stage.instance().submit({ body: 'go', taskId: 't' });
  const renamed = swarm({
    name: 'swarm-alpha',
    version: '2.0.0',
    entrypoint: 'newcomer',
    agents: [
      actor('newcomer', [complete('by the newcomer')], {
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
    ],
  });
  stage.engine.addSwarm(renamed.definition);
  const joined = await stage.instance().submit({ body: 'for whoever is there', taskId: 't' });
  open();
  expect((await stage.instance().answer(running)).response).toBe('by the old one');
  expect((await stage.instance().answer(joined)).response).toBe('by the newcomer');
});

test('a swarm added later can be used', async () => {
  await using stage = await openEngine([]);
  expect(() => stage.engine.swarm('late')).toThrow("no swarm 'late'");
  const late = cast({ name: 'late', supervisor: [complete('better than never')] }).definition;
  stage.engine.addSwarm(late);
  const instance = new SwarmInstance(late, { ...owner, swarm: 'late' }, stage.engine);
  expect((await instance.postMessage({ body: 'go' })).response).toBe('better than never');
});
