import { openStore, type Store } from '@posthouse/store';
import { expect, test } from 'vitest';
import { cast, complete, type Line } from '../__fixtures__/play.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';
import { Engine } from './engine.ts';

const owner = { swarm: 'swarm-alpha', role: 'user', id: 'u-1' } as const;
/** More than a process takes over at once. */
const TASKS = 17;

/** A store that takes tasks over once, and fails after that. */
function claimingOnce(store: Store): Store {
  let claims = 0;
  const claim: Store['claim'] = async (...given) => {
    claims += 1;
    if (claims > 1) throw new Error('the database is away');
    return store.claim(...given);
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === 'claim') return claim;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

test('an engine that fails to start leaves its tasks at once to the next one, and works on none', async () => {
  await using store = await openStore('sqlite::memory:');
  let working = 0;
  const work: Line = ({ signal }) => {
    working += 1;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        working -= 1;
        reject(signal.reason as Error);
      });
    });
  };
  const tasks = Array.from({ length: TASKS }, (_, place) => `t-${place}`);
  const first = await Engine.start({
    store,
    swarms: [cast({ supervisor: tasks.map(() => work) }).definition],
    onError: () => undefined,
  });
  for (const taskId of tasks) {
    await new SwarmInstance(first.swarm('swarm-alpha'), owner, first).submit({ body: 'go', taskId });
  }
  await first.stop({ drainMs: 0 });

  const { definition } = cast({ supervisor: tasks.map(() => work) });
  const failing = Engine.start({ store: claimingOnce(store), swarms: [definition], onError: () => undefined });
  await expect(failing).rejects.toThrow('the database is away');
  expect(await store.nodes()).toEqual([]);
  expect(working).toBe(0);

  const next = await Engine.start({
    store,
    swarms: [cast({ supervisor: tasks.map(() => complete('done')) }).definition],
  });
  for (const taskId of tasks) {
    await expect.poll(async () => (await store.find(owner, taskId))?.status).toBe('complete');
  }
  await next.stop();
});
