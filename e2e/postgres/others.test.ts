import { openStore, type Store, type TaskKey } from '@posthouse/store';
import { beforeAll, describe, expect, it } from 'vitest';
import { begin, liveText, notice } from '../../packages/store/src/contract/__fixtures__/samples.ts';
import { RawSession } from '../../packages/store/src/postgres/__fixtures__/raw-session.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const { server } = usePostgres();
const NEVER = 1_000_000;
const SOON = 20;
let url: string;
beforeAll(async () => {
  url = server().url(await server().newDatabase());
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Collects the hints of a store, until it is told to stop. */
function collect(store: Store): { keys: TaskKey[]; stop: () => Promise<void> } {
  const controller = new AbortController();
  const keys: TaskKey[] = [];
  const collecting = (async () => {
    for await (const key of store.changes(controller.signal)) keys.push(key);
  })();
  return {
    keys,
    stop: async () => {
      controller.abort();
      await collecting;
    },
  };
}

describe('writes of another process to PostgreSQL', () => {
  it('writes of another process are announced at once, without polling', async () => {
    await using here = await openStore(url, { pollMilliseconds: NEVER });
    await using there = await openStore(url, { pollMilliseconds: NEVER });
    const { keys, stop } = collect(here);
    await pause(100);
    const { task } = await begin(there, { entries: [notice()] });
    await expect.poll(() => keys, { interval: 2 }).toEqual([task.key]);
    await there.saveLive([{ task: task.key, text: liveText('writer', 1) }]);
    await expect.poll(() => keys, { interval: 2 }).toEqual([task.key, task.key]);
    await stop();
  });

  it('writes are found by polling when the writer died before it could announce them', async () => {
    await using here = await openStore(url, { pollMilliseconds: SOON });
    const { task } = await begin(here);
    const { keys, stop } = collect(here);
    await using dying = await RawSession.open(url);
    await dying.run(`INSERT INTO mail.change (xact, token, task) VALUES (pg_current_xact_id(), 1, ${task.key})`);
    await expect.poll(() => keys).toContain(task.key);
    await stop();
  });

  it('writes are found even if they began long before others and were committed after them', async () => {
    await using here = await openStore(url, { pollMilliseconds: SOON });
    await using there = await openStore(url);
    const { task: slow } = await begin(here);
    await using late = await RawSession.open(url);
    await late.run('BEGIN');
    await late.run(`INSERT INTO mail.change (xact, token, task) VALUES (pg_current_xact_id(), 1, ${slow.key})`);
    const { keys, stop } = collect(here);
    for (let count = 0; count < 5; count += 1) {
      await begin(there);
      await pause(SOON * 2);
    }
    expect(keys).not.toContain(slow.key);
    await late.run('COMMIT');
    await expect.poll(() => keys).toContain(slow.key);
    await stop();
  });

  it('writes are reported once, though they are both announced and polled', async () => {
    await using here = await openStore(url, { pollMilliseconds: SOON });
    await using there = await openStore(url);
    const { keys, stop } = collect(here);
    await pause(100);
    keys.length = 0;
    const made: TaskKey[] = [];
    for (let count = 0; count < 10; count += 1) {
      made.push((await begin(there)).task.key);
      await pause(7);
    }
    await pause(200);
    expect(keys).toEqual(made);
    await stop();
  });

  it('writes are announced in few notices, however many there are', async () => {
    await using there = await openStore(url);
    await using listener = await RawSession.open(url);
    await listener.run('LISTEN posthouse');
    await Promise.all(Array.from({ length: 500 }, () => begin(there)));
    await pause(300);
    expect(listener.notices.length).toBeLessThan(100);
    expect(listener.notices.join(' ').match(/[:,]\d+/g)?.length).toBe(500);
  });

  it('notices do not pile up, because opening the store deletes old ones', async () => {
    const old = server().url(await server().newDatabase());
    const store = await openStore(old);
    await begin(store);
    await store[Symbol.asyncDispose]();
    await using session = await RawSession.open(old);
    await session.run("UPDATE mail.change SET at = now() - interval '1 hour'");
    await using again = await openStore(old);
    await begin(again);
    expect(await session.run('SELECT task FROM mail.change')).toHaveLength(1);
  });
});
