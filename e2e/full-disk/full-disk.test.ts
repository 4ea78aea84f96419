import { setTimeout as sleep } from 'node:timers/promises';
import { agent, type AgentFunction, swarm } from '@posthouse/runtime';
import { expect, test } from 'vitest';
import { Stage } from '../../packages/server/src/__fixtures__/stage.ts';
import { until } from '../../packages/server/src/__fixtures__/until.ts';
import { useCrampedStores } from './__fixtures__/cramped-store.ts';

const { crampedStore } = useCrampedStores();
const LARGE = 'x'.repeat(500_000);

const call = (tool: string, input: object) => ({ calls: [{ tool, input: input as Record<string, never> }] });

function teamOf(lead: AgentFunction, helper: AgentFunction) {
  return swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'lead',
    agents: [
      agent({ name: 'lead', commTargets: ['helper'], enableEntrypoint: true, canCompleteTasks: true, run: lead }),
      agent({ name: 'helper', commTargets: ['lead'], run: helper }),
    ],
  }).definition;
}

const statusOf = async (stage: Stage, path: string): Promise<[number, string]> => {
  const { status, body } = await stage.call(path);
  return [status, JSON.stringify(body)];
};

test('a finished answer waits for disk space, and its model is not asked again', async () => {
  const { store, fill, free } = crampedStore();
  await using closing = store;
  let asked = 0;
  const lead: AgentFunction = () => {
    asked += 1;
    if (asked === 1) fill();
    return call('task_complete', { finish_message: LARGE });
  };
  await using stage = await Stage.open({ store: closing, swarms: [teamOf(lead, lead)] });
  expect(await statusOf(stage, '/health/ready')).toMatchObject([200, expect.stringContaining('ready')]);
  const answer = stage.post({ body: 'go', task_id: 't' });
  await until(async () => (await stage.call('/health/ready')).status === 503);
  expect(await statusOf(stage, '/health/ready')).toMatchObject([503, expect.stringContaining('disk is full')]);
  // Time in which the turn used to be taken again, and again.
  await sleep(1_500);
  expect((await stage.call('/tasks/t')).body.is_running).toBe(true);
  expect(asked).toBe(1);

  free();
  const { body } = await answer;
  expect([body.status, body.response.length, asked]).toEqual(['complete', LARGE.length, 1]);
  await until(async () => (await stage.call('/health/ready')).status === 200);
  expect((await stage.post({ body: 'again', task_id: 't' })).body.status).toBe('complete');
  expect(asked).toBe(2);
});

test('a run can be cancelled while the disk is full, and accepts no more messages', async () => {
  const { store, fill, free } = crampedStore();
  await using closing = store;
  const asked: string[] = [];
  let stopped = 0;
  const lead: AgentFunction = ({ inputs }) => {
    asked.push('lead');
    const { body = '' } = inputs.at(-1)?.message ?? {};
    if (body === 'more') fill();
    return call('send_request', { target: 'helper', subject: 's', body: body === 'more' ? LARGE : 'work' });
  };
  const helper: AgentFunction = async ({ signal }) => {
    asked.push('helper');
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))).finally(
      () => (stopped += 1),
    );
    return { calls: [] };
  };
  await using stage = await Stage.open({ store: closing, swarms: [teamOf(lead, helper)] });
  const answer = stage.post({ body: 'go', task_id: 't' });
  await until(() => asked.length === 2);
  const more = stage.post({ body: 'more', task_id: 't' });
  await until(async () => (await stage.call('/health/ready')).status === 503);

  const late = await stage.post({ body: 'late', task_id: 't' });
  expect(late).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  const stop = await stage.call('/tasks/t/cancel', { method: 'POST' });
  expect(stop).toMatchObject({ status: 503, body: { detail: expect.stringContaining('the run is stopped') } });
  await until(() => stopped === 1);

  free();
  expect((await answer).body).toMatchObject({ code: 'cancelled' });
  expect((await more).body).toMatchObject({ code: 'cancelled' });
  expect((await stage.call('/tasks/t/cancel', { method: 'POST' })).body).toMatchObject({ status: 'cancelled' });
  expect(asked).toEqual(['lead', 'helper', 'lead']);
  expect((await stage.call('/health/ready')).status).toBe(200);
});
