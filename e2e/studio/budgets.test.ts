import { action, agent, swarm } from '@posthouse/runtime';
import { scripted, type ScriptedTurn } from '@posthouse/runtime/scripted';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StudioStage } from './__fixtures__/studio-stage.ts';

const SOON = { timeout: 60_000 };

const tick = action({
  name: 'tick',
  description: 'Always works.',
  parameters: { type: 'object', properties: {} },
  execute: () => 'tock',
});
/** A model that needs five calls for its answer. */
const model = scripted(({ messages }): ScriptedTurn => {
  const ticks = messages.flatMap(({ toolResults }) => toolResults).length;
  const toolCalls =
    ticks < 4
      ? [{ name: 'tick', input: {} }]
      : [{ name: 'task_complete', input: { finish_message: `${ticks} ticks.` } }];
  return { toolCalls, usage: { input: 1_000, output: 200 } };
});
const clock = swarm({
  name: 'clock',
  version: '1.0.0',
  entrypoint: 'boss',
  budgets: { run: { calls: 3 }, caller: { tokens: 50_000 }, swarm: { calls: 100 } },
  agents: [
    agent({
      name: 'boss',
      model,
      commTargets: [],
      actions: [tick],
      system: 'You are the boss.',
      enableEntrypoint: true,
      canCompleteTasks: true,
    }),
  ],
});

let stage: StudioStage;
beforeAll(async () => {
  stage = await StudioStage.start([clock]);
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

test(
  'a task that waits for its budget says so, and continues to its answer when an admin raises it',
  { timeout: 120_000 },
  async () => {
    await stage.ask('/message', { body: 'Tick.', task_id: 'own' }, 'admin');
    await using window = await stage.open('tasks/clock/own', {}, 'admin');
    const { page } = window;
    await page.getByText('The budget of the run is used up: 3 of 3 model calls.').first().waitFor(SOON);
    expect(await page.getByText('waits for a budget').count()).toBeGreaterThan(0);
    expect(await page.getByText('waits for you').count()).toBe(0);
    await window.screenshot('budget-task');
    await page.getByLabel('Model calls').fill('9');
    await page.getByRole('button', { name: 'Raise the budget' }).click();
    await page.getByText('4 ticks.').first().waitFor(SOON);
    await expect.poll(() => page.getByRole('button', { name: 'Raise the budget' }).count(), SOON).toBe(0);
    expect(model.requests).toHaveLength(5);
  },
);

test(
  'the usage page shows what is left of budgets, and lets an admin cancel a waiting run',
  { timeout: 120_000 },
  async () => {
    await stage.ask('/message', { body: 'Tick.', task_id: 'theirs' });
    await using window = await stage.open('usage', {}, 'admin');
    const { page } = window;
    await page.getByText('Budgets of clock today').waitFor(SOON);
    const text = await page.getByRole('region', { name: 'Budgets of clock' }).innerText();
    expect(text).toContain('8 of 100 · 92 left');
    expect(text).toContain('3,600 of 50,000 · 46,400 left');
    expect(text).toContain('user:dev-user · theirs');
    await window.screenshot('budget-usage');
    await page.getByRole('button', { name: 'End the run' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'End the run' }).count(), SOON).toBe(0);
    expect(await stage.ask('/tasks/theirs')).toMatchObject({ status: 'cancelled' });
  },
);

test(
  'a user sees why a task waits and what is left of their budget, and cannot raise it',
  { timeout: 120_000 },
  async () => {
    await stage.ask('/message', { body: 'Tick.', task_id: 'mine' });
    await using window = await stage.open('tasks/clock/mine');
    const { page } = window;
    await page.getByText('The budget of the run is used up').first().waitFor(SOON);
    expect(await page.getByRole('button', { name: 'Raise the budget' }).count()).toBe(0);
    await using usage = await stage.open('usage');
    await usage.page.getByText('Budgets of clock today').waitFor(SOON);
    const text = await usage.page.getByRole('region', { name: 'Budgets of clock' }).innerText();
    expect(text).toMatch(/you\s+6\s+7,200 of 50,000 · 42,800 left/);
    expect(text).not.toContain('dev-user');
  },
);
