import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { agent, swarm } from '../index.ts';
import { slowStore } from '../__fixtures__/slow-store.ts';

const SEEDS = Array.from({ length: process.env.TEST_FULL === '1' ? 300 : 20 }, (_, index) => index + 1);

const clerk = agent({
  name: 'clerk',
  commTargets: [],
  enableEntrypoint: true,
  canCompleteTasks: true,
  run: () => ({ calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] }),
});
const desk = swarm({ name: 'desk', version: '1.0.0', entrypoint: 'clerk', agents: [clerk] });

/** The store is closed while what was deleted is still being erased. */
const onError = (error: unknown): void => expect(String(error)).toContain('the store is closed');

describe('deleting a task with its forks', () => {
  test('deletes or refuses a fork that is being made', async () => {
    let forked = 0;
    for (const seed of SEEDS) {
      await using store = await openStore('sqlite::memory:');
      await using instance = await desk.instantiate({ store: slowStore(store, seed), userId: 'alice', onError });
      for (const body of ['one', 'two']) await instance.postMessage({ body, taskId: 'a' });
      const [fork, deletion] = await Promise.allSettled([
        instance.fork('a', { beforeRun: 2, newTaskId: 'f' }),
        instance.delete('a', { forks: true }),
      ]);
      expect(deletion.status).toBe('fulfilled');
      if (fork.status === 'fulfilled') forked += 1;
      expect(await store.list(instance.owner, undefined, 10)).toEqual([]);
    }
    expect(forked).toBeLessThan(SEEDS.length);
  });

  test('keeps a repeated message from starting a task after the deletion', async () => {
    let refused = 0;
    for (const seed of SEEDS) {
      await using store = await openStore('sqlite::memory:');
      await using instance = await desk.instantiate({ store: slowStore(store, seed), userId: 'alice', onError });
      await instance.postMessage({ body: 'one', taskId: 'a', idempotencyKey: 'key' });
      const idsOf = async () => (await store.list(instance.owner, undefined, 10)).map(({ taskId }) => taskId);
      const [known, posted] = await Promise.all([
        instance.delete('a').then(idsOf),
        instance
          .submit({ body: 'one', taskId: 'b', idempotencyKey: 'key', unlessKeyDeleted: true })
          .catch(() => 'refused'),
      ]);
      if (posted === 'refused') refused += 1;
      expect(await idsOf()).toEqual(known);
    }
    expect(refused).toBeGreaterThan(0);
  });
});
