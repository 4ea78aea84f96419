import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quiet, type RunningServer, startServer } from '@posthouse/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageRoutes } from '../../examples/runner/page-routes.ts';
import { type Build, buildPage } from './__fixtures__/build-page.ts';
import { ChatWindow } from './__fixtures__/chat-window.ts';
import { openDesk, STORY } from './__fixtures__/desk.ts';
import { PIECE } from './__fixtures__/held-model.ts';
import { launchChromium } from './__fixtures__/launch-chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 120_000);
afterAll(() => browser.close());

/** Enough time for a page on a slow machine. */
const SOON = { timeout: 60_000 };

/** What of the story is known after so many pieces of the call that completes the task. */
const storyAfter = (pieces: number): string => STORY.slice(0, pieces * PIECE - '{"finish_message":"'.length);

describe.each<Build>(['ai-sdk-7', 'ai-sdk-6'])('the page, built against %s', (build) => {
  let folder: string;
  let server: RunningServer;
  const { definition, held, bookings } = openDesk();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `posthouse-${build}-`));
    await buildPage(build, folder);
    server = await startServer(definition, {
      port: 0,
      databaseURL: 'sqlite::memory:',
      logger: quiet,
      handleSignals: false,
      extend: await pageRoutes('/chat-page/', folder),
    });
  }, 120_000);
  afterAll(async () => {
    await server.stop({ drainMs: 0 });
    await rm(folder, { recursive: true, force: true });
  });

  const open = (look?: { dark: boolean }): Promise<ChatWindow> =>
    ChatWindow.open(browser, `${server.url}/chat-page/#token=${server.tokens!.user}`, look);

  /** What the server itself knows of a conversation. */
  async function stored(chatId: string): Promise<{ role: string; parts: { type: string; text?: string }[] }[]> {
    const headers = { Authorization: `Bearer ${server.tokens!.user}` };
    const answer = await fetch(`${server.url}/chat/${chatId}/messages`, { headers });
    return ((await answer.json()) as { messages: [] }).messages;
  }

  test('shows an answer while it is being written', async () => {
    await using window = await open();
    await expect.poll(() => window.page.getByText('Ask something').isVisible(), SOON).toBe(true);
    await window.screenshot(`${build}-empty`);

    held.allow(10);
    await window.send('Tell me a story.');
    await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(10));
    await window.screenshot(`${build}-streaming`);

    held.allow(20);
    await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(30));
    held.allow(Infinity);
    await expect.poll(() => window.answer.textContent(), SOON).toBe(STORY);
    await window.ready();
    await window.screenshot(`${build}-answered`);
    expect(window.complaints).toEqual([]);
  });

  test('misses no answer that ends while the page is being loaded', async () => {
    await using window = await open();
    held.allow(12);
    await window.send('Tell me a story.');
    await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(12));

    // The messages are read while it is being written; when its stream is asked for, there is none any more.
    const over = Promise.withResolvers<void>();
    await window.page.route('**/stream', async (route) => {
      await over.promise;
      await route.continue();
    });
    await window.page.reload();
    await expect.poll(() => window.page.locator('.message').count(), SOON).toBe(1);
    held.allow(Infinity);
    await expect.poll(async () => (await stored(window.chatId)).length, SOON).toBe(2);
    over.resolve();
    await expect.poll(() => window.answer.textContent(), SOON).toBe(STORY);
    expect(await window.page.locator('.message').count()).toBe(2);
    expect(window.complaints).toEqual([]);
  });

  test('shows who writes to whom, what they think and what they call', async () => {
    await using window = await open();
    held.allow(Infinity);
    await window.send('What is the sum of 2 and 3?');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Math says that 2 + 3 is 5.');

    const { page } = window;
    const mails = page.locator('.mail > summary');
    await expect
      .poll(() => mails.allTextContents(), SOON)
      .toEqual([expect.stringMatching(/^desk.*math.*A sum$/), expect.stringMatching(/^math.*desk.*Re: A sum$/)]);
    await mails.first().click();
    expect(await page.locator('.mail').first().locator('p').textContent()).toBe('Please add 2 and 3.');
    expect(await page.locator('.mail').first().locator('p').isVisible()).toBe(true);

    const thought = page.locator('.reasoning', { hasText: 'Math knows how to add.' });
    expect(await thought.locator('p').isVisible()).toBe(false);
    await thought.locator('summary').click();
    expect(await thought.locator('p').isVisible()).toBe(true);

    const added = page.locator('.call', { hasText: 'add' }).first();
    await added.locator('summary').click();
    expect(await added.textContent()).toMatch(/math.*add.*done.*Input.*a2.*b3.*Output.*sum5/s);
    const divided = page.locator('.call', { hasText: 'divide' });
    await divided.locator('summary').click();
    expect(await divided.textContent()).toMatch(/failed.*Error.*nobody can divide by nothing/s);
    await window.screenshot(`${build}-activity`);
    expect(window.complaints).toEqual([]);
  });

  test('accepts the answer to a breakpoint where it is asked', async () => {
    await using window = await open();
    held.allow(Infinity);
    await window.send('Guess my favourite colour.');
    await expect.poll(() => window.button('Answer').isEnabled(), SOON).toBe(true);
    expect(await window.page.locator('.question').textContent()).toContain('Which colour do you like?');
    await window.screenshot(`${build}-breakpoint`);

    // Somebody who comes back later finds the question where it was.
    await window.page.reload();
    await expect.poll(() => window.button('Answer').isEnabled(), SOON).toBe(true);
    await window.page.getByLabel('Your answer').fill('blue');
    await window.button('Answer').click();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('You like blue.');
    expect(await window.page.locator('.question').count()).toBe(1);
    expect(await window.page.locator('.question .tag').textContent()).toBe('answered');
    expect(await window.page.locator('.message').count()).toBe(2);

    await window.page.reload();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('You like blue.');
    expect(await window.page.locator('.question').count()).toBe(1);
    await window.screenshot(`${build}-breakpoint-answered`);
    expect(window.complaints).toEqual([]);
  });

  test('the user can refuse to answer', async () => {
    await using window = await open();
    held.allow(Infinity);
    await window.send('Guess my favourite colour.');
    await window.button('Refuse').click();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Then I shall never know.');
    expect(await window.page.locator('.question .tag').textContent()).toBe('not answered');
    expect(window.complaints).toEqual([]);
  });

  test('answers several questions together', async () => {
    await using window = await open();
    held.allow(Infinity);
    await window.send('I need curtains.');
    await expect.poll(() => window.button('Answer').count(), SOON).toBe(2);
    await expect.poll(() => window.button('Answer').first().isEnabled(), SOON).toBe(true);
    await window.page.getByLabel('Your answer').first().fill('red');
    await window.button('Answer').first().click();
    // Nothing goes to the server before the last one is answered.
    await expect.poll(() => window.button('Answer').count(), SOON).toBe(1);
    expect(window.requests.filter(({ pathname }) => pathname === '/chat')).toHaveLength(1);
    await window.screenshot(`${build}-questions`);
    // Nor is the first answer lost when the reader looks at another tab in between.
    await window.comeBack();

    await window.page.getByLabel('Your answer').fill('green');
    await window.button('Answer').click();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('red and green');
    expect(window.requests.filter(({ pathname }) => pathname === '/chat')).toHaveLength(2);
    expect(await window.page.locator('.question').count()).toBe(2);
    expect(window.complaints).toEqual([]);
  });

  test('sends with Enter, and inserts a line break with Shift+Enter', async () => {
    await using window = await open();
    held.allow(Infinity);
    expect(await window.button('Send').isDisabled()).toBe(true);
    await window.page.keyboard.press('Tab');
    await window.page.getByLabel('Your message').focus();
    await window.page.keyboard.type('Hello');
    await window.page.keyboard.press('Shift+Enter');
    await window.page.keyboard.type('there.');
    expect(await window.page.locator('.message').count()).toBe(0);
    await window.page.keyboard.press('Enter');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
    expect(await window.page.locator('.message.user').innerText()).toBe('Hello\nthere.');
    expect(await window.page.getByLabel('Your message').inputValue()).toBe('');
  });

  test('asks for approval, and follows the decision', async () => {
    bookings.length = 0;
    await using window = await open();
    held.allow(Infinity);
    await window.send('Please book a room.');
    await expect.poll(() => window.button('Approve').isEnabled(), SOON).toBe(true);
    expect(bookings).toEqual([]);
    await window.screenshot(`${build}-approval`);
    await window.button('Approve').click();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('It is booked.');
    expect(bookings).toEqual(['the blue room']);
    expect(await window.page.locator('.question .tag').last().textContent()).toBe('approved');

    await window.send('Please book another room.');
    await window.page.getByLabel('Reason').fill('One is enough.');
    await window.button('Deny').click();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Nothing was booked.');
    expect(bookings).toEqual(['the blue room']);
    expect(await window.page.locator('.question .tag').last().textContent()).toBe('denied');
    await window.screenshot(`${build}-denied`);
    expect(window.complaints).toEqual([]);
  });

  test('shows what went wrong, and can try again', async () => {
    await using window = await open();
    held.allow(Infinity);
    await window.send('Make trouble.');
    await expect.poll(() => window.page.getByRole('alert').textContent(), SOON).toContain('the model has no idea');
    await window.screenshot(`${build}-error`);
    // It is not forgotten by a reload.
    await window.page.reload();
    await expect.poll(() => window.page.getByRole('alert').textContent(), SOON).toContain('the model has no idea');

    await window.button('Try again').click();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Now it works.');
    expect(await window.page.getByRole('alert').count()).toBe(0);
    expect(await window.page.locator('.message').count()).toBe(2);
    await window.page.reload();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Now it works.');
    expect(await window.page.locator('.message').count()).toBe(2);
    expect(window.complaints).toEqual([]);
  });

  test('keeps its token private, and asks for one when it has none', async () => {
    await using window = await ChatWindow.open(browser, `${server.url}/chat-page/#token=wrong`);
    await expect.poll(() => window.page.getByRole('alert').isVisible(), SOON).toBe(true);
    expect(window.page.url()).not.toContain('wrong');
    await window.page.getByLabel('Your token').fill(server.tokens!.user);
    await window.button('Sign in').click();
    await expect.poll(() => window.page.getByText('Ask something').isVisible(), SOON).toBe(true);
    held.allow(Infinity);
    await window.send('Hello.');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
    // Everything that the page loads and asks comes from the server that it comes from.
    expect(new Set(window.requests.map(({ origin }) => origin))).toEqual(new Set([server.url]));
    for (const { href } of window.requests) expect(href).not.toContain(server.tokens!.user);
  });

  test('shows what the server has stored', async () => {
    await using window = await open({ dark: true });
    held.allow(Infinity);
    await window.send('What is the sum of 2 and 3?');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Math says that 2 + 3 is 5.');
    await window.ready();
    const before = await window.page.locator('.messages').textContent();
    await window.page.reload();
    await expect.poll(() => window.page.locator('.messages').textContent(), SOON).toBe(before);
    const messages = await stored(window.chatId);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(messages[1]!.parts.filter(({ type }) => type === 'text').map(({ text }) => text)).toEqual([
      'Math says that 2 + 3 is 5.',
    ]);
    await window.screenshot(`${build}-dark`);
  });
});
