import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BusyModel } from './__fixtures__/busy-model.ts';

afterEach(() => vi.unstubAllEnvs());

const tooMany = (retryAfter: number, status = 429): ScriptedTurn => ({
  fault: { kind: 'http', status, retryAfter, message: 'Slow down, please.' },
});

describe('an overloaded provider', () => {
  test.each([429, 529])('pauses every run and fails none: %i', async (status) => {
    const [atOnce, wanted] = [8, 30];
    const times: number[] = [];
    await using busy = await BusyModel.start({
      modelCalls: { perCaller: atOnce },
      script: () => {
        const now = Date.now();
        times.push(now);
        return now - times[0]! < 1_000 ? tooMany(1, status) : undefined;
      },
    });
    busy.release();
    const answers = Array.from({ length: wanted }, (_, n) => busy.post(`${n}`));
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 'complete' });
    // Only those are refused who were under way when the first one was.
    const refused = times.filter((time) => time - times[0]! < 1_000);
    expect(refused.length).toBeLessThanOrEqual(atOnce);
    expect(busy.asked).toHaveLength(wanted + refused.length);
  });

  test('an overloaded provider does not delay calls to other models', async () => {
    await using busy = await BusyModel.start({ script: ({ model }) => (model === 'one' ? tooMany(3600) : undefined) });
    busy.release();
    const { answer } = await busy.queue('patient');
    await expect(busy.post('other', { swarm: 'two' })).resolves.toMatchObject({ status: 'complete' });
    const stopped = await busy.stage.overHTTP('/tasks/patient/cancel', { method: 'POST' });
    expect(await stopped.json()).toMatchObject({ status: 'cancelled' });
    await expect(answer).resolves.toMatchObject({ status: 'cancelled' });
    expect(busy.asked).toEqual(['patient', 'other']);
  });

  test.each([
    ['stopped', { path: '/tasks/patient/cancel', method: 'POST' }],
    ['deleted', { path: '/tasks/patient?swarm=one', method: 'DELETE' }],
  ])(
    'a run that is %s while it waits for an overloaded provider leaves the queue at once',
    async (_, { path, method }) => {
      await using busy = await BusyModel.start({ script: () => (busy.asked.length === 1 ? tooMany(2) : undefined) });
      busy.release();
      const began = Date.now();
      const { answer } = await busy.queue('patient');
      await busy.stage.overHTTP(path, { method });
      await answer;
      expect(Date.now() - began).toBeLessThan(1_500);
      // A bystander asks the same model as soon as it may be asked again.
      await expect(busy.post('other', { as: 'bob' })).resolves.toMatchObject({ status: 'complete' });
      expect(Date.now() - began).toBeGreaterThanOrEqual(2_000);
      expect(busy.asked).toEqual(['patient', 'other']);
    },
  );

  test('a run that reaches its time limit while it waits for an overloaded provider closes when the wait is over', async () => {
    await using busy = await BusyModel.start({
      script: () => (busy.asked.length === 1 ? tooMany(1) : undefined),
      swarm: { limits: { milliseconds: 300 } },
    });
    busy.release();
    await expect(busy.post('patient')).resolves.toMatchObject({ status: 'complete', response: 'done' });
    await expect(busy.post('other', { as: 'bob' })).resolves.toMatchObject({ status: 'complete' });
    expect(busy.asked).toEqual(['patient', 'patient', 'other']);
    expect(busy.llm.requests[1]?.messages.at(-1)?.text).toContain('limit of 300 milliseconds');
  });

  test('an overloaded provider is given up after a time, with what it said and what can be done', async () => {
    await using busy = await BusyModel.start({
      modelCalls: { giveUpMs: 300, perCaller: 1 },
      script: () => tooMany(3600),
    });
    const answers = ['first', 'second'].map((body) => busy.post(body));
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({ status: 'error', code: 'model_failed' });
      for (const part of [
        'openai-compatible/one',
        '429',
        'Slow down, please.',
        'every call',
        'limits of your account',
      ]) {
        expect(answer.response).toContain(part);
      }
    }
    expect(busy.asked).toHaveLength(1);
  });

  test('waiting for a provider uses up neither the turns of a run nor its retries', async () => {
    let asked = 0;
    await using busy = await BusyModel.start({
      swarm: { limits: { turns: 2 } },
      script: () =>
        (asked += 1) <= 3
          ? tooMany(0)
          : asked === 4
            ? { fault: { kind: 'http', status: 500, retryAfter: 0 } }
            : undefined,
    });
    busy.release();
    await expect(busy.post('hello')).resolves.toMatchObject({ status: 'complete' });
    expect(busy.asked).toHaveLength(5);
  });
});
