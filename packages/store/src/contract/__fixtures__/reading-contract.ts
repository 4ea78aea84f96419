import { newId } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { alice, begin, type ContractOptions, notice, refusalOf } from './samples.ts';

/** Reading: the log by cursor, tasks by name and by page. */
export function readingContract({ open }: ContractOptions): void {
  describe('reading the log', () => {
    it('continues after a place, with at most the given number of entries', async () => {
      await using store = await open();
      const { task, entries } = await begin(store, {
        entries: Array.from({ length: 7 }, (_, index) => notice(`${index}`)),
      });
      expect(await store.read(task.key, 0, 3)).toEqual({ entries: entries.slice(0, 3), live: [], head: 7 });
      expect(await store.read(task.key, 3, 3)).toEqual({ entries: entries.slice(3, 6), live: [], head: 7 });
      expect(await store.read(task.key, 6, 3)).toEqual({ entries: entries.slice(6), live: [], head: 7 });
    });

    it('gives as many entries as fit into the given bytes, and always one', async () => {
      await using store = await open();
      // Each letter takes two bytes, and the last entry is stored out of line by databases that do so.
      const texts = ['ö'.repeat(1_000), 'ö'.repeat(1_000), 'ö'.repeat(1_000), 'short', newId().repeat(20_000), 'short'];
      const { task, entries } = await begin(store, { entries: texts.map((text) => notice(text)) });
      const page = async (after: number, limit: number, maxBytes: number): Promise<unknown> => {
        const { entries: found, head } = await store.read(task.key, after, limit, maxBytes);
        expect([found, head]).toEqual([entries.slice(after, after + found.length), entries.length]);
        return found.length;
      };
      expect(await page(0, 10, 5_000)).toBe(2);
      expect(await page(0, 10, 1)).toBe(1);
      expect(await page(0, 1, 5_000)).toBe(1);
      expect(await page(2, 10, 5_000)).toBe(2);
      expect(await page(4, 10, 5_000)).toBe(1);
      expect(await page(5, 10, 5_000)).toBe(1);
      expect(await page(6, 10, 5_000)).toBe(0);
      expect(await page(0, 0, 5_000)).toBe(0);
      expect(await page(0, 10, 10_000_000)).toBe(6);
    });

    it('gives nothing at the end, beyond it, or for a limit of zero', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice()] });
      for (const [after, limit] of [
        [1, 10],
        [99, 10],
        [0, 0],
      ] as const) {
        expect(await store.read(task.key, after, limit)).toEqual({ entries: [], live: [], head: 1 });
      }
    });

    it('gives the head 0 for a task without entries', async () => {
      await using store = await open();
      const { task } = await begin(store);
      expect(await store.read(task.key, 0, 10)).toEqual({ entries: [], live: [], head: 0 });
    });

    it('gives only the entries of its task', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice('mine')] });
      await begin(store, { entries: [notice('not mine'), notice('nor this')] });
      expect((await store.read(task.key, 0, 10)).entries).toHaveLength(1);
    });

    it('fails for an unknown task, and so does loading it', async () => {
      await using store = await open();
      for (const key of ['4711', 'no-such-task', '']) {
        expect(await refusalOf(store.read(key, 0, 10))).toBe('task_not_found');
        expect(await refusalOf(store.load(key))).toBe('task_not_found');
      }
    });
  });

  describe('finding a task', () => {
    it('needs its owner: the id alone is not enough', async () => {
      await using store = await open();
      await store.commit({ task: { owner: alice, taskId: 'trip' }, entries: [] });
      expect(await store.find({ ...alice, id: 'bob' }, 'trip')).toBeUndefined();
      expect(await store.find({ ...alice, swarm: 'beta' }, 'trip')).toBeUndefined();
      expect(await store.find({ ...alice, role: 'swarm' }, 'trip')).toBeUndefined();
      expect(await store.find(alice, 'Trip')).toBeUndefined();
      expect(await store.find(alice, 'trip')).toBeDefined();
    });
  });

  describe('listing tasks', () => {
    it('gives the tasks of an owner, newest first, page by page', async () => {
      await using store = await open();
      const keys: string[] = [];
      for (let count = 0; count < 5; count += 1) keys.unshift((await begin(store, { entries: [notice()] })).task.key);
      await store.commit({ task: { owner: { ...alice, id: 'bob' }, taskId: newId() }, entries: [] });
      const first = await store.list(alice, undefined, 2);
      const second = await store.list(alice, first[1]?.key, 2);
      const third = await store.list(alice, second[1]?.key, 2);
      expect([...first, ...second, ...third].map(({ key }) => key)).toEqual(keys);
      expect(await store.list(alice, third[0]?.key, 2)).toEqual([]);
    });

    it('keeps its order when a task is written to', async () => {
      await using store = await open();
      const { task: older } = await begin(store);
      const { task: newer } = await begin(store);
      await store.commit({ task: older.key, entries: [notice()] });
      expect((await store.list(alice, undefined, 10)).map(({ key }) => key)).toEqual([newer.key, older.key]);
    });

    it('gives the tasks as they are now', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice()], data: { title: 'Trip' } });
      expect(await store.list(alice, undefined, 10)).toEqual([task]);
    });

    it('an owner without tasks gets an empty list', async () => {
      await using store = await open();
      expect(await store.list(alice, undefined, 10)).toEqual([]);
    });
  });
}
