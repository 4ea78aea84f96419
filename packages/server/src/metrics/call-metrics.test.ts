import { action, agent, swarm } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { expect, test } from 'vitest';
import type { Authenticator } from '../auth/caller.ts';
import { quiet } from '../logging/quiet.ts';
import { startServer } from '../start-server.ts';
import { parsePrometheusText, valueOf } from './__fixtures__/parse-prometheus-text.ts';
import { ServerMetrics } from './server-metrics.ts';

const authenticator: Authenticator = {
  authenticate: (token) => Promise.resolve({ role: token as 'admin', id: 'ada', token }),
};

test('/metrics shows durations and failures of models and actions, and outcomes of runs', async () => {
  const lift = action({
    name: 'lift',
    description: 'Lifts something.',
    parameters: { type: 'object', properties: { what: { type: 'string' } } },
    execute: ({ what }: { what?: string }) => {
      if (what === 'anvil') throw new Error('too heavy');
      return 'lifted';
    },
  });
  const desk = swarm({
    name: 'desk',
    version: '1.0.0',
    entrypoint: 'clerk',
    agents: [
      agent({
        name: 'clerk',
        commTargets: [],
        actions: [lift],
        enableEntrypoint: true,
        canCompleteTasks: true,
        model: scripted(
          [
            { fault: { kind: 'http', status: 429, retryAfter: 0 } },
            { toolCalls: ['anvil', 'feather'].map((what) => ({ name: 'lift', input: { what } })) },
            {
              toolCalls: [{ name: 'task_complete', input: { finish_message: 'done' } }],
              usage: { input: 100, output: 20 },
            },
          ],
          { modelId: 'm' },
        ),
      }),
    ],
  });
  await using server = await startServer(desk, {
    port: 0,
    databaseURL: 'sqlite::memory:',
    auth: authenticator,
    logger: quiet,
    handleSignals: false,
    drainMs: 0,
  });
  const call = (path: string, body?: object): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: 'Bearer admin', 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  expect(await (await call('/message', { body: 'Lift them.' })).json()).toMatchObject({ status: 'complete' });
  const text = await (await call('/metrics')).text();
  const model = 'swarm="desk",agent="clerk",model="scripted/m"';
  const lifting = 'swarm="desk",agent="clerk",action="lift"';
  expect(valueOf(text, `posthouse_model_request_seconds_count{${model}}`)).toBe(3);
  expect(valueOf(text, `posthouse_model_first_token_seconds_count{${model}}`)).toBe(2);
  expect(valueOf(text, `posthouse_model_failures_total{${model},reason="rate_limited"}`)).toBe(1);
  expect(valueOf(text, `posthouse_action_seconds_count{${lifting}}`)).toBe(2);
  expect(valueOf(text, `posthouse_action_failures_total{${lifting}}`)).toBe(1);
  expect(valueOf(text, `posthouse_tokens_total{${model},kind="output"}`)).toBeGreaterThanOrEqual(20);
  expect(valueOf(text, 'posthouse_runs_ended_total{swarm="desk",outcome="complete"}')).toBe(1);
  expect(valueOf(text, 'posthouse_run_seconds_count{swarm="desk",outcome="complete"}')).toBe(1);
});

test('endlessly invented names do not make /metrics grow without end', async () => {
  using metrics = new ServerMetrics({ version: '1.0.0' });
  const tell = (name: string): void => {
    metrics.calls.modelAsked({
      swarm: 'desk',
      agent: 'clerk',
      model: name,
      seconds: 1,
      firstSeconds: 0.1,
      failure: 'broken',
    });
    metrics.calls.actionRan({ swarm: 'desk', agent: name, action: 'lift', seconds: 1, failure: 'action_failed' });
  };
  for (let index = 0; index < 1_500; index += 1) tell(`"\n\\${index}`);
  const before = parsePrometheusText(await metrics.toText()).values;
  for (let index = 1_500; index < 20_000; index += 1) tell(`${'x'.repeat(5_000)}${index}`);
  const after = parsePrometheusText(await metrics.toText()).values;
  expect(after.size).toBe(before.size);
  expect(after.get('posthouse_action_seconds_count{swarm="other",agent="other",action="other"}')).toBe(19_000);
});
