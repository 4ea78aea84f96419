import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { agent, swarm } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDesk } from '../browser/__fixtures__/desk.ts';
import type { Look } from '../browser/__fixtures__/page-window.ts';
import { STUDIO } from './__fixtures__/build-studio.ts';
import { LongTask } from './__fixtures__/long-task.ts';
import { StudioStage } from './__fixtures__/studio-stage.ts';

const SOON = { timeout: 60_000 };
const MANY = 10_000;

let stage: StudioStage;
const { definition, held } = openDesk();
const speaker = (name: string, others: string[], text: string) =>
  agent({ name, model: scripted([{ text }]), commTargets: others, system: `You are ${name}.` });
/** A swarm whose agents say what they have to say when they are asked. */
const debate = swarm({
  name: 'debate',
  version: '1.0.0',
  entrypoint: 'host',
  agents: [
    agent({ ...speaker('host', ['ann'], 'Welcome to the debate.'), enableEntrypoint: true, canCompleteTasks: true }),
    speaker('ann', ['host'], 'Trains, of course.'),
  ],
});

beforeAll(async () => {
  stage = await StudioStage.start([definition, debate]);
  await stage.ask('/message', { body: 'What is the sum of 2 and 3?', task_id: 'sum' });
  await stage.ask('/message', { body: 'Guess my favourite colour.', task_id: 'colour' });
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

test('the studio has a small initial download', async () => {
  const page = await readFile(join(STUDIO, 'index.html'), 'utf8');
  const assets = await readdir(join(STUDIO, 'assets'));
  // What the page names, and the view that is shown first with everything it names in turn.
  const needed = new Set([...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name!));
  const waiting = [...needed, ...assets.filter((name) => /^chat-view-.*\.js$/.test(name))];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    needed.add(name);
    const text = await readFile(join(STUDIO, 'assets', name), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(([, each]) => each!);
    waiting.push(...imports.filter((each) => !needed.has(each)));
  }
  let bytes = 0;
  for (const name of needed) bytes += gzipSync(await readFile(join(STUDIO, 'assets', name))).length;
  expect([...needed].some((name) => /^(elk|swarm-graph|usage-chart)/.test(name))).toBe(false);
  expect(needed.size).toBeGreaterThanOrEqual(2);
  expect(bytes).toBeLessThanOrEqual(350 * 1024);
});

test('timeline, graph and conversation show the same moment of a task', async () => {
  await using window = await stage.open('tasks/desk/sum');
  const { page } = window;
  await expect.poll(() => page.locator('.react-flow__node').count(), SOON).toBe(3);
  const { entries } = (await stage.ask('/tasks/sum/log')) as { entries: { seq: number; type: string; to?: string }[] };
  const toMath = entries.find(({ type, to }) => type === 'message' && to === 'math')!.seq;
  const graph = page.locator('[data-role=graph]');
  await page.getByLabel('Moment').fill(String(toMath));
  await expect.poll(() => graph.getAttribute('data-moment'), SOON).toBe(String(toMath));
  await expect.poll(() => page.locator('[data-role=mail]').count(), SOON).toBe(1);
  await expect.poll(() => page.locator('.react-flow__node[data-id=math]').textContent(), SOON).toContain('busy');
  await window.screenshot('task-moment');
  await page.getByRole('tab', { name: 'Conversation' }).click();
  const said = page.getByRole('list', { name: 'Conversation' });
  await expect.poll(() => said.textContent(), SOON).toContain('What is the sum');
  expect(await said.textContent()).not.toContain('Math says');
  await page.getByRole('button', { name: 'Live' }).click();
  await expect.poll(() => said.textContent(), SOON).toContain('Math says that 2 + 3 is 5.');
  expect(window.complaints).toEqual([]);
});

test('entries are filtered by agent, type and text, and can be opened', async () => {
  await using window = await stage.open('tasks/desk/sum');
  const { page } = window;
  const rows = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect.poll(() => rows.count(), SOON).toBeGreaterThan(5);
  await page.getByLabel('Type', { exact: true }).selectOption('call');
  await page.getByLabel('Agent', { exact: true }).selectOption('math');
  await page.getByLabel('Text', { exact: true }).fill('divide');
  await expect
    .poll(async () => (await rows.allTextContents()).every((text) => text.includes('divide')), SOON)
    .toBe(true);
  await rows
    .last()
    .getByRole('button', { name: /divide/ })
    .click();
  await expect.poll(() => page.getByText('nobody can divide by nothing').count(), SOON).toBeGreaterThan(0);
  await page.getByLabel('Text', { exact: true }).fill('nothing of the kind');
  await expect.poll(() => page.getByText('No matching entries').isVisible(), SOON).toBe(true);
});

test('an agent can be opened to its mail, calls, usage and prompt', async () => {
  await using window = await stage.open('tasks/desk/sum', {}, 'user');
  const { page } = window;
  await page.locator('.react-flow__node[data-id=math]').click();
  const panel = page.getByRole('complementary', { name: 'Agent math' });
  await expect.poll(() => panel.textContent(), SOON).toContain('Please add 2 and 3.');
  await panel.getByRole('tab', { name: 'Calls' }).click();
  await expect.poll(() => panel.textContent(), SOON).toContain('add: success');
  await panel.getByRole('tab', { name: 'Prompt' }).click();
  await expect.poll(() => panel.textContent(), SOON).toContain('Only admins can see prompts');
});

test('a task is forked, exported and compared with another', async () => {
  await using window = await stage.open('tasks/desk/sum');
  const { page } = window;
  await expect.poll(() => page.getByRole('button', { name: 'Export' }).isEnabled(), SOON).toBe(true);
  await expect
    .poll(() => page.getByRole('list', { name: 'Entries' }).getByRole('listitem').count(), SOON)
    .toBeGreaterThan(5);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const saved = JSON.parse(await readFile(await file.path(), 'utf8')) as { entries: unknown[] };
  expect(saved.entries).toEqual(((await stage.ask('/tasks/sum/log')) as { entries: unknown[] }).entries);
  await page.getByLabel('Compare with').selectOption({ label: 'Guess my favourite colour.' });
  await expect
    .poll(() => page.getByRole('region', { name: 'Compared task' }).textContent(), SOON)
    .toContain('ask_colour');
  await window.screenshot('tasks-side-by-side');
  await page.getByRole('button', { name: 'Fork' }).click();
  await expect.poll(() => page.getByText("continues task 'sum'").count(), SOON).toBeGreaterThan(0);
});

test('a running task is cancelled', async () => {
  held.allow(4);
  const answered = stage.ask('/message', { body: 'Tell me a story.', task_id: 'endless' });
  await using window = await stage.open('tasks/desk/endless');
  const { page } = window;
  await expect.poll(() => held.isSpent, SOON).toBe(true);
  await expect.poll(() => page.getByText('running', { exact: true }).count(), SOON).toBe(1);
  await window.button('Cancel').click();
  await expect.poll(() => page.getByText('cancelled', { exact: true }).count(), SOON).toBe(1);
  expect(await window.button('Cancel').count()).toBe(0);
  expect((await stage.ask('/tasks/endless')).status).toBe('cancelled');
  await answered;
  held.allow(Infinity);
  // The list says so, too, and finds it.
  await page.getByRole('link', { name: 'All tasks' }).click();
  await page.getByLabel('Status').selectOption('cancelled');
  const lines = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem');
  await expect.poll(() => lines.count(), SOON).toBe(1);
  expect(await lines.textContent()).toContain('Tell me a story.');
  expect(window.complaints).toEqual([]);
});

test('open questions are answered in the inbox', async () => {
  await stage.ask('/message', { body: 'Please book a room.', task_id: 'room' });
  await using window = await stage.open('inbox');
  const { page } = window;
  const question = page.getByRole('region', { name: 'Question about book' });
  await expect.poll(() => question.count(), SOON).toBe(1);
  await question.getByRole('button', { name: 'Deny' }).click();
  await expect.poll(() => question.count(), SOON).toBe(0);
  await expect.poll(async () => (await stage.ask('/tasks/room')).status, SOON).toBe('complete');
  expect(window.complaints).toEqual([]);
});

test('an invalid swarm is reported with its lines, and a valid one is served', async () => {
  await using window = await stage.open('swarms', {}, 'admin');
  const { page } = window;
  await window.button('Load a swarm').click();
  const field = page.getByLabel('One swarm');
  const only = {
    name: 'a',
    enable_entrypoint: true,
    can_complete_tasks: true,
    agent_params: { llm: 'openai/gpt-5-mini' },
  };
  const annex = { name: 'annex', version: '1.0.0', entrypoint: 'a', agents: [{ ...only, comm_targets: ['ghost'] }] };
  const text = JSON.stringify(annex, undefined, 2);
  await field.fill(text);
  await window.button('Load').click();
  const line = text.split('\n').findIndex((each) => each.includes('ghost')) + 1;
  await expect.poll(() => page.getByRole('alert').textContent(), SOON).toContain(`Line ${line}`);
  await window.screenshot('swarm-problems');
  await field.fill(JSON.stringify({ ...annex, agents: [{ ...only, comm_targets: [] }] }));
  await window.button('Load').click();
  await expect.poll(() => page.getByRole('heading', { name: 'annex' }).count(), SOON).toBe(1);
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect
    .poll(() => page.getByRole('region', { name: 'Template of annex' }).textContent(), SOON)
    .toContain('gpt-5-mini');
  expect(window.complaints).toEqual([]);
});

test('agents are stepped by hand', async () => {
  await using window = await stage.open('manual');
  const { page } = window;
  await page.getByLabel('Swarm', { exact: true }).selectOption('debate');
  await page.getByLabel('Message to all agents').fill('Good morning.');
  await window.button('Start').click();
  const said = page.getByRole('list', { name: 'Messages' });
  await expect.poll(() => said.textContent(), SOON).toContain('Good morning.');
  await window.screenshot('manual');
  await window.button('Step').click();
  await expect.poll(() => said.textContent(), SOON).toContain('Welcome to the debate.');
  await page.getByLabel('Next agent').selectOption('ann');
  await page.getByLabel('Recipients').selectOption('host');
  await window.button('Step').click();
  await expect.poll(() => said.getByRole('listitem').last().textContent(), SOON).toContain('to host');
  expect(await said.getByRole('listitem').last().textContent()).toContain('Trains, of course.');
  expect(window.complaints).toEqual([]);
});

test('a task of ten thousand entries is drawn a screen at a time', async () => {
  const long = await LongTask.begin(stage.server, 'long');
  await long.grow(MANY - 1);
  await using window = await stage.open('tasks/desk/long');
  const { page } = window;
  await expect.poll(() => page.getByText(`${MANY} of ${MANY}`).count(), SOON).toBe(1);
  for (const place of [1, 2500, 5000, 7499, 9999]) {
    await page.getByLabel('Moment').fill(String(place));
    const row = page.getByRole('button', { name: `Go to entry ${place}`, exact: true });
    await expect.poll(() => row.isVisible(), SOON).toBe(true);
  }
  const rows = await page.getByRole('list', { name: 'Entries' }).getByRole('listitem').count();
  expect(rows).toBeLessThan(120);
  expect(window.complaints).toEqual([]);
});

describe('accessibility of every view', () => {
  const places = ['chat', 'tasks', 'tasks/desk/sum', 'inbox', 'swarms', 'peers', 'usage', 'manual'];
  const looks: [string, Look][] = [
    ['light', {}],
    ['dark', { dark: true }],
    ['phone', { phone: true }],
    ['phone, dark', { phone: true, dark: true }],
  ];
  const all = places.flatMap((place) => looks.map(([name, look]) => [place, name, look] as const));

  test.each(all)('the view %s (%s) has no barriers and fits the screen', async (place, name, look) => {
    await using window = await stage.open(place, look, 'user');
    const { page } = window;
    await expect
      .poll(() => page.getByRole('main').getByRole('heading').or(page.getByText('Only admins can see')).count(), SOON)
      .toBeGreaterThan(0);
    await expect.poll(() => page.getByText(/^(Loading|Laying out)/).count(), SOON).toBe(0);
    await window.screenshot(`${place.replaceAll('/', '-')}-${name.replace(', ', '-')}`);
    expect(await page.getByLabel('Your token').count()).toBe(0);
    expect(await window.findBarriers()).toEqual([]);
    // Nothing sticks out to the side.
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(window.complaints).toEqual([]);
  });
});
