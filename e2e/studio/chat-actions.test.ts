import { AgentRegistry, createScriptedAdapter } from '@posthouse/agents';
import { agent, swarm } from '@posthouse/runtime';
import { call, scripted } from '@posthouse/runtime/scripted';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk } from '../browser/__fixtures__/desk.ts';
import { StudioStage } from './__fixtures__/studio-stage.ts';
import { StudioWindow } from './__fixtures__/studio-window.ts';

/** Enough time for a page on a slow machine. */
const SOON = { timeout: 60_000 };

/** A number that is another one each time, so that no two answers are the same. */
let asked = 0;
const finish = (text: string) => ({ content: [call('task_complete', { finish_message: text })] });
const clerk = (name: string, others: string[]) =>
  agent({
    name,
    model: scripted(({ messages }) => {
      asked += 1;
      const file = /notes\.txt/.exec(messages.at(-1)!.text)?.[0];
      return finish(file === undefined ? `${name}: answer ${asked}` : `${name} has read ${file}`);
    }),
    system: `You are ${name}.`,
    commTargets: others,
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
const instance = swarm({
  name: 'office',
  version: '1.0.0',
  entrypoint: 'ann',
  description: 'Two clerks.',
  agents: [clerk('ann', ['ben']), clerk('ben', ['ann'])],
});

let stage: StudioStage;
beforeAll(async () => {
  const registry = new AgentRegistry();
  registry.register('parrot', createScriptedAdapter({ script: ({ text }) => [{ say: `You said: ${text}` }] }));
  stage = await StudioStage.start([instance, openDesk().definition], { chat: { registry } });
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

const question = ({ page }: StudioWindow) => page.locator('[data-role=question]').last();

test('the chat goes back to earlier questions and answers, also after a reload', async () => {
  await using window = await stage.open();
  const { page } = window;
  const place = page.getByRole('group', { name: 'Branches' });
  const answerIs = async (text: string): Promise<void> => {
    await expect.poll(() => window.answer.textContent(), SOON).toBe(text);
  };
  asked = 0;
  await window.send('Good morning.');
  await answerIs('ann: answer 1');
  expect(await place.count()).toBe(0);
  await window.button('Regenerate the answer').click();
  await answerIs('ann: answer 2');
  await expect.poll(() => place.textContent(), SOON).toContain('2 / 2');
  await question(window).hover();
  await window.button('Edit').click();
  await page.getByLabel('Your edited message').fill('Good evening.');
  await window.button('Ask again').click();
  await answerIs('ann: answer 3');
  await expect.poll(() => place.textContent(), SOON).toContain('3 / 3');
  await window.screenshot('chat-branches');

  await window.button('Previous branch').click();
  await answerIs('ann: answer 2');
  await expect.poll(() => question(window).textContent(), SOON).toContain('Good morning.');
  await window.button('Previous branch').click();
  await answerIs('ann: answer 1');
  await expect.poll(() => place.textContent(), SOON).toContain('1 / 3');
  await page.reload();
  await answerIs('ann: answer 1');
  await expect.poll(() => place.textContent(), SOON).toContain('1 / 3');
  expect(await window.button('Previous branch').isDisabled()).toBe(true);

  // The conversation goes on from where one is, and the other ways stay as they are.
  await window.send('And now?');
  await answerIs('ann: answer 4');
  await expect.poll(() => place.textContent(), SOON).toContain('1 / 3');
  await window.button('Next branch').click();
  await answerIs('ann: answer 2');
  await window.button('Next branch').click();
  await answerIs('ann: answer 3');
  expect(await page.locator('[data-role=question]').allTextContents()).toHaveLength(1);
  expect(await question(window).textContent()).toContain('Good evening.');
  await window.button('Previous branch').click();
  await answerIs('ann: answer 2');
  await window.button('Previous branch').click();
  await answerIs('ann: answer 4');
  expect(await page.locator('[data-role=question]').count()).toBe(2);
  expect(await window.findBarriers()).toEqual([]);
  expect(window.complaints).toEqual([]);
});

test('the chat copies an answer, and a link that opens the same conversation elsewhere', async () => {
  await using window = await stage.open();
  const { page, context } = window;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
  await window.send('Good morning.');
  await expect.poll(() => window.answer.textContent(), SOON).toMatch(/^ann: answer/);
  const answer = (await window.answer.textContent())!;
  await window.button('Copy the answer').click();
  await expect.poll(copied, SOON).toBe(answer);
  await question(window).hover();
  await window.button('Copy the question').click();
  await expect.poll(copied, SOON).toBe('Good morning.');
  await window.button('Link').click();
  await expect.poll(copied, SOON).toContain('/studio/#/chat/');
  const link = await copied();
  expect(link).not.toContain(stage.server.tokens!.user);
  // Whoever follows it needs a token of their own.
  await using other = await StudioWindow.open(stage.browser, link);
  await other.page.getByLabel('Your token').fill(stage.server.tokens!.user);
  await other.button('Sign in').click();
  await expect.poll(() => other.answer.textContent(), SOON).toBe(answer);
  expect(other.page.url()).toBe(link);
  expect(await other.page.locator('[data-role=question]').allTextContents()).toHaveLength(1);
  expect([...window.complaints, ...other.complaints]).toEqual([]);
});

test('the chat sends files along', async () => {
  await using window = await stage.open();
  const { page } = window;
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Buy milk.') },
    { name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('And bread.') },
  ]);
  await expect.poll(() => page.getByText('notes.txt, more.txt').count(), SOON).toBe(1);
  await window.send('Please read this.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe('ann has read notes.txt');
  expect(await question(window).textContent()).toContain('notes.txt, more.txt');
  await page.reload();
  await expect.poll(() => question(window).textContent(), SOON).toContain('notes.txt, more.txt');
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'no.txt', mimeType: 'text/plain', buffer: Buffer.from('?') });
  await window.button('Remove the files').click();
  await expect.poll(() => page.getByText('no.txt').count(), SOON).toBe(0);
  expect(window.complaints).toEqual([]);
});

test('the chat is with the chosen partner: a swarm, one of its agents, or another agent', async () => {
  await using window = await stage.open();
  const { page } = window;
  const list = page.getByRole('list', { name: 'Conversations' });
  await page.getByLabel('Agent', { exact: true }).selectOption('ben');
  await window.send('Who is there?');
  await expect.poll(() => window.answer.textContent(), SOON).toMatch(/^ben: answer/);

  await window.button('New chat').click();
  await page.getByLabel('Chat with').selectOption({ label: 'desk' });
  await window.send('Hello, desk.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
  await expect.poll(() => list.getByText('desk', { exact: true }).count(), SOON).toBe(1);

  await window.button('New chat').click();
  await page.getByLabel('Chat with').selectOption({ label: 'parrot' });
  await window.send('Hello, parrot.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe('You said: Hello, parrot.');
  await expect.poll(() => list.getByText('parrot', { exact: true }).count(), SOON).toBe(1);
  await window.send('And again.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe('You said: And again.');
  // It answers once more, but cannot take back what it has heard.
  const again = page.waitForRequest((request) => request.postData()?.includes('regenerate-message') === true);
  await window.button('Regenerate the answer').click();
  await again;
  await expect.poll(() => window.answer.textContent(), SOON).toBe('You said: And again.');
  await page.reload();
  await expect.poll(() => window.answer.textContent(), SOON).toBe('You said: And again.');
  await expect.poll(() => page.locator('[data-role=answer]').count(), SOON).toBe(2);
  expect(await window.button('Edit').count()).toBe(0);
  expect(window.complaints).toEqual([]);
});
