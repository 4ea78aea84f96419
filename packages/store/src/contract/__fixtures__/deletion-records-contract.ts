import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../store.ts';
import { eraseAll } from './deletion-contract.ts';
import { alice, type ContractOptions, notice, refusalOf, sessionOf } from './samples.ts';

const DAY = 24 * 3_600_000;
const trip = { owner: alice, taskId: 'trip' };
const hashOf = (name: string[]): string => createHash('sha256').update(JSON.stringify(name)).digest('hex');

async function begin(store: Store, key: string, owner = alice): Promise<void> {
  await store.commit({ task: { owner, taskId: 'trip' }, once: key, entries: [notice(), notice()] });
}

/** What is known of things that were deleted. */
export function deletionRecordsContract({ open, passTime }: ContractOptions): void {
  describe('the record of a deletion', () => {
    it('says who deleted what kind of thing, when, why and how much, with a hash of its name', async () => {
      await using store = await open();
      await begin(store, 'k');
      await store.deletions.bury(trip, { origin: { by: 'user:alice', why: 'caller' } });
      const { owner } = await store.sessions.put(sessionOf('s-1', { branches: [{ taskId: 'a' }, { taskId: 'b' }] }));
      await store.sessions.delete(owner, 's-1', { forGood: true, origin: { by: 'server', why: 'retention' } });
      const [second, first, ...more] = await store.deletions.records({ limit: 10 });
      expect(more).toEqual([]);
      expect(first).toEqual({
        id: expect.any(Number) as number,
        at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        what: 'task',
        hash: hashOf(['alpha', 'user', 'alice', 'trip']),
        by: 'user:alice',
        why: 'caller',
        counts: { entries: 2 },
      });
      expect(second).toMatchObject({
        what: 'session',
        hash: hashOf(['user', 'alice', 's-1']),
        by: 'server',
        why: 'retention',
        counts: { branches: 2 },
      });
      expect(await store.deletions.records({ limit: 10, before: second!.id })).toEqual([first]);
      expect(await store.deletions.records({ limit: 1 })).toEqual([second]);
    });

    it('a deletion that is refused or finds nothing leaves no record', async () => {
      await using store = await open();
      const origin = { by: 'user:alice', why: 'caller' } as const;
      await store.deletions.bury(trip, { origin });
      expect(await refusalOf(store.deletions.bury(trip, { origin }))).toBe('task_deleted');
      expect(await store.sessions.delete({ role: 'user', id: 'alice' }, 'none', { origin })).toBeUndefined();
      expect(await store.deletions.records({ limit: 10 })).toEqual([]);
    });

    it('records have only hashes of a user whose data were all deleted, also earlier records', async () => {
      await using store = await open();
      await begin(store, 'k');
      await store.deletions.bury(trip, { origin: { by: 'user:alice', why: 'caller' } });
      const origin = { by: 'admin:root', why: 'admin' } as const;
      await store.deletions.recordUser({ role: 'user', id: 'alice' }, origin, { tasks: 1, sessions: 0 });
      const records = await store.deletions.records({ limit: 10 });
      const hash = hashOf(['user', 'alice']);
      expect(records).toMatchObject([
        { what: 'user', hash, by: 'admin:root', why: 'admin', counts: { tasks: 1, sessions: 0 } },
        { what: 'task', by: `forgotten:${hash}` },
      ]);
      expect(JSON.stringify(records)).not.toContain('alice');
    });

    it('the record of a deletion is kept for 365 days', async () => {
      await using store = await open();
      const origin = { by: 'admin:root', why: 'admin' } as const;
      await store.deletions.recordUser({ role: 'user', id: 'alice' }, origin, {});
      await passTime(200 * DAY);
      await store.deletions.recordUser({ role: 'user', id: 'bob' }, origin, {});
      await passTime(164 * DAY);
      await eraseAll(store);
      expect(await store.deletions.records({ limit: 10 })).toHaveLength(2);
      await passTime(2 * DAY);
      await eraseAll(store);
      expect(await store.deletions.records({ limit: 10 })).toMatchObject([{ hash: hashOf(['user', 'bob']) }]);
    });
  });

  describe('an idempotency key of a deleted task', () => {
    it('the key of a deleted task is recognised for its owner for 30 days, and not before the deletion', async () => {
      await using store = await open();
      const long = 'k'.repeat(250);
      for (const key of ['key', long]) await begin(store, key);
      await begin(store, 'other', { ...alice, id: 'bob' });
      const known = () => Promise.all(['key', long, 'other', 'never'].map((key) => store.deletions.hasKey(alice, key)));
      expect(await known()).toEqual([false, false, false, false]);
      await store.deletions.bury(trip);
      expect(await known()).toEqual([true, true, false, false]);
      expect(await store.deletions.hasKey({ ...alice, swarm: 'beta' }, 'key')).toBe(false);
      await eraseAll(store);
      await passTime(29 * DAY);
      await eraseAll(store);
      expect(await known()).toEqual([true, true, false, false]);
      await passTime(2 * DAY);
      await eraseAll(store);
      expect(await known()).toEqual([false, false, false, false]);
    });
  });
}
