import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import {
  actor,
  complete,
  getWeather,
  type Line,
  logOf,
  outline,
  request,
  respond,
  wait,
} from '../__fixtures__/play.ts';
import type { AnyAction } from '../definitions/action.ts';
import { swarm } from '../swarm.ts';

const interrupt = { tool: 'send_interrupt', input: { target: 'weather', subject: 'Halt', body: 'never mind' } };

async function playWith({
  supervisor,
  weather,
  actions = [getWeather],
}: {
  supervisor: Line[];
  weather: Line[];
  actions?: AnyAction[];
}) {
  await using store = await openStore('sqlite::memory:');
  const team = swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'supervisor',
    agents: [
      actor('supervisor', supervisor, {
        commTargets: ['weather', 'clock'],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      actor('weather', weather, { actions }),
      actor('clock', [[respond('supervisor', 'tick')]]),
    ],
  });
  await using instance = await team.instantiate({ store, userId: 'u-1' });
  const { taskId, response } = await instance.postMessage({ body: 'go', timeoutMs: 10_000 });
  return { response, log: await logOf(instance, taskId) };
}

test('an interrupt during a model call aborts it and is read along with what it was about', async () => {
  const started = Promise.withResolvers<void>();
  const read: string[][] = [];
  const slow: Line = ({ signal, inputs }) => {
    read.push(inputs.map((input) => input.message.subject));
    started.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  const again: Line = ({ inputs }) => {
    read.push(inputs.map((input) => input.message.subject));
    return { calls: [respond('supervisor', 'Re: Halt')] };
  };
  const cutIn: Line = async () => {
    await started.promise;
    return { calls: [interrupt, wait] };
  };
  const { response } = await playWith({
    supervisor: [[request('weather', 'Forecast'), request('clock')], cutIn, complete('stopped')],
    weather: [slow, again],
  });
  expect(response).toBe('stopped');
  expect(read).toEqual([['Forecast'], ['Forecast', 'Halt']]);
});

test('an interrupt during an action waits for it; the calls after it are not run', async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const slow = {
    ...getWeather,
    execute: async () => {
      started.resolve();
      await finish.promise;
      return 'sunny';
    },
  };
  const cutIn: Line = async () => {
    await started.promise;
    setTimeout(() => finish.resolve(), 20);
    return { calls: [interrupt, wait] };
  };
  const weather = { tool: 'get_weather', input: { city: 'Oslo' } };
  const { response, log } = await playWith({
    supervisor: [[request('weather', 'Forecast'), request('clock')], cutIn, complete('stopped')],
    weather: [
      [weather, respond('supervisor', 'never sent')].map((call, index) => ({ ...call, callId: `w${index}` })),
      [respond('supervisor', 'Re: Halt')],
    ],
    actions: [slow],
  });
  expect(response).toBe('stopped');
  const ended = log.flatMap((entry) =>
    entry.type === 'call-ended' && entry.callId.startsWith('w') ? [entry.result.status] : [],
  );
  expect(ended).toEqual(['success', 'not-run']);
  expect(outline(log)).not.toContain('weather → supervisor: never sent');
  expect(outline(log)).toContain('weather → supervisor: Re: Halt');
});

test('an interrupt for an idle agent is simply read first', async () => {
  const { log } = await playWith({
    supervisor: [[request('weather', 'later'), interrupt], complete('ok')],
    weather: [[respond('supervisor')]],
  });
  expect(outline(log)).toContain('supervisor → weather: Halt');
});
