import { logEntrySchema, uiOverviewWire, uiSwarmsWire, uiUsageWire } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { complete, team, thinkers } from '../doors/__fixtures__/teams.ts';
import { calls, cast } from '../__fixtures__/scenarios.ts';
import { Stage } from '../__fixtures__/stage.ts';
import type { Loose } from '../__fixtures__/loose.ts';

test('the overview shows the swarms with their agents, and an example question', async () => {
  await using stage = await Stage.open();
  const { body } = await stage.call('/ui/swarms');
  const { default: first, swarms } = uiSwarmsWire.parse(body).value;
  expect(first).toBe('desk');
  expect(swarms[0]).toMatchObject({ name: 'desk', entrypoint: 'clerk', question: 'What can you do?' });
  expect(swarms[0]!.agents[0]).toMatchObject({ name: 'clerk', commTargets: ['specialist', 'hermit'] });
});

test('the overview shows tasks newest first, with their cost and what they wait for', async () => {
  await using stage = await Stage.open();
  await stage.post({ body: 'hello', task_id: 'one' });
  await stage.post({ body: 'ask ok?', task_id: 'two' });
  const { body } = await stage.call('/ui/overview');
  const { tasks } = uiOverviewWire.parse(body).value;
  expect(tasks.map(({ taskId, status, swarm }) => [taskId, status, swarm])).toEqual([
    ['two', 'paused', 'desk'],
    ['one', 'complete', 'desk'],
  ]);
  expect(tasks[0]!.waiting).toHaveLength(1);
  expect(tasks[0]!.waiting[0]).toMatchObject({ approval: false });
  expect(tasks[1]).toMatchObject({ title: 'hello', runs: 1, waiting: [] });
  expect((await stage.call('/ui/overview?limit=1')).body.tasks).toHaveLength(1);
  expect((await stage.call('/ui/overview?limit=0')).status).toBe(400);
});

test('the overview adds up usage by agent and model, with a cost only where there is a price', async () => {
  const usage = { input: 10, output: 1 };
  const answers = [complete('Yes.', { usage }), complete('No.', { usage })];
  const prices = { 'scripted/scripted': { input: 1_000_000, output: 2_000_000 } };
  await using stage = await Stage.open({
    swarms: [
      { ...team({ lead: answers }), prices },
      { ...thinkers(), name: 'annex' },
    ],
  });
  for (const task of ['one', 'two']) await stage.post({ body: 'hello', task_id: task });
  await stage.post({ body: 'hello', task_id: 'three', swarm: 'annex' });
  const { usage: lines } = uiUsageWire.parse((await stage.call('/ui/usage')).body).value;
  // A test that runs at the full hour has a line for either side of it.
  for (const { hour } of lines) expect(hour).toMatch(/^[-\d]{10}T\d\d:00:00\.000Z$/);
  const sum = (swarm: string, agent: string, key: 'calls' | 'inputTokens' | 'outputTokens' | 'cost') =>
    lines
      .filter((line) => line.swarm === swarm && line.agent === agent)
      .reduce((all, line) => all + (line[key] ?? 0), 0);
  const told = (swarm: string, agent: string) =>
    (['calls', 'inputTokens', 'outputTokens', 'cost'] as const).map((key) => sum(swarm, agent, key));
  expect(told('team', 'lead')).toEqual([2, 20, 2, 24]);
  expect(told('annex', 'lead')).toEqual([2, 200, 20, 0]);
  expect(told('annex', 'helper')).toEqual([1, 7, 3, 0]);
  const { tasks } = uiOverviewWire.parse((await stage.call('/ui/overview')).body).value;
  expect(tasks.map((task) => task.usage)).toEqual([
    { inputTokens: 207, outputTokens: 23 },
    { inputTokens: 10, outputTokens: 1, cost: 12 },
    { inputTokens: 10, outputTokens: 1, cost: 12 },
  ]);
});

test('the overview shows who waits for an approval, until it is answered', async () => {
  const ask = calls(['ask_human', { q: 'ok?' }]);
  const tools = { breakpointTools: [], approvalTools: ['ask_human'] };
  const desk = { ...cast({ supervisor: [ask, complete('thank you')] }), ...tools };
  await using stage = await Stage.open({ swarms: [desk] });
  const waiting = async () => uiOverviewWire.parse((await stage.call('/ui/overview')).body).value.tasks[0]!.waiting;
  await stage.post({ body: 'hello', task_id: 't' });
  expect(await waiting()).toMatchObject([{ tool: 'ask_human', input: { q: 'ok?' }, approval: true }]);
  await stage.call('/tasks/t/resume', { body: { results: { content: 'yes' } } });
  expect(await waiting()).toEqual([]);
});

test('the log of a task is returned as it is stored, a page at a time', async () => {
  await using stage = await Stage.open();
  await stage.post({ body: 'hello', task_id: 'one' });
  const { body } = await stage.call('/tasks/one/log');
  expect(body.status).toBe('complete');
  expect(body.entries.map(({ seq }: Loose) => seq)).toEqual(Array.from({ length: body.head }, (_, index) => index + 1));
  for (const entry of body.entries) expect(logEntrySchema.safeParse(entry).success).toBe(true);
  const page = await stage.call('/tasks/one/log?after=1&limit=2');
  expect(page.body.entries.map(({ seq }: Loose) => seq)).toEqual([2, 3]);
  expect((await stage.call('/tasks/one/log?limit=1001')).status).toBe(400);
  expect((await stage.call('/tasks/one/log?after=-1')).status).toBe(400);
  expect((await stage.call('/tasks/none/log')).status).toBe(404);
});

test('a fork makes a new task from an earlier state', async () => {
  await using stage = await Stage.open();
  await stage.post({ body: 'hello', task_id: 'one' });
  const { body } = await stage.call('/tasks/one/fork', { body: { before_run: 1, new_task_id: 'two' } });
  expect(body).toEqual({ task_id: 'two', forked_from: 'one' });
  const { body: log } = await stage.call('/tasks/two/log');
  expect(log.entries).toMatchObject([{ type: 'notice', code: 'forked' }]);
  expect((await stage.call('/tasks/one/fork', { body: { before_run: 9 } })).status).toBe(400);
  expect((await stage.call('/tasks/one/fork', { body: {} })).status).toBe(400);
  expect((await stage.call('/tasks/none/fork', { body: { before_run: 1 } })).status).toBe(404);
});
