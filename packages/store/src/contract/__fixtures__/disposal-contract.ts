import { describe, expect, it } from 'vitest';
import type { Store } from '../../store.ts';
import { alice, begin, type ContractOptions, notice, refusalOf, sessionOf } from './samples.ts';

/** The end of a store. */
export function disposalContract({ open }: ContractOptions): void {
  describe('a store that is disposed of', () => {
    it('finishes pending writes first', async () => {
      const store = await open();
      const { task } = await begin(store);
      const pending = Array.from({ length: 50 }, () => store.commit({ task: task.key, entries: [notice()] }));
      await store[Symbol.asyncDispose]();
      const outcomes = await Promise.all(pending);
      expect(outcomes.at(-1)?.task.head).toBe(50);
    });

    it('refuses everything afterwards', async () => {
      const store = await open();
      const { task } = await begin(store);
      await store[Symbol.asyncDispose]();
      const signal = new AbortController().signal;
      const calls: ((store: Store) => Promise<unknown>)[] = [
        () => store.commit({ task: task.key, entries: [] }),
        () => store.saveLive([]),
        () => store.read(task.key, 0, 1),
        () => store.find(alice, task.taskId),
        () => store.list(alice, undefined, 1),
        () => store.load(task.key),
        () => store.history(task.key, 'writer'),
        () => store.turns(task.key, 1),
        () => store.claim('node-a', ['alpha'], 1),
        () => store.release(task.key, 0),
        () => store.heartbeat('node-a'),
        () => store.leave('node-a'),
        () => store.nodes(),
        () => store.records.get('token', 'a'),
        () => store.records.list('token'),
        () => store.records.put('token', 'a', {}),
        () => store.records.delete('token', 'a'),
        () => store.sessions.get(alice, 's'),
        () => store.sessions.list(alice, { limit: 1 }),
        () => store.sessions.put(sessionOf('s')),
        () => store.sessions.delete(alice, 's'),
        async () => {
          for await (const _ of store.changes(signal)) break;
        },
      ];
      for (const call of calls) expect(await refusalOf(call(store))).toBe('unavailable');
    });

    it('refuses calls as soon as disposal has begun', async () => {
      const store = await open();
      const end = store[Symbol.asyncDispose]();
      expect(await refusalOf(begin(store))).toBe('unavailable');
      await end;
    });

    it('a store may be disposed of twice', async () => {
      const store = await open();
      await Promise.all([store[Symbol.asyncDispose](), store[Symbol.asyncDispose]()]);
      await store[Symbol.asyncDispose]();
      expect(await refusalOf(begin(store))).toBe('unavailable');
    });
  });
}
