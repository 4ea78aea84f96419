import { AgentRegistry, createScriptedAdapter } from '@posthouse/agents';
import { agent, swarm } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { expect, test } from 'vitest';
import type { Authenticator } from '../auth/caller.ts';
import { quiet } from '../logging/quiet.ts';
import { startServer } from '../start-server.ts';
import { parsePrometheusText, valueOf } from './__fixtures__/parse-prometheus-text.ts';
import { ServerMetrics } from './server-metrics.ts';

const auth: Authenticator = {
  authenticate: (token) => Promise.resolve({ role: token as 'admin', id: 'ada', token }),
};

test('/metrics counts outcomes of agent answers, their usage and failed tools', async () => {
  const registry = new AgentRegistry();
  const script = [
    [{ call: 'look', output: 'y' }, { call: 'break', error: 'no' }, { usage: { inputTokens: 11, outputTokens: 7 } }],
    [{ fail: 'no' }],
  ];
  registry.register('actor', createScriptedAdapter({ script }));
  const clerk = agent({
    name: 'clerk',
    commTargets: [],
    enableEntrypoint: true,
    canCompleteTasks: true,
    model: scripted([]),
  });
  const desk = swarm({ name: 'desk', version: '1.0.0', entrypoint: 'clerk', agents: [clerk] });
  await using server = await startServer(desk, {
    port: 0,
    databaseURL: 'sqlite::memory:',
    auth,
    logger: quiet,
    handleSignals: false,
    drainMs: 0,
    chat: { registry, agents: { actor: {} } },
  });
  const headers = { authorization: 'Bearer admin', 'content-type': 'application/json' };
  for (const message of ['one', 'two']) {
    const body = JSON.stringify({ sessionId: 's', agent: 'actor', message });
    const response = await fetch(`${server.url}/chat`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    await response.text();
  }
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  expect(valueOf(text, 'posthouse_agent_run_seconds_count{agent="actor",outcome="complete"}')).toBe(1);
  expect(valueOf(text, 'posthouse_agent_run_seconds_count{agent="actor",outcome="failed"}')).toBe(1);
  expect(valueOf(text, 'posthouse_agent_tokens_total{agent="actor",kind="input"}')).toBe(11);
  expect(valueOf(text, 'posthouse_agent_tokens_total{agent="actor",kind="output"}')).toBe(7);
  expect(valueOf(text, 'posthouse_agent_tool_seconds_count{agent="actor",tool="look"}')).toBe(1);
  const failed = 'posthouse_agent_tool_failures_total{agent="actor",tool="break",reason="action_failed"}';
  expect(valueOf(text, failed)).toBe(1);
});

test('tools that an agent invents by the thousand are counted together', async () => {
  using metrics = new ServerMetrics({ version: '1.0.0' });
  for (let index = 0; index < 3_000; index += 1) {
    metrics.agents.agentUsedTool({ agent: 'actor', tool: `tool-${index}`, seconds: 1 });
  }
  metrics.agents.agentAnswered({ agent: 'actor', outcome: 'complete', seconds: 1, cost: 0.5 });
  const { values } = parsePrometheusText(await metrics.toText());
  expect(values.get('posthouse_agent_tool_seconds_count{agent="other",tool="other"}')).toBe(2_000);
  expect(values.get('posthouse_agent_cost_total{agent="actor"}')).toBe(0.5);
});
