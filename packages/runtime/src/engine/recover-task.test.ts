import type { LiveText, NewEntry } from '@posthouse/protocol';
import { isStale, openStore, type Store, type TaskKey } from '@posthouse/store';
import { expect, test } from 'vitest';
import { SpendingBook } from '../budgets/spending-book.ts';
import { loadTask } from './load-task.ts';
import { recoverTask } from './recover-task.ts';

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

const bookOf = (store: Store) => new SpendingBook({ store, now: Date.now, onError: () => undefined });
const lastEntry = async (store: Store, key: TaskKey) => (await store.read(key, 0, 100)).entries.at(-1);

test('abandons text that was shown, with as much of it as was saved, even if that is nothing', async () => {
  await using store = await openStore('sqlite::memory:');
  const key = await open(store, begun(0), begun(1));
  await store.saveLive([{ task: key, text: text(0, 'half a') }]);
  const recovered = await recoverTask(store, await loadTask(store, key), bookOf(store));
  expect(await lastEntry(store, key)).toMatchObject({
    ...place,
    type: 'text-abandoned',
    parts: [text(0, 'half a'), text(1, '')],
  });
  expect([recovered.live, recovered.ledger.begun]).toEqual([[], []]);
});

test('leaves text alone that was written to its end', async () => {
  await using store = await openStore('sqlite::memory:');
  const written: NewEntry = { ...place, type: 'text-written', attempt: 1, parts: [text(0, 'whole')] };
  const key = await open(store, begun(0), written);
  const loaded = await loadTask(store, key);
  // As one has it who was told of the text before its turn was recorded.
  await recoverTask(store, { ...loaded, live: [text(0, 'who')] }, bookOf(store));
  expect(await lastEntry(store, key)).toMatchObject({ type: 'text-written' });
});

test('leaves text of another swarm open, as it may still be written', async () => {
  await using store = await openStore('sqlite::memory:');
  const key = await open(store);
  const theirs = { ...text(0, 'half a'), agent: 'head@beta' };
  await store.saveLive([{ task: key, text: theirs }]);
  const loaded = await loadTask(store, key);
  expect(await recoverTask(store, loaded, bookOf(store))).toBe(loaded);
  expect((await store.read(key, 0, 100)).live).toEqual([theirs]);
});

test('abandons nothing when the task has moved on meanwhile', async () => {
  await using store = await openStore('sqlite::memory:');
  const key = await open(store, begun(0));
  const loaded = await loadTask(store, key);
  await store.commit({ task: key, entries: [{ run: 1, type: 'notice', code: 'c', text: 't' }] });
  const refused = await recoverTask(store, loaded, bookOf(store)).catch((error: unknown) => error);
  expect(isStale(refused)).toBe(true);
  expect(await lastEntry(store, key)).toMatchObject({ type: 'notice' });
});

test('logs and counts unfinished model calls once, with what they were asked', async () => {
  await using store = await openStore('sqlite::memory:');
  const key = await open(store);
  const { task } = await store.load(key);
  const usage = { inputTokens: 40, outputTokens: 0, cost: 0.5 };
  const call = { id: 'c1', run: 1, agent: 'a', turn: 3, model: 'm', usage };
  expect(await store.spending.begin(key, task.epoch, call)).toBe(true);
  const book = bookOf(store);
  const recovered = await recoverTask(store, await loadTask(store, key), book);
  const told = { run: 1, agent: 'a', turn: 3, type: 'usage', model: 'm', usage, estimated: true };
  expect(await lastEntry(store, key)).toMatchObject(told);
  expect([recovered.unrecorded, recovered.ledger.spent]).toMatchObject([[], { calls: 1, inputTokens: 40 }]);
  expect(await recoverTask(store, await loadTask(store, key), book)).toEqual(await loadTask(store, key));
  // The process that was only slow comes back, and has to say what the call has come to.
  const metered = { model: 'm', usage, calls: 1 };
  book.lose(task, [{ ...metered, id: 'c1', noted: Promise.resolve(true) }]);
  await book.settle();
  const day = new Date().toISOString().slice(0, 10);
  expect(await store.spending.sum({ day, swarm: 's' })).toEqual({
    calls: 1,
    inputTokens: 40,
    outputTokens: 0,
    cost: 0.5,
  });
});
