import type { NewEntry } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { actor } from '../__fixtures__/play.ts';
import { BudgetGate } from '../budgets/budget-gate.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { LiveHub } from '../live/live-hub.ts';
import { TaskTexts } from '../live/task-texts.ts';
import type { Decision } from '../task/decision.ts';
import { Waiters } from '../timing/waiters.ts';
import type { TurnSeat } from '../turns/turn-seat.ts';
import { loadTask } from './load-task.ts';
import { RunDefinition } from './run-definition.ts';
import { TaskSync } from './task-sync.ts';
import { TurnSeats } from './turn-seats.ts';
import { WorkingTask } from './working-task.ts';

const definition = defineSwarm({
  name: 'desk',
  version: '1.0.0',
  entrypoint: 'boss',
  agents: [actor('boss', [], { commTargets: [], enableEntrypoint: true, canCompleteTasks: true })],
});
const notice = (text: string): NewEntry => ({ run: 1, type: 'notice', code: 'c', text });

/** A task with an open run in the hands of this process; `see` is told of every decision as it comes into memory. */
async function take(store: Store, see: (decision: Decision) => void) {
  const started: NewEntry = { run: 1, type: 'run-started', answerId: 'x' };
  const data = { current: { run: 1, entrypoint: 'boss', startSeq: 0, startedAt: 0 } };
  const owner = { swarm: 'desk', role: 'user', id: 'ada' } as const;
  await store.heartbeat('n');
  const { task } = await store.commit({ task: { owner, taskId: 't' }, claim: 'n', entries: [started], data });
  const working = new WorkingTask(
    await loadTask(store, task.key),
    store,
    new RunDefinition(() => definition, task.run),
  );
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  let reread = 0;
  const waiters = new Waiters();
  const seats = new TurnSeats(() => undefined, waiters);
  const texts = new TaskTexts({
    live: new LiveHub(store),
    task: task.key,
    run: () => working.task.openRun ?? undefined,
    commit: (entries) => sync.write({ entries }),
  });
  const sit = (): TurnSeat => {
    const context = { texts, onQueued: () => waiters.look(), now: Date.now() };
    const seat = working.seat(definition.agents[0]!, undefined, context);
    seats.take(seat);
    return seat;
  };
  const sync: TaskSync = new TaskSync({
    store,
    commit: (write) => store.commit(write),
    gate: new BudgetGate({ store, now: Date.now, onError }),
    now: Date.now,
    working,
    seats,
    waiters,
    texts,
    watch: { see, end: () => undefined },
    pump: () => undefined,
    onRest: () => undefined,
    onReread: () => (reread += 1),
    onGone: () => undefined,
    onError,
  });
  return { sync, working, seats, sit, errors, reread: () => reread };
}

test('a decision that memory cannot follow is on disk, and memory is read from there', async () => {
  await using store = await openStore('sqlite::memory:');
  const failure = new Error('the watcher is broken');
  const { sync, working, errors, reread } = await take(store, ({ entries }) => {
    if (entries.some((entry) => entry.type === 'notice' && entry.text === 'first')) throw failure;
  });
  await expect(sync.write({ entries: [notice('first')] })).rejects.toBe(failure);
  expect([errors, reread(), sync.isReady]).toEqual([[failure], 1, true]);
  // Nothing is pending for ever: whoever waits for the store goes on.
  await sync.landed();
  await sync.refresh();
  await sync.write({ entries: [notice('second')] });
  const { entries, head } = await store.read(working.task.key, 0, 100);
  expect(entries.slice(1)).toMatchObject([notice('first'), notice('second')]);
  expect(working.task.head).toBe(head);
});

test('entries of somebody else are read as soon as nothing is pending', async () => {
  await using store = await openStore('sqlite::memory:');
  const { sync, working } = await take(store, () => undefined);
  const { key } = working.task;
  await store.commit({ task: key, entries: [notice('theirs')] });
  await sync.write({ entries: [notice('ours')] });
  expect([working.task.head, sync.mayStart]).toEqual([2, false]);
  await sync.refresh();
  expect([working.task.head, sync.mayStart]).toEqual([3, true]);
});

test('a refusal makes memory void: the task is read again before anybody is told', async () => {
  await using store = await openStore('sqlite::memory:');
  const { sync, working, errors, reread } = await take(store, () => undefined);
  const { key } = working.task;
  await store.commit({ task: key, entries: [notice('theirs')], fence: true });
  await expect(sync.write({ entries: [notice('ours')] })).rejects.toMatchObject({ code: 'fenced' });
  const { task } = await store.load(key);
  expect([working.task.head, working.task.epoch]).toEqual([task.head, task.epoch]);
  expect([errors, reread(), sync.isReady]).toEqual([[], 1, true]);
});

test('a task that belongs to somebody else is let go of', async () => {
  await using store = await openStore('sqlite::memory:');
  const { sync, working } = await take(store, () => undefined);
  await store.leave('n');
  await store.commit({ task: working.task.key, entries: [], fence: true });
  await expect(sync.write({ entries: [notice('ours')] })).rejects.toMatchObject({ code: 'fenced' });
  expect([sync.isWorking, sync.mayWrite]).toEqual([false, false]);
  expect(await sync.writeBeside(() => ({ entries: [notice('late')] }))).toBeUndefined();
});

describe('draining', () => {
  const AN_HOUR_MS = 3_600_000;

  test.each<[string, (seat: TurnSeat, seats: TurnSeats) => void]>([
    ['is over', (seat, seats) => seats.leave(seat)],
    ['does nothing but wait for its model', (seat) => (seat.isQueued = true)],
    ['is cut off', (_seat, seats) => seats.halt(new Error('stopped'))],
  ])('goes on as soon as the only turn %s', async (_what, change) => {
    await using store = await openStore('sqlite::memory:');
    const { sync, seats, sit } = await take(store, () => undefined);
    const seat = sit();
    const drained = sync.drain(AN_HOUR_MS);
    expect([sync.isReady, sync.mayWrite]).toEqual([false, true]);
    change(seat, seats);
    await drained;
    expect([sync.mayWrite, seats.busy]).toEqual([false, false]);
  });

  test('cuts off a turn that takes too long', async () => {
    await using store = await openStore('sqlite::memory:');
    const { sync, sit } = await take(store, () => undefined);
    const seat = sit();
    await sync.drain(1);
    expect(seat.signal.reason).toMatchObject({ code: 'unavailable' });
  });
});
