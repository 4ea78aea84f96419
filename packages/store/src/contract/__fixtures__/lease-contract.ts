import { describe, expect, it } from 'vitest';
import { begin, type ContractOptions, mailTo, notice, refusalOf, runEnded, runStarted, turnOf } from './samples.ts';

/** How long a node keeps its tasks, and how it gives them up. */
export function leaseContract({ open, passTime }: ContractOptions): void {
  describe('a lease', () => {
    it('keeps the tasks of a node that sends heartbeats', async () => {
      await using store = await open();
      await begin(store, { put: [mailTo('writer')] });
      await store.claim('node-a', ['alpha'], 10);
      for (let beats = 0; beats < 4; beats += 1) {
        await passTime(10_000);
        await store.heartbeat('node-a');
        expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
      }
    });

    it('lasts fifteen seconds from the claim, even without a heartbeat', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('writer')] });
      await store.claim('node-a', ['alpha'], 10);
      await passTime(14_000);
      expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
      await passTime(1_500);
      const [taken] = await store.claim('node-b', ['alpha'], 10);
      expect(taken).toMatchObject({ key: task.key, node: 'node-b', epoch: task.epoch + 2 });
    });

    it('an expired lease fences its node out of tasks that others took', async () => {
      await using store = await open();
      await begin(store, { put: [mailTo('writer')] });
      const [mine] = await store.claim('node-a', ['alpha'], 10);
      await passTime(16_000);
      await store.claim('node-b', ['alpha'], 10);
      const late = store.commit({ task: mine?.key ?? '', expect: { epoch: mine?.epoch ?? 0 }, entries: [notice()] });
      expect(await refusalOf(late)).toBe('fenced');
    });

    it('an expired lease changes nothing while no other node wants the task', async () => {
      await using store = await open();
      await begin(store, { put: [mailTo('writer')] });
      const [mine] = await store.claim('node-a', ['alpha'], 10);
      await passTime(16_000);
      const late = store.commit({ task: mine?.key ?? '', expect: { epoch: mine?.epoch ?? 0 }, entries: [notice()] });
      expect(await refusalOf(late)).toBeUndefined();
      await store.heartbeat('node-a');
      expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
    });

    it('an expired lease is renewed if its node claims before others do', async () => {
      await using store = await open();
      await begin(store, { put: [mailTo('writer')] });
      const [mine] = await store.claim('node-a', ['alpha'], 10);
      await passTime(16_000);
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
      expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
      expect((await store.load(mine?.key ?? '')).task).toEqual(mine);
    });

    it('an expired lease is over when another node has claimed', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      await passTime(16_000);
      expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
      await store.heartbeat('node-a');
      expect((await store.load(task.key)).task).toEqual({ ...task, node: null });
    });

    it('an expired lease frees tasks that have nothing to do, too', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('writer', { id: 'm-1' })] });
      await store.claim('node-a', ['alpha'], 10);
      await store.commit({ task: task.key, entries: [], take: ['m-1'] });
      await passTime(16_000);
      expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
      await store.commit({ task: task.key, entries: [], put: [mailTo('writer')] });
      expect(await store.claim('node-b', ['alpha'], 10)).toHaveLength(1);
    });

    it('a node can end its lease at once', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('writer')] });
      await store.claim('node-a', ['alpha'], 10);
      await store.leave('node-a');
      expect((await store.load(task.key)).task.node).toBeNull();
      expect(await store.claim('node-b', ['alpha'], 10)).toHaveLength(1);
      await store.leave('node-nobody-knows');
    });

    it('lists a node until its lease is ended', async () => {
      await using store = await open();
      await store.heartbeat('node-b');
      await store.heartbeat('node-a');
      expect(await store.nodes()).toEqual(['node-a', 'node-b']);
      await store.leave('node-a');
      expect(await store.nodes()).toEqual(['node-b']);
    });

    it('leaves the tasks of other nodes alone when it ends', async () => {
      await using store = await open();
      await begin(store, { put: [mailTo('writer')] });
      await store.claim('node-a', ['alpha'], 10);
      await store.leave('node-b');
      expect(await store.claim('node-c', ['alpha'], 10)).toEqual([]);
    });
  });

  describe('releasing a task', () => {
    it('gives up a task that has nothing to do', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      expect(await store.release(task.key, task.epoch)).toBe(true);
      expect((await store.load(task.key)).task).toEqual({ ...task, node: null });
    });

    it('refuses to release a task when mail has come', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      await store.commit({ task: task.key, entries: [], put: [mailTo('writer')] });
      expect(await store.release(task.key, task.epoch)).toBe(false);
      expect((await store.load(task.key)).task.node).toBe('node-a');
    });

    it('sees mail that was put earlier in the same tick', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      const put = store.commit({ task: task.key, entries: [], put: [mailTo('writer')] });
      expect(await store.release(task.key, task.epoch)).toBe(false);
      await put;
    });

    it('refuses to release a task while a turn is open or a run is running', async () => {
      await using store = await open();
      const { task } = await begin(store, { turns: [turnOf('writer', 1, { done: false })], claim: 'node-a' });
      expect(await store.release(task.key, task.epoch)).toBe(false);
      const { task: running } = await begin(store, { entries: [runStarted()], claim: 'node-a' });
      expect(await store.release(running.key, running.epoch)).toBe(false);
      await store.commit({ task: running.key, entries: [runEnded()] });
      expect(await store.release(running.key, running.epoch)).toBe(true);
    });

    it('gives up a paused task although its turn waits for an answer', async () => {
      await using store = await open();
      const turns = [turnOf('writer', 1, { done: false })];
      const { task } = await begin(store, { entries: [runStarted()], turns, status: 'paused', claim: 'node-a' });
      expect(await store.release(task.key, task.epoch)).toBe(true);
      expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
    });

    it('ignores mail that is due later, for which the task can be claimed then', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      const due = Date.parse(task.updatedAt) + 30_000;
      await store.commit({ task: task.key, entries: [], put: [mailTo('@beta', { due })] });
      expect(await store.release(task.key, task.epoch)).toBe(true);
      expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
      await passTime(31_000);
      expect(await store.claim('node-b', ['alpha'], 10)).toHaveLength(1);
    });

    it('refuses to release a task whose epoch has changed', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      await passTime(16_000);
      const { task: taken } = await store.commit({ task: task.key, entries: [], claim: 'node-b' });
      expect(await store.release(task.key, task.epoch)).toBe(false);
      expect((await store.load(task.key)).task).toEqual(taken);
    });

    it('a release does not raise the epoch; the next claim does', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      await store.release(task.key, task.epoch);
      await store.commit({ task: task.key, expect: { epoch: task.epoch }, entries: [], put: [mailTo('writer')] });
      const [claimed] = await store.claim('node-b', ['alpha'], 10);
      expect(claimed?.epoch).toBe(task.epoch + 1);
    });

    it('fails for an unknown task', async () => {
      await using store = await open();
      expect(await refusalOf(store.release('4711', 0))).toBe('task_not_found');
    });
  });
}
