import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { begin, notice } from '../contract/__fixtures__/samples.ts';
import { openStore } from '../open-store.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';

const { newPath } = temporaryFolder();

describe('a database that another process has locked', () => {
  it('writes wait for the lock: none is lost, and they keep their order', async () => {
    const path = newPath();
    await using store = await openStore(`sqlite:${path}`);
    const { task } = await begin(store);
    using other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const writes = Array.from({ length: 10 }, (_, index) =>
      store.commit({ task: task.key, entries: [notice(`${index}`)] }),
    );
    await wait(150);
    // Readers need not wait.
    expect((await store.read(task.key, 0, 100)).head).toBe(0);
    other.exec('COMMIT');
    const outcomes = await Promise.all(writes);
    expect(outcomes.map(({ entries }) => entries[0]?.seq)).toEqual(outcomes.map((_, index) => index + 1));
  });

  it('a store waits for the lock before it closes', async () => {
    const path = newPath();
    const store = await openStore(`sqlite:${path}`);
    const { task } = await begin(store);
    using other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const write = store.commit({ task: task.key, entries: [notice()] });
    const end = store[Symbol.asyncDispose]();
    await wait(60);
    other.exec('ROLLBACK');
    expect((await write).task.head).toBe(1);
    await end;
  });
});
