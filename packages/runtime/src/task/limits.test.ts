import { expect, test } from 'vitest';
import { complete, type Line, logOf, outline, play, request } from '../__fixtures__/play.ts';

const toWeather: Line = [request('weather', 'ping')];
const toSupervisor: Line = [{ tool: 'send_request', input: { target: 'supervisor', subject: 'pong', body: 'b' } }];

test('a message limit asks for a final answer and keeps the message that hit it (Q3, Q50)', async () => {
  const read: string[] = [];
  let forced: unknown;
  const answer: Line = ({ toolChoice }) => {
    forced = toolChoice;
    return { calls: complete('this far') };
  };
  const note: Line = ({ inputs }) => {
    read.push(...inputs.map((input) => input.message.subject));
    return { calls: complete('next') };
  };
  const scenario = { supervisor: [toWeather, answer, note], weather: [toSupervisor], taskMessageLimit: 2 };
  await play(scenario, async (instance) => {
    const result = await instance.postMessage({ body: 'go' });
    expect(result).toMatchObject({ status: 'complete', response: 'this far' });
    expect(forced).toEqual({ tool: 'task_complete' });
    const lines = outline(await logOf(instance, result.taskId));
    expect(lines).toContain('notice limit_reached');
    expect(lines).toContain('swarm-alpha → supervisor: ::maximum_steps_reached::');
    await instance.postMessage({ body: 'go on', taskId: result.taskId });
    expect(read).toContain('pong');
  });
});

test('limits start from zero in every run', async () => {
  const scenario = {
    supervisor: [toWeather, complete('one'), toWeather, complete('two')],
    weather: [
      [{ tool: 'send_response', input: { target: 'supervisor', subject: 'r', body: 'b' } }],
      [{ tool: 'send_response', input: { target: 'supervisor', subject: 'r', body: 'b' } }],
    ],
    taskMessageLimit: 3,
  };
  await play(scenario, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    await instance.postMessage({ body: 'go', taskId });
    expect(outline(await logOf(instance, taskId))).not.toContain('notice limit_reached');
  });
});

test('a run can have its own limit', async () => {
  const scenario = { supervisor: [toWeather, complete('short')], weather: [toSupervisor] };
  await play(scenario, async (instance) => {
    const { response, taskId } = await instance.postMessage({ body: 'go', limits: { messages: 2 } });
    expect(response).toBe('short');
    expect(outline(await logOf(instance, taskId))).toContain('notice limit_reached');
  });
});

test('a time limit ends a run even while a model is silent', async () => {
  const silent: Line = ({ signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  let forced: unknown;
  const answer: Line = ({ toolChoice }) => {
    forced = toolChoice;
    return { calls: complete('time is up') };
  };
  await play({ supervisor: [silent, answer], limits: { milliseconds: 50 } }, async (instance) => {
    expect(await instance.postMessage({ body: 'go', timeoutMs: 5_000 })).toMatchObject({ response: 'time is up' });
    expect(forced).toEqual({ tool: 'task_complete' });
  });
});

test('a run that gives no final answer ends with an error that names the limit', async () => {
  const scenario = { supervisor: [toWeather, toWeather], weather: [toSupervisor], taskMessageLimit: 2 };
  await play(scenario, async (instance) => {
    const result = await instance.postMessage({ body: 'go', timeoutMs: 5_000 });
    expect(result).toMatchObject({ status: 'error', code: 'limit_reached' });
    expect(result.response).toContain('limit of 2 messages');
  });
});
