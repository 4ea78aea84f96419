import { action, type AgentFunction, type AnyAction } from '@posthouse/runtime';
import { readMail } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BusyModel } from './__fixtures__/busy-model.ts';
import { until } from './__fixtures__/until.ts';

afterEach(() => vi.unstubAllEnvs());

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('concurrent model calls', () => {
  test.each([
    ['of the process', { modelCalls: { atOnce: 3 } }, 3],
    ['of a swarm', { modelCalls: { perSwarm: 3 } }, 6],
    ['of a caller', { modelCalls: { perCaller: 3 } }, 6],
    ['of a model', { modelCalls: { perModel: 3 } }, 6],
    ['that a swarm asks for', { swarm: { modelCalls: { atOnce: 3 } } }, 6],
    ['that a swarm asks for each caller', { swarm: { modelCalls: { perCaller: 2 } } }, 8],
  ])('concurrent model calls never exceed the bound %s, and all are made', async (_, options, most) => {
    await using busy = await BusyModel.start(options);
    const answers = ['alice', 'bob'].flatMap((as) =>
      ['one', 'two'].flatMap((swarm) => numbers(6).map((n) => busy.post(`${n}`, { as, swarm }))),
    );
    await until(() => busy.asking === most);
    busy.release();
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 'complete' });
    expect(busy.most).toBe(most);
    expect(busy.asked).toHaveLength(24);
  });

  test('concurrent model calls are limited to sixteen per caller by default, and do not delay other callers', async () => {
    await using busy = await BusyModel.start();
    const answers = numbers(40).map((n) => busy.post(`${n}`));
    await until(() => busy.asking === 16);
    const other = busy.post('hello', { as: 'bob' });
    await until(() => busy.asked.length === 17);
    busy.release();
    await expect(other).resolves.toMatchObject({ status: 'complete' });
    await Promise.all(answers);
    expect(busy.most).toBe(17);
  });
});

describe('messages to agents that are functions', () => {
  test('messages never overflow the queue, however many arrive at once', async () => {
    const done = { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
    await using busy = await BusyModel.start({
      modelCalls: { waiting: 2, waitingPerCaller: 1 },
      agent: { run: () => done },
    });
    const answers = await Promise.all(numbers(40).map((n) => busy.post(`${n}`)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 'complete' });
    expect(busy.asked).toEqual([]);
  });
});

describe('a function that asks a model itself', () => {
  const model = 'openai/gpt-5-mini';

  test('a function that asks a model is queued like a call of that model, and callers take turns', async () => {
    const gate = Promise.withResolvers<void>();
    const begun: string[] = [];
    const run: AgentFunction = async ({ inputs }) => {
      begun.push(inputs[0]!.message.body);
      await gate.promise;
      return { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
    };
    await using busy = await BusyModel.start({ modelCalls: { perCaller: 2 }, agent: { run, asksModel: model } });
    const answers = numbers(5).map((n) => busy.post(`${n}`));
    await until(async () => (await busy.task('4')).queued?.place === 3);
    answers.push(busy.post('hello', { as: 'bob' }));
    await until(() => begun.includes('hello'));
    expect(begun).toEqual(['0', '1', 'hello']);
    expect((await (await busy.stage.overHTTP('/tasks/3/cancel', { body: {} })).json()) as object).toMatchObject({
      status: 'cancelled',
    });
    gate.resolve();
    const outcomes = (await Promise.all(answers)).map(({ status }) => status);
    expect(outcomes).toEqual(['complete', 'complete', 'complete', 'cancelled', 'complete', 'complete']);
    expect(begun).toEqual(['0', '1', 'hello', '2', '4']);
  });

  test('a function that hears no signal gives its slot back when its run is cancelled', async () => {
    const run: AgentFunction = ({ inputs }) =>
      inputs[0]!.message.body === 'stuck'
        ? new Promise(() => undefined)
        : { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
    await using busy = await BusyModel.start({ modelCalls: { atOnce: 1 }, agent: { run, asksModel: model } });
    const stuck = busy.post('stuck');
    const { answer } = await busy.queue('next');
    await busy.stage.overHTTP('/tasks/stuck/cancel', { body: {} });
    expect(await stuck).toMatchObject({ status: 'cancelled' });
    expect(await answer).toMatchObject({ status: 'complete' });
  });
});

describe('queued runs', () => {
  test('queued runs alternate between callers, in order of arrival for each, and report their places', async () => {
    await using busy = await BusyModel.start({ modelCalls: { atOnce: 1 } });
    const answers = [busy.post('a1')];
    await until(() => busy.asking === 1);
    for (const body of ['a2', 'a3', 'a4']) answers.push((await busy.queue(body)).answer);
    for (const body of ['b1', 'b2']) answers.push((await busy.queue(body, { as: 'bob' })).answer);

    expect(await busy.task('a1')).not.toHaveProperty('queued');
    const places = { a2: 1, b1: 2, a3: 3, b2: 4, a4: 5 };
    for (const [body, place] of Object.entries(places)) {
      const as = body.startsWith('b') ? 'bob' : 'alice';
      expect(await busy.task(body, { as })).toMatchObject({ status: 'running', queued: { place } });
    }

    for (const count of numbers(6)) {
      await until(() => busy.asked.length === count + 1);
      busy.release(1);
    }
    await Promise.all(answers);
    expect(busy.asked).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
    expect(await busy.task('a4')).not.toHaveProperty('queued');
  });

  test('queued runs are cancelled at once, without asking the model', async () => {
    await using busy = await BusyModel.start({ modelCalls: { atOnce: 1 } });
    const first = busy.post('first');
    await until(() => busy.asking === 1);
    const { answer } = await busy.queue('second');
    const { answer: third } = await busy.queue('third');

    const stopped = await busy.stage.overHTTP('/tasks/second/cancel', { method: 'POST' });

    expect(await stopped.json()).toMatchObject({ status: 'cancelled' });
    await expect(answer).resolves.toMatchObject({ status: 'cancelled' });
    expect(await busy.task('third')).toMatchObject({ queued: { place: 1 } });
    busy.release();
    await Promise.all([first, third]);
    expect(busy.asked).toEqual(['first', 'third']);
  });

  test('queued runs receive an interrupt when their turn comes, and keep their place', async () => {
    await using busy = await BusyModel.start({ modelCalls: { atOnce: 1 } });
    const first = busy.post('first');
    await until(() => busy.asking === 1);
    const { answer: second } = await busy.queue('second');
    const { answer: third } = await busy.queue('third');
    const instance = busy.stage.served.instance({ role: 'user', id: 'alice', token: 'alice' }, 'one');
    await instance.submit({ taskId: 'second', body: 'and more', whenOpen: 'interrupt' });
    expect(await busy.task('second')).toMatchObject({ queued: { place: 1 } });
    busy.release();
    await Promise.all([first, second, third]);
    expect(busy.asked).toEqual(['first', 'second', 'third']);
    const prompt = busy.llm.requests[1]!.messages.map(({ text }) => text).join();
    expect(readMail(prompt).mail.map(({ body }) => body)).toEqual(['second', 'and more']);
  });

  test('queued runs are left to the next process, without delaying a shutdown', async () => {
    await using store = await openStore('sqlite::memory:');
    const options = { modelCalls: { atOnce: 1 }, store };
    await using busy = await BusyModel.start(options);
    const gone = busy.post('first').catch(() => undefined);
    await until(() => busy.asking === 1);
    const waiting = numbers(5).map((n) => `w${n}`);
    for (const body of waiting) void (await busy.queue(body)).answer.catch(() => undefined);

    const draining = busy.stage.served.drain(3_600_000);
    busy.release(1);
    await draining;
    expect(busy.asked).toEqual(['first']);
    await busy.stage[Symbol.asyncDispose]();
    await gone;

    await busy.open(options);
    busy.release();
    for (const body of waiting) await until(async () => (await busy.task(body)).status === 'complete');
    expect(busy.asked.toSorted()).toEqual(['first', ...waiting]);
  });

  test('a run whose action asks its own server is never queued, even with one call at a time', async () => {
    let busy: BusyModel | undefined;
    const askAgain: AnyAction = action({
      name: 'ask_again',
      description: 'Asks this very server.',
      parameters: { type: 'object', properties: { depth: { type: 'number' } } },
      execute: async ({ depth }) => JSON.stringify(await busy!.post(`depth ${String(depth)}`)),
    });
    const depthOf = (text: string): number => Number(/depth (\d)/.exec(text)?.[1]);
    await using started = (busy = await BusyModel.start({
      modelCalls: { atOnce: 1 },
      agent: { actions: [askAgain] },
      script: ({ messages }) => {
        const depth = depthOf(messages[0]!.text);
        if (messages.length > 1 || depth === 3) return undefined;
        return { toolCalls: [{ name: 'ask_again', input: { depth: depth + 1 } }] };
      },
    }));
    started.release();
    await expect(started.post('depth 0')).resolves.toMatchObject({ status: 'complete' });
    expect(started.most).toBe(1);
    expect(started.asked).toHaveLength(7);
  });
});
