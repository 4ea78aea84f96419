import { describe, expect, it } from 'vitest';
import { begin, notice, refusalOf } from '../contract/__fixtures__/samples.ts';
import { openConnection } from './open-connection.ts';
import { SQLiteStore } from './sqlite-store.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';

const { newPath } = temporaryFolder();

/** A store on a disk with room for so many more pages. */
function crampedStore(path: string, pages: number): SQLiteStore {
  const database = openConnection(path, 'normal');
  const used = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${used + pages}`);
  return new SQLiteStore({ database, durability: 'full', now: Date.now, pollMilliseconds: 1_000 });
}

const large = 'x'.repeat(1_000_000);

describe.each([
  ['in memory', () => ':memory:'],
  ['in a file', newPath],
])('a full disk, %s', (_name, pathOf) => {
  it('a full disk refuses the write that does not fit, and no other', async () => {
    await using store = crampedStore(pathOf(), 60);
    const { task } = await begin(store);
    const writes = Array.from({ length: 21 }, (_, index) =>
      refusalOf(store.commit({ task: task.key, entries: [notice(index === 10 ? large : `${index}`)] })),
    );
    const outcomes = await Promise.all(writes);
    expect(outcomes.map((code, index) => [index, code]).filter(([, code]) => code !== undefined)).toEqual([
      [10, 'unavailable'],
    ]);
    const { entries } = await store.read(task.key, 0, 100);
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('a full disk is explained in a sentence, and everything confirmed before is there', async () => {
    await using store = crampedStore(pathOf(), 60);
    const { task } = await begin(store);
    let confirmed = 0;
    const failure = await (async () => {
      for (;;) {
        await store.commit({ task: task.key, entries: [notice('y'.repeat(2_000))] });
        confirmed += 1;
      }
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable', message: /the disk is full/ });
    expect(confirmed).toBeGreaterThan(10);
    const { entries, head } = await store.read(task.key, 0, 1_000);
    expect([entries.length, head]).toEqual([confirmed, confirmed]);
  });

  it('a full disk does not fail a turn whose text cannot be saved', async () => {
    await using store = crampedStore(pathOf(), 60);
    const { task } = await begin(store);
    const text = { agent: 'writer', turn: 1, attempt: 1, part: 0, kind: 'text' as const, text: large };
    await expect(store.saveLive([{ task: task.key, text }])).resolves.toBeUndefined();
    expect((await store.read(task.key, 0, 1)).live).toEqual([]);
  });
});
