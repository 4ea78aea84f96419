import { expect, test } from 'vitest';
import { begin, notice, runStarted } from './contract/__fixtures__/samples.ts';
import { openStore } from './open-store.ts';
import { readLog } from './read-log.ts';
import type { Store } from './store.ts';

const LARGE = 100 * 1024;

test('a log is read a bounded number of bytes at a time, to its end, also if its entries are large', async () => {
  await using store = await openStore('sqlite::memory:');
  const texts = Array.from({ length: 20 }, (_, at) => `${at} ${'x'.repeat(at % 3 === 0 ? 3 * LARGE : LARGE)}`);
  const { task } = await begin(store, { entries: [runStarted(), ...texts.map((text) => notice(text))] });
  const pages: string[] = [];
  const read: Store['read'] = async (...given) => {
    const page = await store.read(...given);
    pages.push(JSON.stringify(page.entries));
    return page;
  };
  const seen: string[] = [];
  for await (const entry of readLog({ read }, task.key)) if (entry.type === 'notice') seen.push(entry.text);
  expect(seen).toEqual(texts);
  // Two or three entries, or one that is larger than a page may be.
  expect(Math.max(...pages.map(({ length }) => length))).toBeLessThan(5 * LARGE);
});

test('a log is read from a place on, and nothing of it behind its end', async () => {
  await using store = await openStore('sqlite::memory:');
  const { task } = await begin(store, { entries: [runStarted(), notice('one'), notice('two')] });
  const after = async (place: number): Promise<number[]> => {
    const seen: number[] = [];
    for await (const { seq } of readLog(store, task.key, place)) seen.push(seq);
    return seen;
  };
  expect(await after(0)).toEqual([1, 2, 3]);
  expect(await after(2)).toEqual([3]);
  expect(await after(3)).toEqual([]);
  expect(await after(9)).toEqual([]);
});
