import { describe, expect, it } from 'vitest';
import {
  alice,
  begin,
  type ContractOptions,
  mailTo,
  notice,
  refusalOf,
  runEnded,
  runStarted,
  turnOf,
} from './samples.ts';

/** Which tasks are handed out, and to whom. */
export function claimContract({ open, passTime }: ContractOptions): void {
  describe('claiming tasks', () => {
    it('takes a task with mail, and gives it a new epoch', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('writer')] });
      const claimed = await store.claim('node-a', ['alpha'], 10);
      expect(claimed).toEqual([{ ...task, node: 'node-a', epoch: task.epoch + 1 }]);
      expect((await store.load(task.key)).task).toEqual(claimed[0]);
    });

    it('fences the previous writer', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('writer')] });
      await store.claim('node-a', ['alpha'], 10);
      expect(await refusalOf(store.commit({ task: task.key, expect: { epoch: task.epoch }, entries: [] }))).toBe(
        'fenced',
      );
    });

    it('takes no task that has nothing to do', async () => {
      await using store = await open();
      await begin(store);
      await begin(store, { entries: [notice()], data: { title: 'Idle' } });
      await begin(store, { entries: [runStarted(), runEnded()], turns: [turnOf('writer', 1)] });
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
    });

    it('takes a task for its mail only once that is due', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const due = Date.parse(task.updatedAt) + 60_000;
      await store.commit({ task: task.key, entries: [], put: [mailTo('@beta', { due })] });
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
      await passTime(61_000);
      expect(await store.claim('node-a', ['alpha'], 10)).toHaveLength(1);
    });

    it('goes by the earliest waiting mail', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const now = Date.parse(task.updatedAt);
      const put = [60_000, 30_000, 90_000].map((delay) => mailTo('@beta', { id: `${delay}`, due: now + delay }));
      await store.commit({ task: task.key, entries: [], put });
      await store.commit({ task: task.key, entries: [], take: ['30000'] });
      await passTime(45_000);
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
      await passTime(20_000);
      expect(await store.claim('node-a', ['alpha'], 10)).toHaveLength(1);
    });

    it('takes no task whose mail has been taken', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: [mailTo('writer', { id: 'm-1' })] });
      await store.commit({ task: task.key, entries: [], take: ['m-1'] });
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
    });

    it('takes a task with an open turn', async () => {
      await using store = await open();
      const { task } = await begin(store, { turns: [turnOf('writer', 1, { done: false })] });
      expect((await store.claim('node-a', ['alpha'], 10)).map(({ key }) => key)).toEqual([task.key]);
    });

    it('takes an ended task whose turn was left open, so that it is closed', async () => {
      await using store = await open();
      await begin(store, { entries: [runStarted(), runEnded()], turns: [turnOf('writer', 1, { done: false })] });
      expect(await store.claim('node-a', ['alpha'], 10)).toHaveLength(1);
    });

    it('takes a running task in which nothing is due, so that a stall is noticed', async () => {
      await using store = await open();
      await begin(store, { entries: [runStarted()] });
      expect(await store.claim('node-a', ['alpha'], 10)).toHaveLength(1);
    });

    it('takes a paused task only for its mail', async () => {
      await using store = await open();
      const { task } = await begin(store, {
        entries: [runStarted()],
        turns: [turnOf('writer', 1, { done: false })],
        status: 'paused',
      });
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
      await store.commit({ task: task.key, entries: [], put: [mailTo('writer')] });
      expect(await store.claim('node-a', ['alpha'], 10)).toHaveLength(1);
    });

    it('takes an open turn of a task that has ended, and not of one that is paused', async () => {
      await using store = await open();
      const { task } = await begin(store, { turns: [turnOf('writer', 1, { done: false })], status: 'error' });
      await store.commit({ task: task.key, entries: [], status: 'paused' });
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
      await store.commit({ task: task.key, entries: [], status: 'cancelled' });
      expect(await store.claim('node-a', ['alpha'], 10)).toHaveLength(1);
    });

    it('takes a task again that was paused and then continued', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      await store.commit({ task: task.key, entries: [], status: 'paused' });
      expect(await store.claim('node-a', ['alpha'], 10)).toEqual([]);
      await store.commit({ task: task.key, entries: [], status: 'running' });
      expect(await store.claim('node-a', ['alpha'], 10)).toHaveLength(1);
    });

    it('takes only tasks of the given swarms', async () => {
      await using store = await open();
      const waiting = { entries: [], put: [mailTo('writer')] };
      for (const swarm of ['alpha', 'beta', 'gamma']) {
        await store.commit({ ...waiting, task: { owner: { ...alice, swarm }, taskId: 'trip' } });
      }
      expect(await store.claim('node-a', [], 10)).toEqual([]);
      const claimed = await store.claim('node-a', ['alpha', 'gamma', 'delta', 'alpha'], 10);
      expect(claimed.map(({ owner }) => owner.swarm).toSorted()).toEqual(['alpha', 'gamma']);
    });

    it('takes up to the given number, longest waiting first, whatever their swarm', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const now = Date.parse(task.updatedAt);
      for (const [taskId, swarm, ago] of [
        ['third', 'alpha', 10],
        ['first', 'beta', 30],
        ['fourth', 'beta', 5],
        ['second', 'alpha', 20],
      ] as const) {
        const put = [mailTo('writer', { due: now - ago })];
        await store.commit({ task: { owner: { ...alice, swarm }, taskId }, entries: [], put });
      }
      expect(await store.claim('node-a', ['alpha', 'beta'], 0)).toEqual([]);
      const claimed = await store.claim('node-a', ['alpha', 'beta'], 3);
      expect(claimed.map(({ taskId }) => taskId)).toEqual(['first', 'second', 'third']);
      expect((await store.claim('node-b', ['alpha', 'beta'], 3)).map(({ taskId }) => taskId)).toEqual(['fourth']);
    });

    it('gives each task to one of many nodes', async () => {
      await using store = await open();
      for (let count = 0; count < 20; count += 1) await begin(store, { put: [mailTo('writer')] });
      const nodes = ['node-a', 'node-b', 'node-c', 'node-d'];
      const claimed = await Promise.all(nodes.map((node) => store.claim(node, ['alpha'], 7)));
      const keys = claimed.flat().map(({ key }) => key);
      expect(keys).toHaveLength(20);
      expect(new Set(keys).size).toBe(20);
    });
  });

  describe('a write that claims', () => {
    it('makes its node the owner, with a new epoch', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice()], put: [mailTo('writer')], claim: 'node-a' });
      expect(task).toMatchObject({ node: 'node-a', epoch: 1, head: 1 });
      expect(await store.claim('node-b', ['alpha'], 10)).toEqual([]);
    });

    it('changes nothing for the node that has the task', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      const { task: again } = await store.commit({ task: task.key, entries: [], claim: 'node-a' });
      expect(again).toMatchObject({ node: 'node-a', epoch: task.epoch });
    });

    it('a write that claims is done without the claim while another node lives', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      const { task: after } = await store.commit({ task: task.key, entries: [notice()], claim: 'node-b' });
      expect(after).toMatchObject({ node: 'node-a', epoch: task.epoch, head: 1 });
    });

    it('takes over from a node that has fallen silent', async () => {
      await using store = await open();
      const { task } = await begin(store, { claim: 'node-a' });
      await passTime(15_001);
      const { task: after } = await store.commit({ task: task.key, entries: [], claim: 'node-b' });
      expect(after).toMatchObject({ node: 'node-b', epoch: task.epoch + 1 });
    });

    it('expects the epoch from before the claim', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const write = { task: task.key, expect: { epoch: task.epoch }, entries: [], claim: 'node-a' };
      expect((await store.commit(write)).task.epoch).toBe(task.epoch + 1);
      expect(await refusalOf(store.commit({ ...write, claim: 'node-b' }))).toBe('fenced');
    });

    it('a write that claims may fence as well, and the epoch rises', async () => {
      await using store = await open();
      const { task } = await begin(store);
      const { task: after } = await store.commit({ task: task.key, entries: [], claim: 'node-a', fence: true });
      expect(after.epoch).toBeGreaterThan(task.epoch);
      const { task: again } = await store.commit({ task: task.key, entries: [], claim: 'node-a', fence: true });
      expect(again).toMatchObject({ node: 'node-a', epoch: after.epoch + 1 });
    });
  });
}
