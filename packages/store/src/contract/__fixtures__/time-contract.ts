import { describe, expect, it } from 'vitest';
import { begin, type ContractOptions, notice } from './samples.ts';

/** Time in the log. */
export function timeContract({ open, passTime }: ContractOptions): void {
  describe('times of a task', () => {
    it('times of a task are UTC in ISO form', async () => {
      await using store = await open();
      const { task, entries } = await begin(store, { entries: [notice()] });
      for (const time of [task.createdAt, task.updatedAt, entries[0]?.at ?? ''])
        expect(new Date(time).toISOString()).toBe(time);
    });

    it('times of a task are the same for all entries of a write, and for the task', async () => {
      await using store = await open();
      const { task, entries } = await begin(store, { entries: [notice(), notice()] });
      expect(entries.map(({ at }) => at)).toEqual([task.updatedAt, task.updatedAt]);
      expect(task.createdAt).toBe(task.updatedAt);
    });

    it('advance from write to write, and the creation time stays', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice()] });
      await passTime(1_000);
      const later = await store.commit({ task: task.key, entries: [notice()] });
      expect(Date.parse(later.task.updatedAt) - Date.parse(task.updatedAt)).toBeGreaterThanOrEqual(1_000);
      expect(later.task.createdAt).toBe(task.createdAt);
    });

    it('never go back, even if the clock does', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice()] });
      await passTime(-60_000);
      const { task: after, entries } = await store.commit({ task: task.key, entries: [notice()] });
      expect(entries[0]?.at).toBe(task.updatedAt);
      expect(after.updatedAt).toBe(task.updatedAt);
      await passTime(60_000);
    });

    it('a claim or a release does not change the times of a task', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice()] });
      await passTime(5_000);
      await store.heartbeat('node-a');
      await store.release(task.key, task.epoch);
      expect((await store.load(task.key)).task.updatedAt).toBe(task.updatedAt);
    });
  });
}
