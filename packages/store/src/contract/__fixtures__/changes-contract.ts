import { describe, expect, it } from 'vitest';
import type { TaskKey } from '../../task.ts';
import { begin, type ContractOptions, mailTo, notice, refusalOf } from './samples.ts';

/** Takes so many hints, then leaves. */
async function take(changes: AsyncIterable<TaskKey>, count: number): Promise<TaskKey[]> {
  const keys: TaskKey[] = [];
  for await (const key of changes) {
    keys.push(key);
    if (keys.length === count) break;
  }
  return keys;
}

/** Hints about what changed. */
export function changesContract({ open }: ContractOptions): void {
  describe('hints of changes', () => {
    it('name every task that was written to', async () => {
      await using store = await open();
      const changes = store.changes(new AbortController().signal);
      const { task: first } = await begin(store);
      const { task: second } = await begin(store);
      expect(await take(changes, 2)).toEqual([first.key, second.key]);
    });

    it('come from the call on, not from the first read', async () => {
      await using store = await open();
      const { task: before } = await begin(store);
      const changes = store.changes(new AbortController().signal);
      const { task } = await begin(store);
      expect(task.key).not.toBe(before.key);
      expect(await take(changes, 1)).toEqual([task.key]);
    });

    it('wake a waiting reader', async () => {
      await using store = await open();
      const waiting = take(store.changes(new AbortController().signal), 2);
      const { task } = await begin(store);
      await new Promise((resolve) => setTimeout(resolve, 5));
      await store.commit({ task: task.key, entries: [notice()] });
      expect(await waiting).toEqual([task.key, task.key]);
    });

    it('come after the change can be read', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const changes = store.changes(new AbortController().signal);
      const written = store.commit({ task: task.key, entries: [notice()], put: [mailTo('writer')] });
      for await (const key of changes) {
        expect((await store.read(key, 0, 10)).entries).toHaveLength(1);
        expect((await store.load(key)).mail).toHaveLength(1);
        break;
      }
      await written;
    });

    it('come once for many changes of a task to a slow reader', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const changes = store.changes(new AbortController().signal);
      for (let count = 0; count < 50; count += 1) await store.commit({ task: task.key, entries: [notice()] });
      const { task: other } = await begin(store);
      expect(await take(changes, 2)).toEqual([task.key, other.key]);
    });

    it('a refused write gives no hint', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const changes = store.changes(new AbortController().signal);
      expect(await refusalOf(store.commit({ task: task.key, entries: [notice()], take: ['gone'] }))).toBe('stale');
      const { task: other } = await begin(store);
      expect(await take(changes, 1)).toEqual([other.key]);
    });

    it('go to every reader', async () => {
      await using store = await open();
      const all = Array.from({ length: 5 }, () => take(store.changes(new AbortController().signal), 1));
      const { task } = await begin(store);
      expect(await Promise.all(all)).toEqual(Array.from({ length: 5 }, () => [task.key]));
    });

    it('end with their signal, also for a waiting reader', async () => {
      await using store = await open();
      const controller = new AbortController();
      const waiting = take(store.changes(controller.signal), 9);
      const idle = store.changes(controller.signal);
      await begin(store);
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort();
      expect(await waiting).toHaveLength(1);
      expect(await take(idle, 9)).toEqual([]);
      expect(await take(store.changes(controller.signal), 9)).toEqual([]);
    });

    it('end with the store', async () => {
      const store = await open();
      const waiting = take(store.changes(new AbortController().signal), 9);
      await store[Symbol.asyncDispose]();
      expect(await waiting).toEqual([]);
    });
  });
}
