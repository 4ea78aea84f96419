import { describe, expect, it } from 'vitest';
import { begin, type ContractOptions, mailTo, notice, refusalOf, runEnded, runStarted } from './samples.ts';

/** What a writer may rely on: epochs and the open run. */
export function expectationsContract({ open }: ContractOptions): void {
  describe('the epoch of a task', () => {
    it('fences a write that expects another one', async () => {
      await using store = await open();
      const { task } = await begin(store, { fence: true });
      expect(task.epoch).toBe(1);
      expect(await refusalOf(store.commit({ task: task.key, expect: { epoch: 0 }, entries: [notice()] }))).toBe(
        'fenced',
      );
      expect(await refusalOf(store.commit({ task: task.key, expect: { epoch: 2 }, entries: [notice()] }))).toBe(
        'fenced',
      );
      expect((await store.commit({ task: task.key, expect: { epoch: 1 }, entries: [notice()] })).task.head).toBe(1);
    });

    it('rises by one with a fence, and fences every writer that does not know it', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const { task: fenced } = await store.commit({
        task: task.key,
        expect: { epoch: task.epoch },
        entries: [],
        fence: true,
      });
      expect(fenced.epoch).toBe(task.epoch + 1);
      expect(await refusalOf(store.commit({ task: task.key, expect: { epoch: task.epoch }, entries: [] }))).toBe(
        'fenced',
      );
    });

    it('other writes leave the epoch as it is', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()], put: [mailTo('writer')] });
      const { task: after } = await store.commit({
        task: task.key,
        entries: [runEnded()],
        data: { a: 1 },
        status: 'error',
      });
      expect(after.epoch).toBe(task.epoch);
    });

    it('a write that expects nothing is not checked for its epoch', async () => {
      await using store = await open();
      const { task } = await begin(store, { fence: true });
      expect(await refusalOf(store.commit({ task: task.key, entries: [notice()] }))).toBeUndefined();
    });

    it('lets only one of two writers fence the other', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const attempt = (): Promise<string | undefined> =>
        refusalOf(store.commit({ task: task.key, expect: { epoch: task.epoch }, entries: [notice()], fence: true }));
      expect((await Promise.all([attempt(), attempt(), attempt()])).toSorted()).toEqual([
        'fenced',
        'fenced',
        undefined,
      ]);
      expect((await store.load(task.key)).task).toMatchObject({ epoch: task.epoch + 1, head: 1 });
    });
  });

  describe('the open run of a task', () => {
    it('makes a write stale that expects another run, or none, or any', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const withRun = (openRun: number | null): Promise<string | undefined> =>
        refusalOf(store.commit({ task: task.key, expect: { openRun }, entries: [] }));
      expect([await withRun(null), await withRun(2), await withRun(1)]).toEqual(['stale', 'stale', undefined]);
      await store.commit({ task: task.key, entries: [runEnded()] });
      expect([await withRun(1), await withRun(null)]).toEqual(['stale', undefined]);
    });

    it('the open run is checked after the epoch: a fenced writer learns that first', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      expect(await refusalOf(store.commit({ task: task.key, expect: { epoch: 9, openRun: 9 }, entries: [] }))).toBe(
        'fenced',
      );
    });
  });

  describe('runs in the log', () => {
    it('entries open and close runs in the log', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted(1)] });
      expect(task).toMatchObject({ run: 1, openRun: 1, status: 'running' });
      const ended = await store.commit({ task: task.key, entries: [runEnded(1)] });
      expect(ended.task).toMatchObject({ run: 1, openRun: null, status: 'complete' });
      const next = await store.commit({ task: task.key, entries: [runStarted(2)] });
      expect(next.task).toMatchObject({ run: 2, openRun: 2, status: 'running' });
    });

    it.each(['complete', 'error', 'cancelled'] as const)('give the task their outcome: %s', async (outcome) => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted(), runEnded(1, outcome)] });
      expect(task).toMatchObject({ run: 1, openRun: null, status: outcome });
    });

    it('starting a run does not change a status that the write sets', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()], status: 'paused' });
      expect(task).toMatchObject({ openRun: 1, status: 'paused' });
    });

    it('one write may end a run and begin another', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted(1)] });
      const { task: after } = await store.commit({ task: task.key, entries: [runEnded(1), runStarted(2)] });
      expect(after).toMatchObject({ run: 2, openRun: 2, status: 'running' });
    });

    it('a run must begin and end exactly once', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted(1)] });
      const refused = (entries: Parameters<typeof notice>[1][] | 'ended'): Promise<string | undefined> =>
        refusalOf(
          store.commit({
            task: task.key,
            entries: entries === 'ended' ? [runEnded(2)] : entries.map((run) => runStarted(run)),
          }),
        );
      expect(await refused([1])).toBe('stale');
      expect(await refused([2])).toBe('stale');
      expect(await refused('ended')).toBe('stale');
      await store.commit({ task: task.key, entries: [runEnded(1)] });
      expect(await refusalOf(store.commit({ task: task.key, entries: [runEnded(1)] }))).toBe('stale');
      expect(await refused([1])).toBe('stale');
      expect((await store.load(task.key)).task.head).toBe(2);
    });

    it('a run may begin at a higher number, as in a task that was forked', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted(4)] });
      expect(task).toMatchObject({ run: 4, openRun: 4 });
    });

    it('runs of another swarm do not count', async () => {
      await using store = await open();
      const { type, answerId } = runStarted() as { type: 'run-started'; answerId: string };
      const { task } = await begin(store, {
        entries: [{ run: 1, type: 'remote', swarm: 'beta', fact: { type, answerId } }],
      });
      expect(task).toMatchObject({ run: 0, openRun: null });
    });
  });
}
