import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentScript, AgentRegistry, createScriptedAdapter } from '@posthouse/agents';
import { quiet, type RunningServer, startServer } from '@posthouse/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageRoutes } from '../../examples/runner/page-routes.ts';
import { type Build, buildPage } from './__fixtures__/build-page.ts';
import { ChatWindow } from './__fixtures__/chat-window.ts';
import { openDesk } from './__fixtures__/desk.ts';
import { launchChromium } from './__fixtures__/launch-chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 120_000);
afterAll(() => browser.close());

/** Enough time for a page on a slow machine. */
const SOON = { timeout: 60_000 };

/** Does what it is told by a word. */
const script: AgentScript = function* ({ text }) {
  if (text.includes('delegate')) {
    yield { think: 'Somebody else can do that.' };
    yield {
      delegate: 'Look around.',
      name: 'scout',
      steps: [
        { think: 'Where to begin?' },
        { call: 'list_files', input: { folder: '.' }, output: ['letters.txt'] },
        { say: 'There is a file of letters.' },
      ],
      output: 'There is a file of letters.',
    };
    yield { say: 'My scout has found letters.' };
  } else if (text.includes('permission')) {
    yield { call: 'send_letter', input: { to: 'Ada' }, output: { sent: true }, approval: true };
    yield { say: 'That is settled.' };
  } else if (text.includes('fail')) yield { fail: 'The program has given up.' };
  else yield { say: `You said: ${text}` };
};

describe.each<Build>(['ai-sdk-7', 'ai-sdk-6'])('the page with a choice of agents, built against %s', (build) => {
  let folder: string;
  let server: RunningServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `posthouse-any-${build}-`));
    await buildPage(build, folder);
    const registry = new AgentRegistry();
    registry.register('teller', createScriptedAdapter({ script }));
    registry.register('echo', createScriptedAdapter({ script: ({ text }) => [{ say: `${text}! ${text}!` }] }));
    registry.register('absent', async () => {
      throw new Error('The agent "absent" needs the package nothing. Install it with "npm install nothing".');
    });
    server = await startServer(openDesk().definition, {
      port: 0,
      databaseURL: 'sqlite::memory:',
      logger: quiet,
      handleSignals: false,
      chat: { registry, folders: [folder], agent: 'teller', agents: { teller: {}, echo: {}, absent: {} } },
      extend: await pageRoutes('/any-agent/', folder),
    });
  }, 120_000);
  afterAll(async () => {
    await server.stop({ drainMs: 0 });
    await rm(folder, { recursive: true, force: true });
  });

  const open = (search = ''): Promise<ChatWindow> =>
    ChatWindow.open(browser, `${server.url}/any-agent/${search}#token=${server.tokens!.user}`);

  test('lists the agents, and why one is unavailable', async () => {
    await using window = await open();
    const choice = (name: string) => window.page.getByRole('radio', { name });
    await expect.poll(() => choice('teller agent').isChecked(), SOON).toBe(true);
    expect(await choice('echo agent').isEnabled()).toBe(true);
    expect(await choice('desk swarm').isEnabled()).toBe(true);
    expect(await choice('absent agent').isDisabled()).toBe(true);
    expect(await window.page.getByText('npm install nothing').isVisible()).toBe(true);
    await window.screenshot(`any-agent-${build}-choice`);
    expect(window.complaints).toEqual([]);
  });

  test('talks to the chosen agent, and still does after a reload', async () => {
    await using window = await open();
    await window.page.getByRole('radio', { name: 'echo' }).check();
    await window.send('Hello');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello! Hello!');
    await window.ready();
    expect(await window.page.getByRole('radio').count()).toBe(0);
    await window.page.reload();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello! Hello!');
    await window.send('Again');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Again! Again!');
    expect(await window.page.getByText('with echo').isVisible()).toBe(true);
    expect(window.complaints).toEqual([]);
  });

  test('shows reasoning, and nested agents with all they do', async () => {
    await using window = await open();
    await window.send('Please delegate that.');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('My scout has found letters.');
    await window.ready();
    const nested = window.page.locator('.nested');
    expect(await nested.locator('.tag').first().textContent()).toBe('done');
    const inside = (await nested.textContent()) ?? '';
    for (const words of ['scout', 'Look around.', 'Where to begin?', 'list_files', 'There is a file of letters.']) {
      expect(inside).toContain(words);
    }
    expect(await window.page.locator('.reasoning', { hasText: 'Somebody else can do that.' }).count()).toBe(1);
    await window.screenshot(`any-agent-${build}-delegated`);
    await window.page.reload();
    await expect.poll(() => window.page.locator('.nested').textContent(), SOON).toBe(inside);
    expect(window.complaints).toEqual([]);
  });

  test.each([
    ['Approve', 'approved'],
    ['Deny', 'denied'],
  ])('asks for permission: %s', async (button, outcome) => {
    await using window = await open();
    await window.send('You need permission.');
    await expect.poll(() => window.button(button).isEnabled(), SOON).toBe(true);
    await window.screenshot(`any-agent-${build}-permission`);
    await window.button(button).click();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('That is settled.');
    await window.ready();
    expect(await window.page.locator('.question .tag').textContent()).toBe(outcome);
    expect(window.complaints).toEqual([]);
  });

  test('shows what went wrong, and is usable again', async () => {
    await using window = await open();
    await window.send('Please fail.');
    await expect.poll(() => window.page.getByRole('alert').textContent(), SOON).toContain('The program has given up.');
    await window.screenshot(`any-agent-${build}-failed`);
    await window.send('And now?');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('You said: And now?');
    expect(window.complaints).toEqual([]);
  });
});
