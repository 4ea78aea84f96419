import type { JSONObject } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../store.ts';
import type { Write } from '../../write/write.ts';
import {
  alice,
  begin,
  type ContractOptions,
  liveText,
  mailTo,
  notice,
  refusalOf,
  runEnded,
  runStarted,
  sessionOf,
  turnOf,
} from './samples.ts';

const DAY = 24 * 3_600_000;

/** Erases until there is nothing more to do; gives the number of steps. */
export async function eraseAll(store: Store): Promise<number> {
  let steps = 1;
  while (await store.deletions.erase()) steps += 1;
  return steps;
}

/** Deleting tasks and sessions, and what is left of them. */
export function deletionContract({ open, passTime }: ContractOptions): void {
  const trip = { owner: alice, taskId: 'trip' };
  const first: Write = { task: trip, once: 'k', entries: [runStarted(), notice()], put: [mailTo('writer')] };

  describe('a deleted task', () => {
    it('a deleted task is refused as deleted by name and by key', async () => {
      await using store = await open();
      const { task } = await store.commit(first);
      const { key } = task;
      expect(await store.deletions.bury(key)).toEqual(task);
      const refusals = await Promise.all(
        [
          store.find(alice, 'trip'),
          store.read(key, 0, 10),
          store.read(key, 0, 10, 1_000),
          store.load(key),
          store.history(key, 'writer'),
          store.turns(key, 9),
          store.commit({ task: key, entries: [notice()] }),
          store.commit({ task: key, once: 'k', entries: [notice()] }),
          store.commit(first),
          store.commit({ task: trip, entries: [] }),
          store.deletions.bury(key),
          store.deletions.bury(trip),
        ].map((promise) => refusalOf(promise)),
      );
      expect(new Set(refusals)).toEqual(new Set(['task_deleted']));
      expect(await store.list(alice, undefined, 10)).toEqual([]);
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
    });

    it('stays deleted while it is erased and afterwards, for 30 days', async () => {
      await using store = await open();
      const { task } = await store.commit(first);
      await store.deletions.bury(task.key);
      expect(await store.deletions.isErased()).toBe(false);
      await eraseAll(store);
      expect(await store.deletions.isErased()).toBe(true);
      expect(await refusalOf(store.find(alice, 'trip'))).toBe('task_deleted');
      await passTime(29 * DAY);
      await eraseAll(store);
      expect(await refusalOf(store.commit(first))).toBe('task_deleted');
      await passTime(2 * DAY);
      await eraseAll(store);
      expect(await store.find(alice, 'trip')).toBeUndefined();
      expect(await store.commit(first)).toMatchObject({ repeated: false, task: { head: 2 } });
    });

    it('leaves other tasks alone', async () => {
      await using store = await open();
      const parts: Partial<Write> = { ...first, turns: [turnOf('writer', 1)] };
      const { task: one } = await begin(store, { ...parts, task: trip });
      const { task: other } = await begin(store, { ...parts, task: { owner: alice, taskId: 'other' } });
      await store.saveLive([{ task: other.key, text: liveText('editor', 1) }]);
      const before = [await store.load(other.key), await store.read(other.key, 0, 10)];
      await store.deletions.bury(one.key);
      await eraseAll(store);
      expect([await store.load(other.key), await store.read(other.key, 0, 10)]).toEqual(before);
      expect(await store.list(alice, undefined, 10)).toEqual([other]);
      expect(await store.commit({ ...first, task: other.key })).toMatchObject({ repeated: true });
    });

    it('a task with many entries is erased in several steps', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const entries = Array.from({ length: 1_000 }, (_, place) => notice(`${place} `.repeat(200)));
      for (let write = 0; write < 10; write += 1) await store.commit({ task: task.key, entries });
      await store.deletions.bury(task.key);
      expect(await eraseAll(store)).toBeGreaterThan(2);
      expect(await store.deletions.isErased()).toBe(true);
    });

    it('erases the task that is asked for before others', async () => {
      await using store = await open();
      const keys: string[] = [];
      for (const taskId of ['a', 'b', 'c']) {
        const entries = Array.from({ length: 2_000 }, () => notice('x'.repeat(300)));
        const { task } = await store.commit({ task: { owner: alice, taskId }, entries });
        keys.push(task.key);
        await store.deletions.bury(task.key);
      }
      const last = keys.slice(-1);
      expect(await store.deletions.isErased(last)).toBe(false);
      for (let steps = 0; steps < 500 && !(await store.deletions.isErased(last)); steps += 1) {
        expect(await store.deletions.erase(last)).toBe(true);
      }
      expect(await Promise.all([last, keys.slice(0, 2), undefined].map((of) => store.deletions.isErased(of)))).toEqual([
        true,
        false,
        false,
      ]);
      await eraseAll(store);
      expect(await store.deletions.isErased(keys)).toBe(true);
    });

    it('refuses a deletion as stale if another run is open than expected', async () => {
      await using store = await open();
      const { task } = await store.commit(first);
      expect(await refusalOf(store.deletions.bury(task.key, { expect: { openRun: null } }))).toBe('stale');
      await store.commit({ task: task.key, entries: [runEnded()] });
      await store.deletions.bury(task.key, { expect: { openRun: null } });
      expect(await refusalOf(store.load(task.key))).toBe('task_deleted');
    });

    it('drops text that is saved for it late', async () => {
      await using store = await open();
      const { task } = await store.commit(first);
      await store.deletions.bury(task.key);
      await eraseAll(store);
      await store.saveLive([{ task: task.key, text: liveText('writer', 1) }]);
      await store.saveLive([{ task: task.key, epoch: task.epoch, text: liveText('writer', 2) }]);
      expect(await refusalOf(store.read(task.key, 0, 1))).toBe('task_deleted');
      expect(await store.deletions.isErased()).toBe(true);
    });

    it('a deletion is announced as a change', async () => {
      await using store = await open();
      const { task } = await store.commit(first);
      const leaving = new AbortController();
      const changes = store.changes(leaving.signal)[Symbol.asyncIterator]();
      await store.deletions.bury(task.key);
      expect((await changes.next()).value).toBe(task.key);
      leaving.abort();
    });

    it('leaves tasks with the same id of other owners alone', async () => {
      await using store = await open();
      await store.commit(first);
      const bob = { ...alice, id: 'bob' };
      await store.commit({ ...first, task: { owner: bob, taskId: 'trip' } });
      await store.deletions.bury(trip);
      expect(await store.find(bob, 'trip')).toMatchObject({ head: 2 });
      expect(await store.find({ ...alice, role: 'admin' }, 'trip')).toBeUndefined();
    });

    it('none of many simultaneous writes creates a deleted task again', async () => {
      await using store = await open();
      await store.commit(first);
      const write = { task: trip, entries: [notice()] };
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 5 }, () => store.commit(write)),
        store.deletions.bury(trip),
        ...Array.from({ length: 20 }, () => store.commit(write)),
      ]);
      const late = outcomes.slice(6).filter(({ status }) => status === 'fulfilled');
      expect(late).toEqual([]);
      expect(await refusalOf(store.find(alice, 'trip'))).toBe('task_deleted');
    });

    it('a task that never existed can be deleted, and cannot be created then', async () => {
      await using store = await open();
      expect(await store.deletions.bury(trip)).toBeUndefined();
      expect(await refusalOf(store.commit(first))).toBe('task_deleted');
      expect(await refusalOf(store.deletions.bury('999999999999'))).toBe('task_not_found');
    });
  });

  describe('listing what is old', () => {
    it('finds tasks of all owners, unless they run, have mail to send, or are deleted', async () => {
      await using store = await open();
      const named = (taskId: string, entries: Write['entries']) =>
        store.commit({ task: { owner: alice, taskId }, entries });
      await named('done', [runStarted(), runEnded()]);
      await named('running', [runStarted()]);
      const { task: gone } = await named('gone', [runStarted(), runEnded()]);
      await store.commit({ task: { owner: alice, taskId: 'asks' }, entries: [runStarted()], status: 'paused' });
      await store.deletions.bury(gone.key);
      // The end of a run that others wait to hear of, and cannot be told yet.
      const ended = [runStarted(), runEnded()];
      await store.commit({
        task: { owner: alice, taskId: 'sends' },
        entries: ended,
        put: [mailTo('@beta', { id: 'm' })],
      });
      await passTime(DAY);
      const { task } = await named('new', [runStarted(), runEnded()]);
      const time = Date.parse(task.updatedAt);
      const found: string[] = [];
      for (let after: string | undefined; ;) {
        const { tasks, next } = await store.aged(after, time);
        found.push(...tasks.map(({ taskId }) => taskId));
        if (next === undefined) break;
        after = next;
      }
      expect(found).toEqual(['done', 'asks']);
    });

    it('finds sessions of all owners, longest unused first', async () => {
      await using store = await open();
      for (const id of ['a', 'b', 'c', 'a']) {
        await store.sessions.put(sessionOf(id));
        await passTime(1_000);
      }
      const { updatedAt } = (await store.sessions.get(sessionOf('a').owner, 'a'))!;
      const idsOf = async (time: number, limit: number) => (await store.sessions.aged(time, limit)).map(({ id }) => id);
      expect(await idsOf(Date.parse(updatedAt), 10)).toEqual(['b', 'c']);
      expect(await idsOf(Date.parse(updatedAt) + 1, 10)).toEqual(['b', 'c', 'a']);
      expect(await idsOf(Date.parse(updatedAt), 1)).toEqual(['b']);
      const [oldest] = await store.sessions.aged(Date.parse(updatedAt), 1);
      const rest = await store.sessions.aged(Date.parse(updatedAt), 10, oldest!.version);
      expect(rest.map(({ id }) => id)).toEqual(['c']);
    });
  });

  describe('a tombstone', () => {
    it('the notices of a tombstone are due until they are told', async () => {
      await using store = await open();
      const { task } = await store.commit(first);
      const notices: JSONObject = { peers: ['beta', 'gamma'] };
      await store.deletions.bury(task.key, { notices });
      expect(await store.deletions.due(10)).toEqual([{ key: task.key, owner: alice, notices }]);
      expect(await store.deletions.due(10)).toEqual([]);
      await passTime(61_000);
      await eraseAll(store);
      expect(await store.deletions.due(10)).toEqual([{ key: task.key, owner: alice, notices }]);
      await store.deletions.told(task.key);
      await passTime(61_000);
      expect(await store.deletions.due(10)).toEqual([]);
      expect(await refusalOf(store.find(alice, 'trip'))).toBe('task_deleted');
    });
  });

  describe('the swarms of a store', () => {
    it('lists the swarms that have tasks', async () => {
      await using store = await open();
      expect(await store.swarms()).toEqual([]);
      await store.commit(first);
      for (const swarm of ['gamma', 'beta', 'beta']) {
        await store.commit({ task: { owner: { ...alice, swarm }, taskId: swarm }, entries: [notice()] });
      }
      await store.sessions.put(sessionOf('s-1'));
      await store.sessions.delete(sessionOf('s-1').owner, 's-1', { forGood: true });
      expect(await store.swarms()).toEqual(['alpha', 'beta', 'gamma']);
    });
  });

  describe('a session that is deleted permanently', () => {
    const line = { transcript: 'talk', message: 1, after: 0, id: 'm-1', lines: ['a', 'b'] };

    it('a session deleted permanently is refused as deleted, and cannot be created again', async () => {
      await using store = await open();
      const { owner } = await store.sessions.put(sessionOf('s-1', { taskId: 'talk' }));
      expect(await store.sessions.delete(owner, 's-1', { forGood: true })).toHaveLength(2);
      expect(await refusalOf(store.sessions.get(owner, 's-1'))).toBe('task_deleted');
      expect(await refusalOf(store.sessions.put(sessionOf('s-1')))).toBe('task_deleted');
      expect(await refusalOf(store.sessions.put(sessionOf('s-1'), { expect: 0 }))).toBe('task_deleted');
      expect(await store.sessions.list(owner, { limit: 10 })).toEqual([]);
      expect(await store.sessions.delete(owner, 's-1')).toBeUndefined();
    });

    it('says by which keys one learns that nothing of the session is left', async () => {
      await using store = await open();
      const { owner } = await store.sessions.put(sessionOf('s-1', { taskId: 'talk' }));
      await store.transcripts.append(line);
      const keys = (await store.sessions.delete(owner, 's-1', { forGood: true })) ?? [];
      const { task } = await store.commit(first);
      await store.deletions.bury(task.key);
      expect(await store.deletions.isErased(keys)).toBe(false);
      expect(await store.deletions.isErased(keys.slice(0, 1))).toBe(false);
      expect(await store.deletions.isErased(keys.slice(1))).toBe(false);
      while (!(await store.deletions.isErased(keys))) await store.deletions.erase(keys);
    });

    it('refuses on request to delete a session that has changed, as stale', async () => {
      await using store = await open();
      const { owner, version: expected } = await store.sessions.put(sessionOf('s-1'));
      const { version } = await store.sessions.put(sessionOf('s-1', { title: 'Another' }));
      const refused = store.sessions.delete(owner, 's-1', { forGood: true, expect: expected });
      expect(await refusalOf(refused)).toBe('stale');
      expect(await store.sessions.get(owner, 's-1')).toMatchObject({ title: 'Another' });
      expect(await store.sessions.delete(owner, 's-1', { forGood: true, expect: version })).toHaveLength(2);
    });

    it('the deletion of a session may have notices, as that of a task may', async () => {
      await using store = await open();
      const { owner } = await store.sessions.put(sessionOf('s-1', { taskId: 'talk' }));
      await store.sessions.delete(owner, 's-1', { forGood: true, notices: { tasks: ['a'] } });
      expect(await store.deletions.due(10)).toEqual([
        { key: expect.any(String) as string, owner: { ...owner, swarm: '' }, notices: { tasks: ['a'] } },
      ]);
    });

    it('takes its transcript with it, and refuses late lines', async () => {
      await using store = await open();
      const { owner } = await store.sessions.put(sessionOf('s-1', { taskId: 'talk' }));
      await store.transcripts.append(line);
      await store.transcripts.append({ ...line, transcript: 'other' });
      await store.sessions.delete(owner, 's-1');
      await eraseAll(store);
      expect(await store.transcripts.head('talk')).toBe(0);
      expect(await store.transcripts.messages('other', 1, 1)).toHaveLength(2);
      expect(await refusalOf(store.transcripts.append(line))).toBe('task_deleted');
      expect(await store.transcripts.head('talk')).toBe(0);
    });
  });
}
