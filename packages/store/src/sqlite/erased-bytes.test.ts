import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eraseAll } from '../contract/__fixtures__/deletion-contract.ts';
import { alice, liveText, mailTo, notice, runStarted, sessionOf, turnOf } from '../contract/__fixtures__/samples.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { KEPT_MILLISECONDS } from '../tombstone.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';

const { newPath } = temporaryFolder();
const MARK = 'xyzzy-secret';

function bytesOf(path: string): Buffer {
  return Buffer.concat(['', '-wal'].map((end) => readFileSync(path + end)));
}

/** Writes as a task does in its life: grows, replaces its open turn, takes mail; and its text is everywhere. */
async function live(store: Store, taskId: string, mark: string, sizes: readonly number[]): Promise<void> {
  const text = (size: number) => `${mark} `.repeat(1 + Math.ceil(size / mark.length));
  const { task } = await store.commit({
    task: { owner: alice, taskId },
    entries: [runStarted()],
    data: { title: mark },
  });
  for (const [place, size] of sizes.entries()) {
    const id = `${mark.repeat(20)} ${newId()}`;
    await store.saveLive([{ task: task.key, text: liveText(mark, place + 1, { text: text(size) }) }]);
    await store.commit({
      task: task.key,
      once: `${newId()} ${mark.repeat(30)}`,
      entries: [notice(text(size))],
      put: [mailTo(mark, { id, body: text(size) })],
      turns: [turnOf('writer', 1 + Math.floor(place / 3), { data: { said: text(size * 2) } })],
      data: { title: text(size).slice(0, 300) },
    });
    if (place % 2 === 0) await store.commit({ task: task.key, entries: [], take: [id] });
  }
}

describe('deleted content', () => {
  it('no byte of the file and its log has deleted content, whatever was written around it', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 30, maxLength: 60 });
    const lives = fc.array(fc.tuple(fc.boolean(), sizes), { minLength: 6, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(lives, async (all) => {
        const path = newPath();
        await using store = await openStore(`sqlite:${path}`, { durability: 'normal' });
        await Promise.all(
          all.map(([secret, given], place) =>
            live(store, `${secret ? MARK : 'plain'} ${place}`, secret ? MARK : 'plain', given),
          ),
        );
        expect(bytesOf(path).includes('plain')).toBe(all.some(([secret]) => !secret));
        for (const { key, taskId } of await store.list(alice, undefined, 100)) {
          if (taskId.startsWith(MARK)) await store.deletions.bury(key);
        }
        await eraseAll(store);
        expect(bytesOf(path).includes(MARK)).toBe(false);
        // Nothing was damaged: what is left reads as before.
        for (const { key } of await store.list(alice, undefined, 100)) {
          const { entries, head } = await store.read(key, 0, 1_000);
          expect(entries).toHaveLength(head);
        }
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 100 : 3, endOnFailure: true },
    );
  });

  it('sessions and transcripts are erased too, also while another process has the file open', async () => {
    const path = newPath();
    await using store = await openStore(`sqlite:${path}`);
    await using other = await openStore(`sqlite:${path}`);
    const { owner } = await store.sessions.put(sessionOf(MARK, { title: MARK, taskId: MARK, data: { model: MARK } }));
    for (let message = 1; message <= 50; message += 1) {
      const lines = [MARK.repeat(message * 10)];
      await store.transcripts.append({ transcript: MARK, message, after: 0, id: `${MARK} ${message}`, lines });
      await other.sessions.put(sessionOf('kept', { title: `plain ${message}` }));
    }
    expect(bytesOf(path).includes(MARK)).toBe(true);
    await store.sessions.delete(owner, MARK, { forGood: true });
    await eraseAll(other);
    expect(bytesOf(path).includes(MARK)).toBe(false);
    // What another connection remembers of pages does not bring it back.
    await store.sessions.put(sessionOf('kept', { title: 'again' }));
    await live(store, 'plain', 'plain', [10, 2_000, 300]);
    expect(bytesOf(path).includes(MARK)).toBe(false);
    expect(await other.sessions.get(owner, 'kept')).toMatchObject({ title: 'again' });
  });

  it('the next process erases what a process that died has left', async () => {
    const path = newPath();
    {
      await using store = await openStore(`sqlite:${path}`);
      await live(
        store,
        MARK,
        MARK,
        Array.from({ length: 200 }, (_, place) => place * 20),
      );
      await store.deletions.bury({ owner: alice, taskId: MARK });
      await store.deletions.erase();
      expect(await store.deletions.isErased()).toBe(false);
    }
    await using next = await openStore(`sqlite:${path}`);
    await eraseAll(next);
    expect(bytesOf(path).includes(MARK)).toBe(false);
    expect(await next.deletions.isErased()).toBe(true);
  });

  it('delays no removal of old tombstones while the file waits to be wiped', async () => {
    const path = newPath();
    await using store = await openStore(`sqlite:${path}`);
    await live(store, 'old', 'old', [10]);
    await store.deletions.bury({ owner: alice, taskId: 'old' });
    await eraseAll(store);
    using database = new DatabaseSync(path);
    database.exec(`UPDATE task SET sweep = sweep - ${KEPT_MILLISECONDS}`);
    await live(store, MARK, MARK, [10]);
    await store.deletions.bury({ owner: alice, taskId: MARK });
    const stones = database.prepare('SELECT count(*) AS count FROM task');
    while (Number(stones.get()?.count) > 1) expect(await store.deletions.erase()).toBe(true);
    expect(await store.deletions.isErased()).toBe(false);
  });
});
