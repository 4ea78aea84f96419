import { describe, expect, it } from 'vitest';
import { alice, begin, type ContractOptions, mailTo, notice, refusalOf, runStarted } from './samples.ts';

/** Idempotency keys. */
export function onceContract({ open }: ContractOptions): void {
  describe('a write with an idempotency key', () => {
    it('a repeated write is applied once, and the second gets the outcome of the first', async () => {
      await using store = await open();
      const write = {
        task: { owner: alice, taskId: 'trip' },
        once: 'post-1',
        entries: [notice('a'), notice('b')],
        put: [mailTo('writer')],
      };
      const first = await store.commit(write);
      const second = await store.commit(write);
      expect(first.repeated).toBe(false);
      expect(second).toEqual({ task: first.task, entries: first.entries, mail: [], repeated: true });
      expect((await store.load(first.task.key)).mail).toHaveLength(1);
    });

    it('a second write with the same key is a repetition, whatever else it says', async () => {
      await using store = await open();
      const { task, entries } = await begin(store, { once: 'post-1', entries: [notice('first')] });
      const second = await store.commit({
        task: task.key,
        once: 'post-1',
        entries: [notice('second')],
        fence: true,
        data: { a: 1 },
      });
      expect(second.entries).toEqual(entries);
      expect(second.task).toEqual(task);
    });

    it('returns the task as it is now', async () => {
      await using store = await open();
      const { task, entries } = await begin(store, { once: 'post-1', entries: [notice('first')] });
      const { task: later } = await store.commit({ task: task.key, entries: [notice('later')], fence: true });
      const second = await store.commit({ task: task.key, once: 'post-1', entries: [notice('first')] });
      expect(second).toEqual({ task: later, entries, mail: [], repeated: true });
    });

    it('a second write with the same key is a repetition even if the task has moved on', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('a', { id: 'm-1' })] });
      const write = {
        task: task.key,
        once: 'k',
        expect: { epoch: task.epoch, openRun: null },
        entries: [runStarted()],
        take: ['m-1'],
      };
      const first = await store.commit(write);
      await store.commit({ task: task.key, entries: [], fence: true });
      const second = await store.commit(write);
      expect([second.repeated, second.entries]).toEqual([true, first.entries]);
    });

    it('a write with a key may have no entries', async () => {
      await using store = await open();
      const { task } = await begin(store, { once: 'k' });
      await store.commit({ task: task.key, entries: [notice()] });
      expect(await store.commit({ task: task.key, once: 'k', entries: [notice()] })).toMatchObject({
        entries: [],
        repeated: true,
      });
    });

    it('shares its key with no other task', async () => {
      await using store = await open();
      await begin(store, { once: 'k', entries: [notice('one')] });
      const other = await begin(store, { once: 'k', entries: [notice('two')] });
      expect(other).toMatchObject({ repeated: false, task: { head: 1 } });
    });

    it('leaves the key free when it is refused', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const refused = store.commit({ task: task.key, once: 'k', expect: { epoch: 7 }, entries: [notice()] });
      expect(await refusalOf(refused)).toBe('fenced');
      expect(await store.commit({ task: task.key, once: 'k', entries: [notice()] })).toMatchObject({ repeated: false });
    });

    it('a write sent many times at once is applied once', async () => {
      await using store = await open();
      const write = { task: { owner: alice, taskId: 'trip' }, once: 'k', entries: [notice()] };
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.commit(write)));
      expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
      expect(new Set(outcomes.map(({ entries }) => JSON.stringify(entries))).size).toBe(1);
      expect((await store.find(alice, 'trip'))?.head).toBe(1);
    });
  });
}
