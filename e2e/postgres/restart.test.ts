import type { Instance } from '@posthouse/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { begin, mailTo, notice, turnOf } from '../../packages/store/src/contract/__fixtures__/samples.ts';
import { openStore } from '../../packages/store/src/open-store.ts';
import { PostgresServer } from '../../packages/store/src/postgres/__fixtures__/start-postgres.ts';
import type { Store } from '../../packages/store/src/store.ts';

const owner: Instance = { swarm: 'alpha', role: 'user', id: 'restart' };
const RESTARTS = process.env.TEST_FULL === '1' ? 10 : 2;
const TASKS = 6;

// In earnest: what was confirmed must be on the disk when the server falls.
let server: PostgresServer;
beforeEach(async () => {
  server = await PostgresServer.start({ fsync: true });
});
afterEach(() => server[Symbol.asyncDispose]());

/** Writes turn after turn until it is told to stop, and counts what is confirmed. Never sees an error. */
async function writeTurns(
  store: Store,
  taskId: string,
  progress: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const { task } = await store.commit({ task: { owner, taskId }, entries: [], put: [mailTo('a', { id: 'm-1' })] });
  for (let turn = 1; !signal.aborted; turn += 1) {
    await store.commit({
      task: task.key,
      expect: { epoch: 0, head: (turn - 1) * 2 },
      entries: [notice(`${turn} begins`), notice(`${turn} ends`)],
      take: [`m-${turn}`],
      put: [mailTo('a', { id: `m-${turn + 1}` })],
      turns: [turnOf('a', turn)],
    });
    progress.set(taskId, turn);
  }
}

/** Resolves when every task has come further by so many turns. */
async function progressOf(progress: Map<string, number>, turns: number): Promise<void> {
  const before = new Map(progress);
  const isFurther = (): boolean =>
    progress.size === TASKS && [...progress].every(([task, turn]) => turn >= (before.get(task) ?? 0) + turns);
  await expect.poll(isFurther, { timeout: 60_000, interval: 5 }).toBe(true);
}

describe.each(['fast', 'immediate'] as const)('PostgreSQL, stopped (%s) and started again', (manner) => {
  it(`delays writes that are under way, ${RESTARTS} times over`, async () => {
    await using store = await openStore(server.url(await server.newDatabase()));
    const progress = new Map<string, number>();
    const controller = new AbortController();
    const taskIds = Array.from({ length: TASKS }, (_, index) => `task-${index}`);
    const writing = Promise.all(taskIds.map((taskId) => writeTurns(store, taskId, progress, controller.signal)));
    for (let count = 0; count < RESTARTS; count += 1) {
      await progressOf(progress, 2 + count);
      await server.restart(manner);
    }
    await progressOf(progress, 2);
    controller.abort();
    await writing;

    for (const taskId of taskIds) {
      const turns = progress.get(taskId) ?? 0;
      const task = await store.find(owner, taskId);
      const key = task?.key ?? '';
      const { entries } = await store.read(key, 0, 1_000_000);
      expect(entries.map((entry) => (entry.type === 'notice' ? entry.text : ''))).toEqual(
        Array.from({ length: turns }, (_, turn) => [`${turn + 1} begins`, `${turn + 1} ends`]).flat(),
      );
      expect((await store.load(key)).mail.map(({ id }) => id)).toEqual([`m-${turns + 1}`]);
      expect(await store.history(key, 'a')).toHaveLength(turns);
    }
  });

  it('reads, claims, heartbeats and changes of records wait for PostgreSQL', async () => {
    await using store = await openStore(server.url(await server.newDatabase()));
    const { task } = await begin(store, { entries: [notice('before')], put: [mailTo('writer')] });
    await server.stop(manner);
    const asked = [
      store.read(task.key, 0, 10),
      store.find(task.owner, task.taskId),
      store.claim('node-a', ['alpha'], 10),
      store.heartbeat('node-b'),
      store.records.put('token', 'a', { role: 'user' }),
    ];
    await new Promise((resolve) => setTimeout(resolve, 300));
    await server.start();
    const [read, , claimed] = await Promise.all(asked);
    expect(read).toMatchObject({ head: 1 });
    expect(claimed).toMatchObject([{ key: task.key, node: 'node-a' }]);
    expect(await store.nodes()).toEqual(['node-a', 'node-b']);
    expect(await store.records.get('token', 'a')).toMatchObject({ value: { role: 'user' } });
  });

  it('announces writes to other processes again', async () => {
    const url = server.url(await server.newDatabase());
    await using here = await openStore(url, { pollMilliseconds: 60_000 });
    await using there = await openStore(url);
    const changes = here.changes(new AbortController().signal)[Symbol.asyncIterator]();
    const { task } = await begin(there);
    expect((await changes.next()).value).toBe(task.key);
    await server.restart(manner);
    // Written while nobody may be listening yet: whoever listens again has a look.
    await there.commit({ task: task.key, entries: [notice()] });
    expect((await changes.next()).value).toBe(task.key);
  });
});
