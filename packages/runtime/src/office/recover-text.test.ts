import type { LiveText, NewEntry } from '@posthouse/protocol';
import { openStore, type Store, type TaskKey } from '@posthouse/store';
import { expect, test } from 'vitest';
import { isStale } from './is-refusal.ts';
import { loadTask } from './load-task.ts';
import { recoverText } from './recover-text.ts';

const owner = { swarm: 's', role: 'user', id: 'u' } as const;
const place = { run: 1, agent: 'a', turn: 1 };
const text = (part: number, words: string): LiveText => ({
  agent: 'a',
  turn: 1,
  attempt: 1,
  part,
  kind: 'text',
  text: words,
});
const begun = (part: number): NewEntry => ({ ...place, type: 'text-started', attempt: 1, part, kind: 'text' });

/** A task with an open run, and these entries in it. */
async function open(store: Store, ...entries: NewEntry[]): Promise<TaskKey> {
  const started: NewEntry = { run: 1, type: 'run-started', answerId: 'x' };
  const data = { current: { run: 1, startSeq: 0, startedAt: 0 } };
  const { task } = await store.commit({ task: { owner, taskId: 't' }, entries: [started], data });
  await store.commit({ task: task.key, entries });
  return task.key;
}

const lastEntry = async (store: Store, key: TaskKey) => (await store.read(key, 0, 100)).entries.at(-1);

test('text that was shown is given up with what is known of it, also when nothing of it was saved', async () => {
  await using store = await openStore('sqlite::memory:');
  const key = await open(store, begun(0), begun(1));
  await store.saveLive([{ task: key, text: text(0, 'half a') }]);
  const recovered = await recoverText(store, await loadTask(store, key));
  expect(await lastEntry(store, key)).toMatchObject({
    ...place,
    type: 'text-abandoned',
    parts: [text(0, 'half a'), text(1, '')],
  });
  expect([recovered.live, recovered.ledger.begun]).toEqual([[], []]);
});

test('text that has come to something is left alone', async () => {
  await using store = await openStore('sqlite::memory:');
  const written: NewEntry = { ...place, type: 'text-written', attempt: 1, parts: [text(0, 'whole')] };
  const key = await open(store, begun(0), written);
  const loaded = await loadTask(store, key);
  // As one has it who was told of the text before its turn was recorded.
  await recoverText(store, { ...loaded, live: [text(0, 'who')] });
  expect(await lastEntry(store, key)).toMatchObject({ type: 'text-written' });
});

test('text of another swarm goes on, for all that we know', async () => {
  await using store = await openStore('sqlite::memory:');
  const key = await open(store);
  const theirs = { ...text(0, 'half a'), agent: 'head@beta' };
  await store.saveLive([{ task: key, text: theirs }]);
  const loaded = await loadTask(store, key);
  expect(await recoverText(store, loaded)).toBe(loaded);
  expect((await store.read(key, 0, 100)).live).toEqual([theirs]);
});

test('nothing is given up when the task has moved on meanwhile', async () => {
  await using store = await openStore('sqlite::memory:');
  const key = await open(store, begun(0));
  const loaded = await loadTask(store, key);
  await store.commit({ task: key, entries: [{ run: 1, type: 'notice', code: 'c', text: 't' }] });
  const refused = await recoverText(store, loaded).catch((error: unknown) => error);
  expect(isStale(refused)).toBe(true);
  expect(await lastEntry(store, key)).toMatchObject({ type: 'notice' });
});
