import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session, SessionOwner } from '../../session.ts';
import { type ContractOptions, oddTexts, refusalOf, sessionOf } from './samples.ts';

const alice: SessionOwner = { role: 'user', id: 'alice' };
const bob: SessionOwner = { role: 'user', id: 'bob' };
const idsOf = (sessions: Session[]): string[] => sessions.map(({ id }) => id);

/** Chat sessions. */
export function sessionsContract({ open, passTime }: ContractOptions): void {
  describe('a session', () => {
    it('a session is kept with all of its fields', async () => {
      await using store = await open();
      const given = sessionOf('s', {
        title: 'To the sea',
        taskId: 'second',
        branches: [
          { taskId: 'first' },
          { taskId: 'second', from: { taskId: 'first', beforeRun: 2 }, by: 'edit of m-1' },
        ],
        data: { renamed: true, deep: [1, null, { a: '\0' }] },
      });
      const put = await store.sessions.put(given);
      expect(put).toMatchObject(given);
      expect(await store.sessions.get(alice, 's')).toEqual(put);
      for (const time of [put.createdAt, put.updatedAt]) expect(new Date(time).toISOString()).toBe(time);
    });

    it('belongs to its owner: a role and an id', async () => {
      await using store = await open();
      const admin: SessionOwner = { role: 'admin', id: 'alice' };
      await store.sessions.put(sessionOf('s', { title: 'of Alice' }));
      await store.sessions.put(sessionOf('s', { owner: bob, title: 'of Bob' }));
      expect(await store.sessions.get(admin, 's')).toBeUndefined();
      expect(await store.sessions.delete(admin, 's')).toBeUndefined();
      expect(await store.sessions.list(admin, { limit: 10 })).toEqual([]);
      expect((await store.sessions.get(alice, 's'))?.title).toBe('of Alice');
      expect(await store.sessions.delete(bob, 's')).toHaveLength(1);
      expect((await store.sessions.get(alice, 's'))?.title).toBe('of Alice');
    });

    it('a session is replaced whole, with a new version and time, and keeps its creation time', async () => {
      await using store = await open();
      const first = await store.sessions.put(sessionOf('s', { data: { a: 1 } }));
      await passTime(1_000);
      const second = await store.sessions.put(sessionOf('s', { title: 'Later', data: { b: 2 } }));
      expect(second).toMatchObject({ title: 'Later', data: { b: 2 }, createdAt: first.createdAt });
      expect(second.data).not.toHaveProperty('a');
      expect(second.version).toBeGreaterThan(first.version);
      expect(Date.parse(second.updatedAt) - Date.parse(first.updatedAt)).toBeGreaterThanOrEqual(1_000);
      expect(await store.sessions.get(alice, 's')).toEqual(second);
    });

    it('keeps its time when the clock goes back', async () => {
      await using store = await open();
      const first = await store.sessions.put(sessionOf('s'));
      await passTime(-60_000);
      const second = await store.sessions.put(sessionOf('s'));
      await passTime(60_000);
      expect(second.updatedAt).toBe(first.updatedAt);
    });

    it('a session does not exist after it is deleted, and is another one when created again', async () => {
      await using store = await open();
      const first = await store.sessions.put(sessionOf('s', { title: 'Old' }));
      expect(await store.sessions.delete(alice, 's')).toHaveLength(1);
      expect(await store.sessions.delete(alice, 's')).toBeUndefined();
      expect(await store.sessions.get(alice, 's')).toBeUndefined();
      const second = await store.sessions.put(sessionOf('s', { title: 'New' }), { expect: 0 });
      expect(second.version).toBeGreaterThan(first.version);
      expect(await refusalOf(store.sessions.put(sessionOf('s'), { expect: first.version }))).toBe('stale');
    });

    it('a session is not changed by what its writer or reader does to the value afterwards', async () => {
      await using store = await open();
      const given = sessionOf('s', { data: { list: [1] }, branches: [{ taskId: 'a' }] });
      const pending = store.sessions.put(given);
      (given.data.list as number[]).push(2);
      given.branches.push({ taskId: 'b' });
      given.owner.id = 'mallory';
      const put = await pending;
      put.branches.push({ taskId: 'c' });
      const read = await store.sessions.get(alice, 's');
      (read?.data.list as number[] | undefined)?.push(3);
      expect(await store.sessions.get(alice, 's')).toMatchObject({ data: { list: [1] }, branches: [{ taskId: 'a' }] });
    });

    it('refuses a session that JSON cannot express', async () => {
      await using store = await open();
      expect(await refusalOf(store.sessions.put(sessionOf('s', { data: { size: 1n as never } })))).toBe(
        'invalid_input',
      );
      expect(await store.sessions.get(alice, 's')).toBeUndefined();
    });

    it('a session may have any text, also long, as id, owner and title', async () => {
      await using store = await open();
      const long = Array.from({ length: 600 }, (_, index) => `${index * 7_919}`).join('-');
      for (const text of [...oddTexts, long, `${long}!`]) {
        const owner = { role: 'user', id: text } as const;
        const put = await store.sessions.put(sessionOf(text, { owner, title: text, taskId: text, agent: text }));
        expect(put).toMatchObject({ owner, id: text, title: text, taskId: text, agent: text });
        expect(await store.sessions.get(owner, text)).toEqual(put);
        expect(await store.sessions.list(owner, { limit: 5 })).toEqual([put]);
      }
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
          const put = await store.sessions.put(sessionOf(text, { title: text }));
          expect(await store.sessions.get(alice, text)).toEqual(put);
        }),
        { numRuns: 50 },
      );
    });
  });

  describe('putting a session with an expectation', () => {
    it('creates it only if there is none', async () => {
      await using store = await open();
      const made = await store.sessions.put(sessionOf('s'), { expect: 0 });
      expect(await refusalOf(store.sessions.put(sessionOf('s', { title: 'Other' }), { expect: 0 }))).toBe('stale');
      expect(await store.sessions.get(alice, 's')).toEqual(made);
    });

    it('replaces it only if it is the one that was seen', async () => {
      await using store = await open();
      const first = await store.sessions.put(sessionOf('s'));
      const second = await store.sessions.put(sessionOf('s', { title: 'Two' }), { expect: first.version });
      expect(await refusalOf(store.sessions.put(sessionOf('s'), { expect: first.version }))).toBe('stale');
      expect(await refusalOf(store.sessions.put(sessionOf('other'), { expect: second.version }))).toBe('stale');
      expect(await store.sessions.get(alice, 's')).toEqual(second);
    });

    it.each([
      ['made', 0],
      ['replaced', 1],
    ])('lets it be %s by one of many', async (_, existing) => {
      await using store = await open();
      const expect0 = existing === 0 ? 0 : (await store.sessions.put(sessionOf('s'))).version;
      const attempts = Array.from({ length: 10 }, (_unused, n) =>
        store.sessions.put(sessionOf('s', { title: `${n}` }), { expect: expect0 }),
      );
      const refusals = await Promise.all(attempts.map((attempt) => refusalOf(attempt)));
      expect(refusals.filter((code) => code === undefined)).toHaveLength(1);
      expect(refusals.filter((code) => code === 'stale')).toHaveLength(9);
    });
  });

  describe('a session with something left to do', () => {
    it('finds unfinished sessions among those of all owners, longest waiting first, until they are done', async () => {
      await using store = await open();
      await store.sessions.put(sessionOf('idle'));
      const first = await store.sessions.put(sessionOf('b', { unfinished: true }));
      await store.sessions.put(sessionOf('a', { owner: bob, unfinished: true }));
      expect(first.unfinished).toBe(true);
      expect(idsOf(await store.sessions.unfinished())).toEqual(['b', 'a']);
      const done = await store.sessions.put(sessionOf('b'), { expect: first.version });
      expect(done).not.toHaveProperty('unfinished');
      expect(idsOf(await store.sessions.unfinished())).toEqual(['a']);
      await store.sessions.delete(bob, 'a');
      expect(await store.sessions.unfinished()).toEqual([]);
    });
  });

  describe('a list of sessions', () => {
    it('lists the sessions of an owner, the one put last first', async () => {
      await using store = await open();
      for (const id of ['a', 'b', 'c']) await store.sessions.put(sessionOf(id));
      await store.sessions.put(sessionOf('x', { owner: bob }));
      await store.sessions.put(sessionOf('a', { title: 'Again' }));
      expect(idsOf(await store.sessions.list(alice, { limit: 10 }))).toEqual(['a', 'c', 'b']);
      expect(idsOf(await store.sessions.list(bob, { limit: 10 }))).toEqual(['x']);
    });

    it('pages of sessions neither repeat nor miss any, whatever is put meanwhile', async () => {
      await using store = await open();
      for (const id of ['a', 'b', 'c', 'd', 'e']) await store.sessions.put(sessionOf(id));
      const first = await store.sessions.list(alice, { limit: 2 });
      expect(idsOf(first)).toEqual(['e', 'd']);
      await store.sessions.put(sessionOf('new'));
      await store.sessions.put(sessionOf('e', { title: 'Again' }));
      const second = await store.sessions.list(alice, { before: first.at(-1)!.version, limit: 2 });
      expect(idsOf(second)).toEqual(['c', 'b']);
      const third = await store.sessions.list(alice, { before: second.at(-1)!.version, limit: 2 });
      expect(idsOf(third)).toEqual(['a']);
      expect(await store.sessions.list(alice, { before: third.at(-1)!.version, limit: 2 })).toEqual([]);
    });
  });
}
