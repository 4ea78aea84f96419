import { newId, type NewEntry } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import type { BegunCall, NewSpending, Spent } from '../../spending.ts';
import type { Store } from '../../store.ts';
import type { Task } from '../../task.ts';
import { alice, begin, type ContractOptions, notice, oddTexts, refusalOf, runEnded, runStarted } from './samples.ts';

const day = '2026-11-18';
const bob = { ...alice, id: 'bob' };
const nothing: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
const one: NewSpending = { day, by: 'here', calls: 1, inputTokens: 100, outputTokens: 20, cost: 0.25 };
const spentOf = ({ calls, inputTokens, outputTokens, cost }: Spent): Spent => ({
  calls,
  inputTokens,
  outputTokens,
  cost,
});

/** What was spent, and the tasks that wait because of it. */
export function spendingContract({ open }: ContractOptions): void {
  const swarmSum = (store: Store) => store.spending.sum({ day, swarm: 'alpha' });
  const sumOf = (store: Store, id: string) => store.spending.sum({ day, swarm: 'alpha', caller: { role: 'user', id } });

  describe('spending', () => {
    it('spending is zero at first', async () => {
      await using store = await open();
      expect([await swarmSum(store), await sumOf(store, 'alice')]).toEqual([nothing, nothing]);
      expect(await store.spending.list({ day }, 10)).toEqual([]);
    });

    it('a write adds what it reports as spent to its caller and swarm', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [notice()], spent: one });
      await store.commit({ task: task.key, entries: [notice()], spent: { ...one, calls: 2 } });
      await store.commit({ task: { owner: bob, taskId: 'b' }, entries: [], spent: one });
      const alices = { calls: 3, inputTokens: 200, outputTokens: 40, cost: 0.5 };
      expect(await sumOf(store, 'alice')).toEqual(alices);
      expect(await sumOf(store, 'bob')).toEqual(spentOf(one));
      expect(await swarmSum(store)).toEqual({ calls: 4, inputTokens: 300, outputTokens: 60, cost: 0.75 });
      expect(await store.spending.list({ day }, 10)).toEqual([
        { owner: alice, spent: alices },
        { owner: bob, spent: spentOf(one) },
      ]);
      expect(await store.spending.list({ day }, 1)).toHaveLength(1);
      expect(await store.spending.list({ day, swarm: 'beta' }, 10)).toEqual([]);
      const bobs = await store.spending.list({ day, swarm: 'alpha', caller: { role: 'user', id: 'bob' } }, 10);
      expect(bobs.map(({ owner }) => owner)).toEqual([bob]);
    });

    it('a write that is refused or repeated adds no spending', async () => {
      await using store = await open();
      const { task } = await begin(store, { once: 'k', entries: [notice()], spent: one });
      await store.commit({ task: task.key, once: 'k', entries: [notice()], spent: one });
      const refused = store.commit({ task: task.key, expect: { epoch: 99 }, entries: [notice()], spent: one });
      expect(await refusalOf(refused)).toBe('fenced');
      expect(await sumOf(store, 'alice')).toEqual(spentOf(one));
    });

    it('spending is kept apart by day, swarm, role and process', async () => {
      await using store = await open();
      await store.spending.add(alice, one);
      await store.spending.add(alice, { ...one, day: '2026-11-19', calls: 10 });
      await store.spending.add({ ...alice, swarm: 'beta' }, { ...one, calls: 100 });
      await store.spending.add({ ...alice, role: 'admin' }, { ...one, calls: 1_000 });
      await store.spending.add(alice, { ...one, by: 'there', calls: 10_000 });
      expect((await sumOf(store, 'alice')).calls).toBe(10_001);
      expect((await swarmSum(store)).calls).toBe(11_001);
      expect((await store.spending.sum({ day, swarm: 'alpha' }, { without: 'here' })).calls).toBe(10_000);
      expect((await store.spending.sum({ day: '2026-11-19', swarm: 'alpha' })).calls).toBe(10);
    });

    it('spending is added in full when many writes of one tick report it', async () => {
      await using store = await open();
      const writes = Array.from({ length: 100 }, (_, index) =>
        begin(store, { entries: [notice(`${index}`)], spent: one }),
      );
      await Promise.all(writes);
      expect(await sumOf(store, 'alice')).toMatchObject({ calls: 100, inputTokens: 10_000, cost: 25 });
      expect(await swarmSum(store)).toMatchObject({ calls: 100, outputTokens: 2_000, cost: 25 });
    });

    it('the spending of a caller can be forgotten, and stays in the sums of the swarms', async () => {
      await using store = await open();
      for (const owner of [alice, bob, { ...alice, swarm: 'beta' }, { ...alice, role: 'admin' as const }]) {
        await store.spending.add(owner, one);
        await store.spending.add(owner, { ...one, day: '2026-11-17', by: 'there' });
      }
      const sums = () =>
        Promise.all(
          ['alpha', 'beta'].flatMap((swarm) => [day, '2026-11-17'].map((d) => store.spending.sum({ day: d, swarm }))),
        );
      const before = await sums();
      await store.spending.forget({ role: 'user', id: 'alice' });
      expect(await sums()).toEqual(before);
      expect(await sumOf(store, 'alice')).toEqual(nothing);
      const left = await Promise.all([day, '2026-11-17'].map((d) => store.spending.list({ day: d }, 10)));
      expect(left.map((list) => list.map(({ owner }) => `${owner.role} ${owner.id}`).toSorted())).toEqual([
        ['admin alice', 'user bob'],
        ['admin alice', 'user bob'],
      ]);
    });

    it('callers of any name may spend', async () => {
      await using store = await open();
      for (const id of oddTexts) await store.spending.add({ swarm: `s${id}`, role: 'user', id }, { ...one, by: id });
      for (const id of oddTexts) {
        expect(await store.spending.sum({ day, swarm: `s${id}`, caller: { role: 'user', id } })).toEqual(spentOf(one));
      }
      expect(await store.spending.list({ day }, 100)).toHaveLength(oddTexts.length);
    });
  });

  describe('a model call that was noted', () => {
    const usage = { inputTokens: 10, outputTokens: 0 };
    const callOf = (id: string, agent = 'writer'): BegunCall => ({ id, run: 1, agent, turn: 2, model: 'm', usage });
    const told = (agent: string): NewEntry => ({ run: 1, agent, turn: 2, type: 'usage', model: 'm', usage });

    it('a noted model call is listed until an entry reports the usage of its agent', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      for (const call of [callOf('1'), callOf('2'), callOf('3', 'editor')])
        expect(await store.spending.begin(task.key, task.epoch, call)).toBe(true);
      await store.commit({ task: task.key, entries: [notice()] });
      expect((await store.load(task.key)).begun).toEqual([callOf('1'), callOf('2'), callOf('3', 'editor')]);
      await store.commit({ task: task.key, entries: [told('writer')], spent: one });
      expect((await store.load(task.key)).begun).toEqual([callOf('3', 'editor')]);
    });

    it('a model call is not noted in a task whose epoch has changed', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      await store.commit({ task: task.key, entries: [notice()], fence: true });
      expect(await store.spending.begin(task.key, task.epoch, callOf('1'))).toBe(false);
      expect((await store.load(task.key)).begun).toEqual([]);
    });

    it('a noted model call is counted by whoever reports it first', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      await store.spending.begin(task.key, task.epoch, callOf('1'));
      await store.spending.add(alice, one, { task: task.key, id: '1' });
      await store.spending.add(alice, one, { task: task.key, id: '1' });
      expect([await sumOf(store, 'alice'), (await store.load(task.key)).begun]).toEqual([spentOf(one), []]);
    });

    it.each(oddTexts)('notes model calls of an agent called %j', async (agent) => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      await store.spending.begin(task.key, task.epoch, callOf('1', agent));
      expect((await store.load(task.key)).begun).toEqual([callOf('1', agent)]);
      await store.commit({ task: task.key, entries: [told(agent)] });
      expect((await store.load(task.key)).begun).toEqual([]);
    });
  });

  describe('listing paused tasks', () => {
    const pausedOf = async (store: Store, owner = alice): Promise<Task> => {
      const write = { task: { owner, taskId: newId() }, entries: [runStarted()], status: 'paused' as const };
      return (await store.commit(write)).task;
    };

    it('finds them by swarm and by caller, newest first, while they are paused', async () => {
      await using store = await open();
      const first = await pausedOf(store);
      const second = await pausedOf(store, bob);
      const third = await pausedOf(store);
      await begin(store, { entries: [runStarted()] });
      await pausedOf(store, { ...alice, swarm: 'beta' });
      const keysOf = (tasks: Task[]): string[] => tasks.map(({ key }) => key);
      const caller = { role: 'user', id: 'alice' } as const;
      expect(keysOf(await store.paused({ swarm: 'alpha' }, undefined, 10))).toEqual([third.key, second.key, first.key]);
      expect(keysOf(await store.paused({ swarm: 'alpha', caller }, undefined, 10))).toEqual([third.key, first.key]);
      expect(keysOf(await store.paused({ swarm: 'alpha' }, third.key, 1))).toEqual([second.key]);
      await store.commit({ task: third.key, entries: [runEnded()] });
      expect(keysOf(await store.paused({ swarm: 'alpha', caller }, undefined, 10))).toEqual([first.key]);
    });
  });
}
