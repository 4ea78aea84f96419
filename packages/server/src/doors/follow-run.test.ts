import type { LogEntry, RunEvent } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { writers, writing } from '../__fixtures__/writers.ts';
import { complete, team } from './__fixtures__/teams.ts';
import { followRun, type Slice } from './follow-run.ts';
import { findSlice, readSlice } from './read-slice.ts';

const caller = { role: 'user' as const, id: 'alice', token: 'alice' };
const typesOf = (events: readonly RunEvent[]): string[] => events.map(({ type }) => type);

async function follow(stage: Stage, swarm: string, slice: Slice, tokens = false): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const task = (await stage.house.office(caller, swarm).task(slice.taskId))!;
  await followRun({ engine: stage.house.engine, task, slice, tokens, take: (event) => events.push(event) });
  return events;
}

const entriesOf = (events: readonly RunEvent[]): LogEntry[] => events.filter((event) => event.type !== 'token');

describe('a slice of a log', () => {
  test('is the run of a message, followed or read afterwards', async () => {
    await using stage = await Stage.open();
    const office = stage.house.office(caller);
    const slices: Slice[] = [];
    const { taskId } = await office.submit({ body: 'hello' });
    for (const body of ['one', 'two']) {
      await office.awaitQueueEmpty(taskId);
      const submitted = await office.submit({ body, taskId });
      slices.push({ ...submitted, posted: submitted.after });
    }
    for (const [index, slice] of slices.entries()) {
      const events = await follow(stage, 'desk', slice);
      expect(events.at(-1)).toMatchObject({ type: 'run-ended', text: `you said: ${['one', 'two'][index]}` });
      const task = (await office.task(taskId))!;
      const found = await findSlice(stage.store, task, slice);
      expect(found).toMatchObject({ run: slice.run, messageId: slice.messageId });
      expect(await readSlice(stage.store, task, found!)).toEqual(events);
    }
  });

  test('ends with the pause that it leads to, not with the one that it answers', async () => {
    await using stage = await Stage.open();
    const office = stage.house.office(caller);
    const first = await office.submit({ body: 'ask a b' });
    const asked = await follow(stage, 'desk', { ...first, posted: first.after });
    const pause = entriesOf(asked).at(-1)!;
    if (pause.type !== 'paused') throw new Error('it pauses');
    const [one, two] = pause.calls;
    const partly = await office.resume(first.taskId, [{ callId: one!.callId, content: 'x' }]);
    // It begins at the pause, though results came later.
    const second = { ...partly, after: pause.seq - 1, posted: partly.after };
    expect(typesOf(await follow(stage, 'desk', second))).toEqual(['paused', 'call-ended', 'paused']);
    const rest = await office.resume(first.taskId, [{ callId: two!.callId, content: 'y' }]);
    const last = await follow(stage, 'desk', { ...rest, posted: rest.after });
    expect(last.at(-1)).toMatchObject({ type: 'run-ended', text: 'thank you' });
    const task = (await office.task(first.taskId))!;
    expect(typesOf(await readSlice(stage.store, task, second))).toEqual(['paused', 'call-ended', 'paused']);
  });

  test('follows a message that came too late for its run into the next one', async () => {
    const gate = Promise.withResolvers<void>();
    const lead = async ({ messages }: { messages: readonly { text: string }[] }) => {
      await gate.promise;
      return complete(messages.at(-1)!.text.includes('too late') ? 'second' : 'first');
    };
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const office = stage.house.office(caller);
    const first = await office.submit({ body: 'go' });
    await until(async () => (await office.task(first.taskId))!.head >= 2);
    const late = await office.submit({ body: 'too late', taskId: first.taskId });
    expect(late.run).toBe(first.run);
    gate.resolve();
    const events = await follow(stage, 'team', { ...late, posted: late.after });
    expect(events.at(-1)).toMatchObject({ type: 'run-ended', text: 'second' });
  });

  test('comes with the text as it is written', async () => {
    await using stage = await Stage.open({ swarms: [writers(writing('The quick brown fox'))] });
    const submitted = await stage.house.office(caller).submit({ body: 'go' });
    const events = await follow(stage, 'writers', { ...submitted, posted: submitted.after }, true);
    const text = events.map((event) => (event.type === 'token' ? event.delta : '')).join('');
    expect(text).toBe('The quick brown fox');
  });

  test('is left when nobody listens any more, and when the process stops', async () => {
    await using stage = await Stage.open();
    const office = stage.house.office(caller);
    const submitted = await office.submit({ body: 'hang' });
    const task = (await office.task(submitted.taskId))!;
    const slice = { ...submitted, posted: submitted.after };
    const leaving = new AbortController();
    const seen: RunEvent[] = [];
    const take = (event: RunEvent): void => void seen.push(event);
    const { engine } = stage.house;
    const left = followRun({ engine, task, slice, signal: leaving.signal, take }).catch((error: unknown) => error);
    const stopped = followRun({ engine, task, slice, take: () => undefined }).catch((error: unknown) => error);
    await until(() => seen.length > 0);
    leaving.abort();
    expect(await left).toBe(leaving.signal.reason);
    await stage.house.drain(0);
    expect(await stopped).toMatchObject({ code: 'unavailable' });
  });

  test('is nowhere behind the end of the log', async () => {
    await using stage = await Stage.open();
    const office = stage.house.office(caller);
    const { taskId } = await office.postMessage({ body: 'hello' });
    const task = (await office.task(taskId))!;
    expect(await findSlice(stage.store, task, { taskId, after: task.head, posted: task.head })).toBeUndefined();
  });
});
