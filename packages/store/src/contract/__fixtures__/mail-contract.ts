import { describe, expect, it } from 'vitest';
import { alice, begin, type ContractOptions, mailTo, notice, refusalOf } from './samples.ts';

/** Mailboxes. */
export function mailContract({ open }: ContractOptions): void {
  describe('mail in the store', () => {
    it('waits until it is taken', async () => {
      await using store = await open();
      const mail = mailTo('writer', { id: 'm-1', due: 17, run: null, tier: 2 });
      const { task } = await begin(store, { put: [mail] });
      expect((await store.load(task.key)).mail).toEqual([{ ...mail, order: 1 }]);
      await store.commit({ task: task.key, entries: [], take: ['m-1'] });
      expect((await store.load(task.key)).mail).toEqual([]);
    });

    it('mail is due at once unless it says otherwise', async () => {
      await using store = await open();
      const { task, mail } = await begin(store, { put: [mailTo('a'), mailTo('a', { due: 4_102_444_800_000 })] });
      expect(mail.map(({ due }) => due)).toEqual([Date.parse(task.updatedAt), 4_102_444_800_000]);
    });

    it('mail is due in whole milliseconds, rounded up, and at the latest storable time if never', async () => {
      await using store = await open();
      const { mail } = await begin(store, {
        put: [mailTo('a', { due: 1.2 }), mailTo('a', { due: -5 }), mailTo('a', { due: Infinity })],
      });
      expect(mail.map(({ due }) => due)).toEqual([2, 0, Number.MAX_SAFE_INTEGER]);
      expect(await refusalOf(begin(store, { put: [mailTo('a', { due: Number.NaN })] }))).toBe('invalid_input');
    });

    it('mail is ordered by tier, then by arrival', async () => {
      await using store = await open();
      const { task } = await begin(store, {
        put: [mailTo('a', { id: 'late', tier: 5 }), mailTo('b', { id: 'z', tier: 3 })],
      });
      await store.commit({
        task: task.key,
        entries: [],
        put: [mailTo('a', { id: 'system', tier: 1 }), mailTo('a', { id: 'a', tier: 3 })],
      });
      expect((await store.load(task.key)).mail.map(({ id, order }) => [id, order])).toEqual([
        ['system', 3],
        ['z', 2],
        ['a', 4],
        ['late', 1],
      ]);
    });

    it('keeps counting arrivals after all of it was taken', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('a', { id: 'm-1' })] });
      await store.commit({ task: task.key, entries: [], take: ['m-1'] });
      const { mail } = await store.commit({ task: task.key, entries: [], put: [mailTo('a', { id: 'm-2' })] });
      expect(mail.map(({ order }) => order)).toEqual([2]);
    });

    it('mail is taken once: a second take is stale and takes nothing else either', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('a', { id: 'm-1' }), mailTo('a', { id: 'm-2' })] });
      await store.commit({ task: task.key, entries: [], take: ['m-1'] });
      const second = store.commit({ task: task.key, entries: [notice()], take: ['m-2', 'm-1'] });
      expect(await refusalOf(second)).toBe('stale');
      const { task: after, mail } = await store.load(task.key);
      expect(mail.map(({ id }) => id)).toEqual(['m-2']);
      expect(after.head).toBe(0);
    });

    it('makes a write stale that names it twice', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('a', { id: 'm-1' })] });
      expect(await refusalOf(store.commit({ task: task.key, entries: [], take: ['m-1', 'm-1'] }))).toBe('stale');
      expect((await store.load(task.key)).mail).toHaveLength(1);
    });

    it('goes to exactly one of many takers', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('a', { id: 'm-1' })] });
      const takers = Array.from({ length: 20 }, () =>
        refusalOf(store.commit({ task: task.key, entries: [], take: ['m-1'] })),
      );
      const outcomes = await Promise.all(takers);
      expect(outcomes.filter((code) => code === undefined)).toHaveLength(1);
      expect(outcomes.filter((code) => code === 'stale')).toHaveLength(19);
    });

    it('a write takes no mail out of another task', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('a', { id: 'm-1' })] });
      const { task: other } = await begin(store);
      expect(await refusalOf(store.commit({ task: other.key, entries: [], take: ['m-1'] }))).toBe('stale');
      expect((await store.load(task.key)).mail).toHaveLength(1);
    });

    it('the write that takes mail may put it back under its id, due later', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('@beta', { id: 'm-1' })] });
      const later = mailTo('@beta', { id: 'm-1', due: 4_102_444_800_000 });
      await store.commit({ task: task.key, entries: [], take: ['m-1'], put: [later] });
      expect((await store.load(task.key)).mail).toEqual([{ ...later, order: 2 }]);
    });

    it('refuses a write with mail whose id waits already', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('a', { id: 'm-1', body: 'first' })] });
      const before = await store.load(task.key);
      const again = { task: task.key, entries: [notice()], put: [mailTo('b', { id: 'm-1', body: 'second' })] };
      expect(await refusalOf(store.commit(again))).toBe('invalid_input');
      expect(await refusalOf(begin(store, { put: [mailTo('a', { id: 'x' }), mailTo('b', { id: 'x' })] }))).toBe(
        'invalid_input',
      );
      expect(await store.load(task.key)).toEqual(before);
    });

    it('different tasks may have mail with the same id', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('a', { id: 'm-1' })] });
      const { task: other } = await store.commit({
        task: { owner: alice, taskId: 'other' },
        entries: [],
        put: [mailTo('b', { id: 'm-1' })],
      });
      await store.commit({ task: task.key, entries: [], take: ['m-1'] });
      expect((await store.load(other.key)).mail.map(({ mailbox }) => mailbox)).toEqual(['b']);
    });
  });
}
