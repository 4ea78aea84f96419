import type { LogEntry } from '@posthouse/protocol';
import type { SwarmInstance, Submitted } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { RunSelection } from './run-selection.ts';

let stage: Stage;
let instance: SwarmInstance;
let taskId: string;
let tasks = 0;
beforeAll(async () => {
  stage = await Stage.open();
  instance = stage.served.instance({ role: 'user', id: 'alice', token: '' });
});
beforeEach(() => void (taskId = `task ${(tasks += 1)}`));
afterAll(() => stage[Symbol.asyncDispose]());

const task = async (): Promise<Task> => (await instance.task(taskId))!;
const entriesAfter = async (after: number): Promise<LogEntry[]> =>
  (await stage.store.read((await task()).key, after, 1_000)).entries;
const submit = (body: string): Promise<Submitted> => instance.submit({ taskId, body, whenOpen: 'queue' });
const isNow = (status: string) => until(async () => (await task()).status === status);

/** What a selection lets through of entries that are not the last of the log, unless said otherwise. */
const select = (selection: RunSelection, entries: readonly LogEntry[], isEnd = false) =>
  selection
    .select(
      entries.map((event) => ({ event })),
      isEnd,
    )
    .map(({ event }) => event);
/** Whether it is done when more is to be read, and when this was all. */
const isOver = (selection: RunSelection) => [selection.isOver(undefined, false), selection.isOver(undefined, true)];

describe('a reader of a task', () => {
  test('a reader is done at once when nothing runs or the run waits for an answer, unless it follows', async () => {
    await submit('ask this');
    await isNow('paused');
    expect(isOver(new RunSelection({ task: await task() }))).toEqual([false, true]);
    await instance.resume(taskId, 'yes');
    await isNow('complete');
    expect(isOver(new RunSelection({ task: await task() }))).toEqual([false, true]);
    const follower = new RunSelection({ task: await task(), follow: true });
    select(follower, await entriesAfter(0), true);
    expect(isOver(follower)).toEqual([false, false]);
  });

  test('sees every run until none is open, and the past as it was when the reader came', async () => {
    await submit('ask this');
    await isNow('paused');
    await instance.resume(taskId, 'yes');
    await isNow('complete');
    await submit('hang');
    const selection = new RunSelection({ task: await task() });
    const past = await entriesAfter(0);
    expect(select(selection, past, true)).toEqual(past);
    expect(isOver(selection)).toEqual([false, false]);
    await submit('next');
    await instance.cancel(taskId);
    const rest = await entriesAfter(past.length);
    expect(select(selection, rest, true)).toEqual(rest);
    expect(isOver(selection)).toEqual([false, true]);
  });
});

describe('a reader of the run of a message', () => {
  test('sees that run and nothing of later ones, however the log is batched', async () => {
    const first = await submit('ask this');
    await isNow('paused');
    const atPause = (await task()).head;
    await instance.resume(taskId, 'yes');
    await isNow('complete');
    await submit('later');
    await isNow('complete');
    const log = await entriesAfter(0);
    const asked = new RunSelection({ task: await task(), submitted: first });
    expect([select(asked, log.slice(0, atPause)).length, isOver(asked)]).toEqual([atPause, [false, true]]);
    const expected = log.filter(({ run }) => run === first.run);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }), (cuts) => {
        const selection = new RunSelection({
          task: { openRun: null, status: 'complete', head: log.length },
          submitted: first,
        });
        expect(isOver(selection)).toEqual([false, false]);
        const seen: LogEntry[] = [];
        for (let start = 0, cut = 0; start < log.length; cut += 1) {
          const size = cuts[cut] ?? log.length;
          seen.push(...select(selection, log.slice(start, start + size)));
          start += size;
        }
        expect([seen, isOver(selection)]).toEqual([expected, [true, true]]);
      }),
    );
  });

  test('waits for the run that reads a message which came too late for its own', async () => {
    const first = await submit('ask this');
    await isNow('paused');
    // A question is given up for what is written instead, which is read by the next run.
    const second = await submit('never mind');
    await isNow('complete');
    expect(second.run).toBe(first.run);
    const log = await entriesAfter(second.after);
    const end = log.findIndex(({ type }) => type === 'run-ended');
    const [before, next] = [log.slice(0, end), log.slice(end + 1)];
    expect(next[0]).toMatchObject({ type: 'run-started', messages: [second.messageId] });
    const selection = new RunSelection({ task: { openRun: first.run, status: 'running', head: 0 }, submitted: second });
    expect(select(selection, log.slice(0, end + 1))).toEqual(before);
    expect(select(selection, next.slice(0, 1))).toEqual(next.slice(0, 1));
    expect(isOver(selection)).toEqual([false, false]);
    expect(select(selection, next.slice(1), true)).toEqual(next.slice(1));
    expect(isOver(selection)).toEqual([true, true]);
  });
});
