import { describe, expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { quiet } from '../logging/quiet.ts';
import { StreamHub } from '../streams/stream-hub.ts';
import { complete, team } from './__fixtures__/teams.ts';
import { findSlice, type Slice } from './read-slice.ts';
import { awaitSlice, type SliceWait } from './read-out-slice.ts';
import type { Dialect } from './slice-encoding.ts';
import type { DoorTelling } from './tell-slice.ts';

const caller = { role: 'user' as const, id: 'alice', token: 'alice' };
const nobodyLeaves = new AbortController().signal;
const typesOf = (tellings: readonly DoorTelling[]): string[] => tellings.map(({ type }) => type);

/** Notes down what there is to tell. */
const notes: Dialect<readonly DoorTelling[]> = {
  id: 'notes',
  start: [],
  take: (state, telling) => ({ state: [...state, telling], text: telling.type }),
};

async function wait(stage: Stage, swarm: string, slice: Slice, options: Partial<SliceWait> = {}) {
  const desk = new StreamHub({ engine: stage.served.engine, logger: quiet });
  const task = (await stage.served.instance(caller, swarm).task(slice.taskId))!;
  return awaitSlice({ streams: desk }, { task, slice, dialect: notes }, { signal: nobodyLeaves, ...options });
}

describe('a slice of a log', () => {
  test('a slice of a log is the run of a message, live or read afterwards', async () => {
    await using stage = await Stage.open();
    const instance = stage.served.instance(caller);
    const slices: Slice[] = [];
    const { taskId } = await instance.submit({ body: 'hello' });
    for (const body of ['one', 'two']) {
      await instance.awaitQueueEmpty(taskId);
      const submitted = await instance.submit({ body, taskId });
      slices.push({ ...submitted, posted: submitted.after });
    }
    for (const [index, slice] of slices.entries()) {
      const told = await wait(stage, 'desk', slice);
      expect(told.at(-1)).toMatchObject({ type: 'end', text: `you said: ${['one', 'two'][index]}` });
      const task = (await instance.task(taskId))!;
      const found = await findSlice(stage.store, task, slice);
      expect(found).toMatchObject({ run: slice.run, messageId: slice.messageId });
      expect(await wait(stage, 'desk', found!, { asItStands: true })).toEqual(told);
    }
  });

  test('a slice ends with the pause it leads to, not with the one it answers', async () => {
    await using stage = await Stage.open();
    const instance = stage.served.instance(caller);
    const first = await instance.submit({ body: 'ask a b' });
    const asked = await wait(stage, 'desk', { ...first, posted: first.after });
    const pause = asked.at(-1)!;
    if (pause.type !== 'pause') throw new Error('it pauses');
    const [one, two] = pause.questions.map(({ call }) => call.callId);
    const partly = await instance.resume(first.taskId, [{ callId: one!, content: 'x' }]);
    // It begins at the pause, though results came later.
    const second = { ...partly, after: pause.seq - 1, posted: partly.after };
    const rest = ['begin', 'call', 'question', 'call', 'question', 'result', 'pause'];
    expect(typesOf(await wait(stage, 'desk', second))).toEqual(rest);
    const all = await instance.resume(first.taskId, [{ callId: two!, content: 'y' }]);
    const last = await wait(stage, 'desk', { ...all, posted: all.after });
    expect(last.at(-1)).toMatchObject({ type: 'end', text: 'thank you' });
    expect(typesOf(await wait(stage, 'desk', second, { asItStands: true }))).toEqual(rest);
  });

  test('a slice follows a message that came too late for its run into the next one', async () => {
    const gate = Promise.withResolvers<void>();
    const lead = async ({ messages }: { messages: readonly { text: string }[] }) => {
      await gate.promise;
      return complete(messages.at(-1)!.text.includes('too late') ? 'second' : 'first');
    };
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const instance = stage.served.instance(caller);
    const first = await instance.submit({ body: 'go' });
    await until(async () => (await instance.task(first.taskId))!.head >= 2);
    const late = await instance.submit({ body: 'too late', taskId: first.taskId });
    expect(late.run).toBe(first.run);
    gate.resolve();
    const told = await wait(stage, 'team', { ...late, posted: late.after });
    expect(told.filter(({ type }) => type === 'end')).toMatchObject([{ text: 'second' }]);
  });

  test('a slice ends when its reader leaves, and when the process stops', async () => {
    await using stage = await Stage.open();
    const instance = stage.served.instance(caller);
    const submitted = await instance.submit({ body: 'hang' });
    const slice = { ...submitted, posted: submitted.after };
    const leaving = new AbortController();
    const seen: string[] = [];
    const listening = { signal: leaving.signal, onText: (text: string) => seen.push(text) };
    const left = wait(stage, 'desk', slice, listening).catch((error: unknown) => error);
    const stopped = wait(stage, 'desk', slice).catch((error: unknown) => error);
    await until(() => seen.length > 0);
    leaving.abort();
    expect(await left).toBe(leaving.signal.reason);
    await stage.served.drain(0);
    expect(await stopped).toMatchObject({ code: 'unavailable' });
  });

  test('a slice does not exist past the end of the log', async () => {
    await using stage = await Stage.open();
    const instance = stage.served.instance(caller);
    const { taskId } = await instance.postMessage({ body: 'hello' });
    const task = (await instance.task(taskId))!;
    expect(await findSlice(stage.store, task, { taskId, after: task.head, posted: task.head })).toBeUndefined();
  });
});
