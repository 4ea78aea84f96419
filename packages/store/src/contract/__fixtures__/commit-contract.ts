import { newId } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { alice, begin, type ContractOptions, mailTo, notice, refusalOf, turnOf } from './samples.ts';

/** A write as a whole: what it makes, what it answers, and that it is all or nothing. */
export function commitContract({ open }: ContractOptions): void {
  describe('a write', () => {
    it('creates the task that it names by owner and id', async () => {
      await using store = await open();
      const { task } = await store.commit({ task: { owner: alice, taskId: 'trip' }, entries: [] });
      expect(task).toMatchObject({
        owner: alice,
        taskId: 'trip',
        run: 0,
        openRun: null,
        epoch: 0,
        head: 0,
        node: null,
        data: {},
      });
      expect(await store.find(alice, 'trip')).toEqual(task);
    });

    it('finds the same task by owner and id, and by its key', async () => {
      await using store = await open();
      const named = { owner: alice, taskId: 'trip' };
      const { task } = await store.commit({ task: named, entries: [notice('one')] });
      const second = await store.commit({ task: named, entries: [notice('two')] });
      const third = await store.commit({ task: task.key, entries: [notice('three')] });
      expect([second.task.key, third.task.key]).toEqual([task.key, task.key]);
      expect(third.task.head).toBe(3);
    });

    it('keeps tasks of the same id apart when swarm, role or owner differ', async () => {
      await using store = await open();
      const owners = [
        alice,
        { ...alice, swarm: 'beta' },
        { ...alice, role: 'admin' as const },
        { ...alice, id: 'bob' },
        // Written one behind the other, these two are the same text.
        { ...alice, id: 'alice@x', swarm: 'y' },
        { ...alice, id: 'alice', swarm: 'x@y' },
      ];
      const keys = new Set<string>();
      for (const owner of owners) {
        const { task } = await store.commit({
          task: { owner, taskId: 'trip' },
          entries: [],
          data: { owner: owner.id },
        });
        keys.add(task.key);
      }
      expect(keys.size).toBe(owners.length);
      for (const owner of owners)
        expect(await store.find(owner, 'trip')).toMatchObject({ owner, data: { owner: owner.id } });
    });

    it.each(['', '0', '1', '01', '-1', '1.5', '1e3', 'no-such-task', '9'.repeat(40), '1\0'])(
      'refuses a write when no task has the key %j',
      async (key) => {
        await using store = await open();
        expect(await refusalOf(store.commit({ task: key, entries: [] }))).toBe('task_not_found');
      },
    );

    it('numbers entries from 1 without gaps', async () => {
      await using store = await open();
      const first = await begin(store, { entries: [notice('a'), notice('b')] });
      const second = await store.commit({ task: first.task.key, entries: [notice('c')] });
      expect(first.entries.map(({ seq }) => seq)).toEqual([1, 2]);
      expect(second.entries).toEqual([{ ...notice('c'), seq: 3, at: second.task.updatedAt }]);
      expect(second.task.head).toBe(3);
      expect(second.repeated).toBe(false);
    });

    it('a write may have many entries', async () => {
      await using store = await open();
      const { task, entries } = await begin(store, {
        entries: Array.from({ length: 137 }, (_, index) => notice(`${index}`)),
      });
      expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 137 }, (_, index) => index + 1));
      expect((await store.read(task.key, 0, 1_000)).entries).toEqual(entries);
    });

    it('returns exactly what a reader finds', async () => {
      await using store = await open();
      const committed = await begin(store, {
        entries: [notice()],
        put: [mailTo('writer')],
        status: 'paused',
        data: { a: 1 },
      });
      const loaded = await store.load(committed.task.key);
      expect(loaded.task).toEqual(committed.task);
      expect(loaded.mail).toEqual(committed.mail);
      expect((await store.read(committed.task.key, 0, 10)).entries).toEqual(committed.entries);
    });

    it('changes nothing at all when one part of it is refused', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice()], put: [mailTo('writer', { id: 'm-1' })] });
      const before = await store.load(task.key);
      const refused = store.commit({
        task: task.key,
        once: 'this one',
        entries: [notice()],
        take: ['m-1', 'gone'],
        put: [mailTo('editor')],
        turns: [turnOf('writer', 1)],
        status: 'error',
        data: { changed: true },
        fence: true,
        claim: 'node-a',
      });
      expect(await refusalOf(refused)).toBe('stale');
      expect(await store.load(task.key)).toEqual(before);
      expect(await store.history(task.key, 'writer')).toEqual([]);
      expect((await store.commit({ task: task.key, once: 'this one', entries: [] })).repeated).toBe(false);
    });

    it('creates no task when it is refused', async () => {
      await using store = await open();
      const taskId = newId();
      const write = { task: { owner: alice, taskId }, entries: [notice()] };
      expect(await refusalOf(store.commit({ ...write, take: ['gone'] }))).toBe('stale');
      expect(await refusalOf(store.commit({ ...write, expect: { epoch: 1 } }))).toBe('fenced');
      expect(await store.find(alice, taskId)).toBeUndefined();
      expect((await store.commit(write)).task).toMatchObject({ head: 1, epoch: 0 });
    });

    it('a refused write does not affect the writes around it', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const texts = Array.from({ length: 30 }, (_, index) => `${index}`);
      const outcomes = await Promise.all(
        texts.map((text, index) =>
          refusalOf(
            store.commit({ task: task.key, entries: [notice(text)], ...(index % 3 === 0 ? { take: ['gone'] } : {}) }),
          ),
        ),
      );
      expect(outcomes).toEqual(texts.map((_, index) => (index % 3 === 0 ? 'stale' : undefined)));
      const { entries } = await store.read(task.key, 0, 100);
      expect(entries.map((entry) => entry.type === 'notice' && entry.text)).toEqual(
        texts.filter((_, index) => index % 3 !== 0),
      );
    });

    it('writes are applied in the order of the calls', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const texts = Array.from({ length: 500 }, (_, index) => `${index}`);
      await Promise.all(texts.map((text) => store.commit({ task: task.key, entries: [notice(text)] })));
      const { entries } = await store.read(task.key, 0, 1_000);
      expect(entries.map((entry) => entry.type === 'notice' && entry.text)).toEqual(texts);
      expect(entries.map(({ seq }) => seq)).toEqual(texts.map((_, index) => index + 1));
    });

    it('refuses a write that JSON cannot express', async () => {
      await using store = await open();
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      const entry = { ...notice(), type: 'call', callId: 'c', tool: 't', kind: 'action', input: circle } as never;
      expect(await refusalOf(begin(store, { entries: [entry] }))).toBe('invalid_input');
      expect(await refusalOf(begin(store, { turns: [turnOf('a', 1, { data: circle as never })] }))).toBe(
        'invalid_input',
      );
      expect(await refusalOf(begin(store, { data: { size: 1n as never } }))).toBe('invalid_input');
    });

    it('what a writer does to the value afterwards does not change the write', async () => {
      await using store = await open();
      const entry = { run: 1, type: 'call', callId: 'c', tool: 't', kind: 'action', input: { city: 'Rome' } } as const;
      const turn = turnOf('writer', 1, { data: { step: 1 } });
      const pending = begin(store, { entries: [entry], turns: [turn] });
      turn.data.step = 2;
      (entry.input as { city: string }).city = 'Bonn';
      const { task } = await pending;
      expect((await store.history(task.key, 'writer'))[0]?.data).toEqual({ step: 1 });
      expect((await store.read(task.key, 0, 1)).entries[0]).toMatchObject({ input: { city: 'Rome' } });
    });
  });

  describe("a task's data", () => {
    it('new data is merged one level deep, and null removes a key', async () => {
      await using store = await open();
      const { task } = await begin(store, { data: { title: 'Trip', limits: { turns: 5, cost: 1 }, draft: true } });
      const next = await store.commit({
        task: task.key,
        entries: [],
        data: { limits: { turns: 6 }, draft: null, unknown: null },
      });
      expect(next.task.data).toEqual({ title: 'Trip', limits: { turns: 6 } });
      expect((await store.load(task.key)).task.data).toEqual({ title: 'Trip', limits: { turns: 6 } });
    });

    it('data may have a key called __proto__', async () => {
      await using store = await open();
      const data = JSON.parse('{"__proto__":{"admin":true},"constructor":1}') as Record<string, never>;
      const { task } = await begin(store, { data });
      expect(Object.hasOwn(task.data, '__proto__')).toBe(true);
      expect((task.data as { admin?: boolean }).admin).toBeUndefined();
      expect(JSON.stringify((await store.load(task.key)).task.data)).toBe(JSON.stringify(data));
    });

    it('what a reader changes in its copy of the data is not seen by others', async () => {
      await using store = await open();
      const { task } = await begin(store, { data: { list: [1] } });
      (task.data.list as number[]).push(2);
      task.owner.id = 'mallory';
      const again = await store.commit({ task: task.key, entries: [] });
      expect(again.task).toMatchObject({ data: { list: [1] }, owner: alice });
    });
  });
}
