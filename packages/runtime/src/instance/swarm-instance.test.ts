import { expect, test, vi } from 'vitest';
import { cast, complete, logOf, outline, play, request, respond, wait } from '../__fixtures__/play.ts';

test('a swarm of one busy agent answers', async () => {
  await play({ supervisor: [complete('four')] }, async (instance) => {
    const result = await instance.postMessage({ body: '2 + 2?' });
    expect(result).toMatchObject({ status: 'complete', response: 'four', run: 1 });
  });
});

test('agents ask, act and answer', async () => {
  const scenario = {
    supervisor: [[request('weather', 'Forecast'), wait], complete('sunny')],
    weather: [[{ tool: 'get_weather', input: { city: 'Tokyo' } }], [respond('supervisor', 'Re: Forecast')]],
  };
  await play(scenario, async (instance) => {
    const { response, taskId } = await instance.postMessage({ body: 'Weather?' });
    expect(response).toBe('sunny');
    expect(outline(await logOf(instance, taskId))).toEqual([
      'run 1 starts',
      'u-1 → supervisor: New Message',
      'supervisor calls send_request',
      'supervisor calls await_message',
      'send_request success',
      'await_message success',
      'supervisor → weather: Forecast',
      'weather calls get_weather',
      'get_weather starts',
      'get_weather success',
      'swarm-alpha → weather: ::action_complete::',
      'weather calls send_response',
      'send_response success',
      'weather → supervisor: Re: Forecast',
      'supervisor writes: sunny',
      'supervisor calls task_complete',
      'task_complete success',
      'supervisor → all: ::task_complete::',
      'run 1 complete: sunny',
    ]);
  });
});

test('a second message continues the task (Q1)', async () => {
  await play({ supervisor: [complete('one'), complete('two')] }, async (instance) => {
    const first = await instance.postMessage({ body: 'first' });
    const second = await instance.postMessage({ body: 'second', taskId: first.taskId });
    expect(second).toMatchObject({ run: 2, response: 'two', status: 'complete' });
  });
});

test('a breakpoint pauses the task, and its result resumes it', async () => {
  const scenario = { supervisor: [[{ tool: 'ask_human', input: { q: 'ok?' }, callId: 'c1' }], complete('resumed')] };
  await play(scenario, async (instance) => {
    const paused = await instance.postMessage({ body: 'go' });
    expect(paused).toMatchObject({
      status: 'paused',
      calls: [{ callId: 'c1', tool: 'ask_human', input: { q: 'ok?' } }],
    });
    const submitted = await instance.resume(paused.taskId, 'yes');
    expect(await instance.answer(submitted)).toMatchObject({ status: 'complete', response: 'resumed' });
  });
});

test('a cancel ends the run, once', async () => {
  const never = () => new Promise<never>(() => undefined);
  await play({ supervisor: [never] }, async (instance) => {
    const submitted = await instance.submit({ body: 'go' });
    await instance.cancel(submitted.taskId);
    await instance.cancel(submitted.taskId);
    expect(await instance.answer(submitted)).toMatchObject({ status: 'cancelled', code: 'cancelled' });
    const log = await logOf(instance, submitted.taskId);
    expect(log.filter((entry) => entry.type === 'run-ended')).toHaveLength(1);
  });
});

test('an answer leaves no timer behind, whatever the time limit was', async () => {
  const begun = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  try {
    await play({ supervisor: [complete('at once')] }, async (instance) => {
      await instance.postMessage({ body: 'go', timeoutMs: 3_600_000 });
      const index = begun.mock.calls.findIndex(([, milliseconds]) => milliseconds === 3_600_000);
      expect(cleared).toHaveBeenCalledWith(begun.mock.results[index]!.value);
    });
  } finally {
    vi.restoreAllMocks();
  }
});

test('a stuck swarm says so instead of hanging', async () => {
  const quiet = [{ tool: 'acknowledge_broadcast', input: { note: null } }];
  await play(
    { supervisor: [[request('weather')], [wait], [wait]], weather: [quiet, quiet, quiet, quiet] },
    async (instance) => {
      const result = await instance.postMessage({ body: 'go', timeoutMs: 5_000 });
      expect(result).toMatchObject({ status: 'error', code: 'stalled' });
    },
  );
});

test('a failing model ends the run with its own message (Q4)', async () => {
  await play({ supervisor: [new Error('LLM exploded')] }, async (instance) => {
    const result = await instance.postMessage({ body: 'go' });
    expect(result).toMatchObject({ status: 'error', code: 'model_failed' });
    expect(result.response).toContain('LLM exploded');
    const told = (await logOf(instance, result.taskId)).filter((entry) =>
      JSON.stringify(entry).includes('LLM exploded'),
    );
    expect(told).toMatchObject([{ type: 'run-ended', agent: 'supervisor', turn: 1, text: result.response }]);
  });
});

test('cast is a valid swarm', () => {
  expect(cast({}).definition.agents.map((each) => each.name)).toEqual(['supervisor', 'weather', 'math']);
});

test.each(['.', '..', 'x'.repeat(257)])('a task cannot be called %j, which no URL could name', async (taskId) => {
  await play({ supervisor: [] }, async (instance) => {
    await expect(instance.submit({ body: 'go', taskId })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await instance.task(taskId)).toBeUndefined();
  });
});

test('a cancel that found nothing to stop does not stop the next run when it is repeated', async () => {
  await play({ supervisor: [complete('one'), complete('two')] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    expect(await instance.cancel(taskId, { idempotencyKey: 'k' })).toBe(false);
    const submitted = await instance.submit({ taskId, body: 'again' });
    expect(await instance.cancel(taskId, { idempotencyKey: 'k' })).toBe(false);
    expect(await instance.answer(submitted)).toMatchObject({ status: 'complete', response: 'two' });
  });
});
