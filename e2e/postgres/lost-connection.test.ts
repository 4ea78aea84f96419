import { newId } from '@posthouse/protocol';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { alice, begin, mailTo, notice, refusalOf } from '../../packages/store/src/contract/__fixtures__/samples.ts';
import { openStore } from '../../packages/store/src/open-store.ts';
import { CuttingProxy, type Fate } from '../../packages/store/src/postgres/__fixtures__/cutting-proxy.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';
import type { Store } from '../../packages/store/src/store.ts';

const { server } = usePostgres();
let database: string;
beforeAll(async () => {
  database = await server().newDatabase();
});

/** Whether a client asks for the end of a transaction here: the name of that statement is in the message. */
const asksToCommit = (data: Buffer): boolean => data.includes('commit\0');
const isWrite = (data: Buffer): boolean => data.includes('task-lock\0');

async function textsOf(store: Store, key: string): Promise<string[]> {
  const { entries } = await store.read(key, 0, 10_000);
  return entries.map((entry) => (entry.type === 'notice' ? entry.text : ''));
}

/** Opens a store through a proxy that does something to the next message of a kind, once. */
async function openThrough(
  proxy: CuttingProxy,
): Promise<{ store: Store; once: (kind: (data: Buffer) => boolean, fate: Fate) => void }> {
  const store = await openStore(proxy.url(database));
  return {
    store,
    once: (kind, fate) => {
      proxy.decide = (data) => {
        if (!kind(data)) return 'pass';
        proxy.decide = () => 'pass';
        return fate;
      };
    },
  };
}

describe('a lost connection', () => {
  it.each([
    ['before a write arrives', isWrite, 'cut-before'],
    ['after a write has arrived, before it is committed', isWrite, 'cut-after'],
    ['before the request to commit arrives', asksToCommit, 'cut-before'],
    ['after the commit, before its answer', asksToCommit, 'cut-after'],
  ] as const)('delays a write that is done once: %s', async (_, kind, fate) => {
    await using proxy = await CuttingProxy.start(server().socket);
    const { store: opened, once } = await openThrough(proxy);
    await using store = opened;
    const { task } = await begin(store, { put: [mailTo('writer', { id: 'm-1' })] });
    once(kind, fate);
    const { task: after, entries } = await store.commit({
      task: task.key,
      expect: { head: 0 },
      entries: [notice('one'), notice('two')],
      take: ['m-1'],
      put: [mailTo('writer', { id: 'm-2' })],
      fence: true,
    });
    expect(proxy.cuts).toBe(1);
    expect(after).toMatchObject({ head: 2, epoch: task.epoch + 1 });
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await textsOf(store, task.key)).toEqual(['one', 'two']);
    expect((await store.load(task.key)).mail.map(({ id }) => id)).toEqual(['m-2']);
  });

  it('hides no claim from the node that got the tasks, when it breaks after the commit', async () => {
    await using proxy = await CuttingProxy.start(server().socket);
    const { store: opened, once } = await openThrough(proxy);
    await using store = opened;
    const owner = { ...alice, swarm: newId() };
    const { task } = await store.commit({ task: { owner, taskId: 't' }, entries: [], put: [mailTo('writer')] });
    once(asksToCommit, 'cut-after');
    const claimed = await store.claim('node-a', [owner.swarm], 10);
    expect(claimed).toMatchObject([{ key: task.key, node: 'node-a', epoch: task.epoch + 1 }]);
    expect(proxy.cuts).toBe(1);
  });

  it('changes no record twice when it breaks after the commit', async () => {
    await using proxy = await CuttingProxy.start(server().socket);
    const { store: opened, once } = await openThrough(proxy);
    await using store = opened;
    const id = newId();
    const { version } = await store.records.put('token', id, { n: 1 });
    once(asksToCommit, 'cut-after');
    const second = await store.records.put('token', id, { n: 2 }, { expect: version });
    expect(second.version).toBe(version + 1);
    once((data) => data.includes('record-next-version\0'), 'cut-before');
    expect(await store.records.put('token', id, { n: 3 }, { expect: second.version })).toMatchObject({ id });
    once(asksToCommit, 'cut-after');
    expect(await store.records.delete('token', id)).toBe(true);
  });

  it('a reader does not notice a lost connection', async () => {
    await using proxy = await CuttingProxy.start(server().socket);
    const { store: opened, once } = await openThrough(proxy);
    await using store = opened;
    const { task } = await begin(store, { entries: [notice('one')] });
    for (const fate of ['cut-before', 'cut-after'] as const) {
      once((data) => data.includes('page-select\0'), fate);
      expect(await textsOf(store, task.key)).toEqual(['one']);
      once((data) => data.includes('task-select-named\0'), fate);
      expect(await store.find(alice, task.taskId)).toEqual(task);
    }
    expect(proxy.cuts).toBe(4);
  });

  it('fails the write and those behind it as uncertain when it lasts too long', async () => {
    await using proxy = await CuttingProxy.start(server().socket);
    await using store = await openStore(proxy.url(database), { giveUpMilliseconds: 200 });
    const { task } = await begin(store);
    proxy.decide = () => 'cut-before';
    const writes = ['one', 'two', 'three'].map((text) => store.commit({ task: task.key, entries: [notice(text)] }));
    const codes = await Promise.all(writes.map((write) => refusalOf(write)));
    expect(codes).toEqual(['unavailable', 'unavailable', 'unavailable']);
    proxy.decide = () => 'pass';
    const { task: after } = await store.commit({ task: task.key, entries: [notice('four')] });
    expect(after.head).toBe(1);
    expect(await textsOf(store, task.key)).toEqual(['four']);
  });

  it('loses no write and doubles none, however often it happens', async () => {
    const fates = fc.array(fc.constantFrom<Fate>('pass', 'pass', 'pass', 'pass', 'pass', 'cut-before', 'cut-after'), {
      minLength: 20,
      maxLength: 60,
    });
    const cutAndCheck = async (plan: readonly Fate[]): Promise<void> => {
      await using proxy = await CuttingProxy.start(server().socket);
      await using store = await openStore(proxy.url(database));
      const tasks = await Promise.all(Array.from({ length: 3 }, async () => (await begin(store)).task));
      const left = [...plan];
      proxy.decide = () => left.shift() ?? 'pass';
      await Promise.all(
        tasks.map(async ({ key }) => {
          for (let count = 1; count <= 8; count += 1) {
            await store.commit({
              task: key,
              expect: { head: count - 1 },
              entries: [notice(`${count}`)],
              fence: true,
            });
          }
        }),
      );
      proxy.decide = () => 'pass';
      for (const { key } of tasks) {
        expect(await textsOf(store, key)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
        expect((await store.load(key)).task.epoch).toBe(8);
      }
    };
    // A store that lost its connection waits before it tries again, so several are as quick as one.
    const together = fc.array(fates, { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(together, async (plans) => void (await Promise.all(plans.map(cutAndCheck)))),
      { numRuns: 6 },
    );
  });
});

describe('a process that is suspended in the middle of a write', () => {
  it('blocks others from the task for a few seconds only, and writes once when it is back', async () => {
    await using proxy = await CuttingProxy.start(server().socket);
    const { store: asleep, once } = await openThrough(proxy);
    await using _ = asleep;
    await using awake = await openStore(server().url(database));
    const { task } = await begin(asleep);
    // The task is locked by now, and what was decided is on its way.
    once(asksToCommit, 'hold');
    const late = asleep.commit({ task: task.key, entries: [notice('late')] });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const start = performance.now();
    await awake.commit({ task: task.key, entries: [notice('meanwhile')] });
    expect(performance.now() - start).toBeLessThan(12_000);
    expect((await late).task.head).toBe(2);
    expect(await textsOf(awake, task.key)).toEqual(['meanwhile', 'late']);
  });
});

describe('change notices', () => {
  it('change notices resume after the connection was lost, and none is missed', async () => {
    await using proxy = await CuttingProxy.start(server().socket);
    await using here = await openStore(proxy.url(database));
    await using there = await openStore(server().url(database));
    const controller = new AbortController();
    const seen = new Set<string>();
    const listening = (async () => {
      for await (const key of here.changes(controller.signal)) seen.add(key);
    })();
    const made: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      made.push((await begin(there)).task.key);
      proxy.cutAll();
      made.push((await begin(there)).task.key);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect.poll(() => made.filter((key) => !seen.has(key)), { timeout: 15_000 }).toEqual([]);
    controller.abort();
    await listening;
  });
});
