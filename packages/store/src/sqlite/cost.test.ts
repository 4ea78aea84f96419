import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { alice, begin, mailTo, notice, runEnded, runStarted, turnOf } from '../contract/__fixtures__/samples.ts';
import type { Store } from '../store.ts';
import { openConnection } from './open-connection.ts';
import { SQLiteStore } from './sqlite-store.ts';

/** A store that counts the statements it runs. */
function countingStore(): { store: Store; count: (work: () => Promise<unknown>) => Promise<number> } {
  const database: DatabaseSync = openConnection(':memory:', 'full');
  let runs = 0;
  const prepare = database.prepare.bind(database);
  database.prepare = (sql: string) => {
    const statement = prepare(sql);
    for (const method of ['run', 'get', 'all'] as const) {
      const original = statement[method].bind(statement) as (...values: never[]) => never;
      statement[method] = ((...values: never[]) => {
        runs += 1;
        return original(...values);
      }) as never;
    }
    return statement;
  };
  return {
    // Statements are counted, so neither the poll nor a slow machine may add any.
    store: new SQLiteStore({
      database,
      durability: 'full',
      now: Date.now,
      pollMilliseconds: 2 ** 31 - 1,
      workMilliseconds: Infinity,
    }),
    async count(work) {
      runs = 0;
      await work();
      return runs;
    },
  };
}

async function typicalTurn(store: Store, key: string, turn: number): Promise<void> {
  await store.commit({
    task: key,
    expect: { openRun: 1 },
    entries: [notice(), notice()],
    take: [`m-${turn}`],
    put: [mailTo('writer', { id: `m-${turn + 1}` })],
    turns: [turnOf('writer', turn)],
  });
}

describe('the cost of a write', () => {
  it('a typical turn takes six statements, and those of its transaction', async () => {
    const { store, count } = countingStore();
    const { task } = await begin(store, { entries: [runStarted()], put: [mailTo('writer', { id: 'm-1' })] });
    // Take, put, turn, log, live text, task; begin, data version, commit.
    expect(await count(() => typicalTurn(store, task.key, 1))).toBe(6 + 3);
    await store[Symbol.asyncDispose]();
  });

  it('includes one transaction for all writes of a tick', async () => {
    const { store, count } = countingStore();
    const tasks = await Promise.all(
      Array.from({ length: 10 }, () =>
        begin(store, { entries: [runStarted()], put: [mailTo('writer', { id: 'm-1' })] }),
      ),
    );
    const all = (): Promise<unknown> => Promise.all(tasks.map(({ task }) => typicalTurn(store, task.key, 1)));
    expect(await count(all)).toBe(10 * 6 + 3);
    await store[Symbol.asyncDispose]();
  });

  it('the cost of a write does not grow with the log, the turns or the number of tasks', async () => {
    const { store, count } = countingStore();
    const { task } = await begin(store, { entries: [runStarted()], put: [mailTo('writer', { id: 'm-1' })] });
    const first = await count(() => typicalTurn(store, task.key, 1));
    for (let turn = 2; turn < 200; turn += 1) await typicalTurn(store, task.key, turn);
    for (let other = 0; other < 200; other += 1) await begin(store, { entries: [runStarted(), runEnded()] });
    expect(await count(() => typicalTurn(store, task.key, 200))).toBe(first);
    await store[Symbol.asyncDispose]();
  });
});

describe('the cost of a claim', () => {
  it('the cost of a claim does not grow with the number of finished tasks', async () => {
    const { store, count } = countingStore();
    const claim = (): Promise<unknown> => store.claim('node-a', [alice.swarm], 10);
    const empty = await count(claim);
    await Promise.all(Array.from({ length: 500 }, () => begin(store, { entries: [runStarted(), runEnded()] })));
    expect(await count(claim)).toBe(empty);
    await begin(store, { put: [mailTo('writer')] });
    // The lease and the task that was found.
    expect(await count(claim)).toBe(empty + 2);
    await store[Symbol.asyncDispose]();
  });
});
