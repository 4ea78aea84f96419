import { openStore, type Store } from '@posthouse/store';
import { exportOwner, exportTask, importData } from '@posthouse/runtime';
import { describe, expect, it } from 'vitest';
import {
  openNewsroom,
  sourceOf,
  toldTo,
  toText,
  work,
} from '../../packages/runtime/src/archive/__fixtures__/newsroom.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const owner = { swarm: 'newsroom', role: 'user', id: 'alice' } as const;

async function exported(store: Store): Promise<string> {
  return toText(exportTask(store, (await store.find(owner, 't'))!));
}

/** The lines between the first, which says when it was written, and the last, which is about all of it. */
function linesOf(text: string): string[] {
  return text.trimEnd().split('\n').slice(1, -1).toSorted();
}

/** What the model is given when the user goes on. */
async function goOn(store: Store): Promise<string> {
  const { instance, requests } = await openNewsroom(store);
  await instance.postMessage({ taskId: 't', body: 'and now?' });
  await instance.shutdown();
  return toldTo(requests.at(-1)!.request);
}

describe('moving a task between databases', () => {
  const { newURL } = usePostgres();

  it('a task stays the same from SQLite to PostgreSQL and back, to readers and to the model', async () => {
    await using first = await openStore('sqlite::memory:');
    await using second = await openStore(await newURL());
    await using third = await openStore('sqlite::memory:');
    const { instance } = await openNewsroom(first);
    await work(instance, 't');
    await instance.shutdown();
    const text = await exported(first);
    expect(linesOf(text).length).toBeGreaterThan(20);

    await importData({ store: second, source: sourceOf(text) });
    const moved = await exported(second);
    expect(linesOf(moved)).toEqual(linesOf(text));
    await importData({ store: third, source: sourceOf(moved) });
    expect(linesOf(await exported(third))).toEqual(linesOf(text));

    const told = await Promise.all([first, second, third].map((store) => goOn(store)));
    expect(told[0]).toContain('all about ships');
    expect(new Set(told).size).toBe(1);
  });

  it('a deleted task comes back to PostgreSQL only with --restore', async () => {
    await using store = await openStore(await newURL());
    const { instance } = await openNewsroom(store);
    await work(instance, 't');
    const text = await toText(exportOwner(store, { role: 'user', id: 'alice' }));
    await expect(importData({ store, source: sourceOf(text) })).rejects.toMatchObject({ code: 'task_exists' });
    await instance.delete('t');
    await expect(importData({ store, source: sourceOf(text) })).rejects.toMatchObject({ code: 'task_deleted' });
    expect(await importData({ store, source: sourceOf(text), restore: true })).toMatchObject({ tasks: 1 });
    expect(linesOf(await exported(store))).toEqual(linesOf(text));
    expect(await instance.postMessage({ taskId: 't', body: 'and now?' })).toMatchObject({ status: 'complete', run: 3 });
    await instance.shutdown();
  });
});
