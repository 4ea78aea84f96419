import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quiet, type RunningServer, startServer } from '@posthouse/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageRoutes } from '../../examples/runner/page-routes.ts';
import { type Build, buildPage } from './__fixtures__/build-page.ts';
import { ChatWindow } from './__fixtures__/chat-window.ts';
import { launchChromium } from './__fixtures__/launch-chromium.ts';
import { openStorytellers, storyOf } from './__fixtures__/storyteller.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 120_000);
afterAll(() => browser.close());

/** Enough time for a page on a slow machine. */
const SOON = { timeout: 60_000 };

/** What agents are told of a run that somebody has stopped. */
const NOTE = expect.stringMatching(/^system: The run was cancelled\./);

const pages: { build: Build; transport: string; swap: boolean }[] = [
  { build: 'ai-sdk-7', transport: 'DefaultChatTransport', swap: false },
  { build: 'ai-sdk-7', transport: 'MailChatTransport', swap: true },
  { build: 'ai-sdk-6', transport: 'DefaultChatTransport', swap: true },
  { build: 'ai-sdk-6', transport: 'MailChatTransport', swap: false },
];

describe.each(pages)('the page, built against $build with $transport', ({ build, transport, swap }) => {
  let folder: string;
  let server: RunningServer;
  const { definition, registry, held, teller, bard } = openStorytellers();
  const look = `${build}-${transport}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `posthouse-${build}-`));
    await buildPage(build, folder, { swap });
    server = await startServer(definition, {
      port: 0,
      databaseURL: 'sqlite::memory:',
      logger: quiet,
      handleSignals: false,
      chat: { registry, folders: [folder], agents: { bard: {} } },
      extend: await pageRoutes('/chat-page/', folder),
    });
  }, 120_000);
  afterAll(async () => {
    await server.stop({ drainMs: 0 });
    await rm(folder, { recursive: true, force: true });
  });

  /** A tab with a new conversation, or with the one that another tab has. */
  const open = (search = '', options = {}): Promise<ChatWindow> => {
    held.allow(Infinity);
    return ChatWindow.open(browser, `${server.url}/chat-page/${search}#token=${server.tokens!.user}`, options);
  };
  const openSame = (window: ChatWindow): Promise<ChatWindow> => open(new URL(window.page.url()).search);

  const shows = async (window: ChatWindow, conversation: string[]): Promise<void> => {
    await expect.poll(() => window.conversation(), SOON).toEqual(conversation);
    await window.ready();
  };

  /** Asks, and comes back when the story is told to its end. */
  async function ask(window: ChatWindow, text: string, by = teller): Promise<string[]> {
    const exchange = [`user: ${text}`, `assistant: ${storyOf(by.asked, text)}`];
    const before = await window.conversation();
    await window.send(text);
    await shows(window, [...before, ...exchange]);
    return exchange;
  }

  /** Asks, and comes back when the page shows as much of the story as may be written. */
  async function askForPieces(window: ChatWindow, text: string, pieces: number, by = teller): Promise<string> {
    const story = storyOf(by.asked, text);
    held.allow(pieces);
    await window.send(text);
    await expect
      .poll(async () => (await window.conversation()).at(-1), SOON)
      .toBe(`assistant: ${by.after(pieces, story)}`);
    return story;
  }

  test('an edit of the last question replaces it for the model', async () => {
    await using window = await open();
    const first = await ask(window, 'about cats');
    await ask(window, 'about dogs');
    const edited = ['user: about owls', `assistant: ${storyOf(teller.asked, 'about owls')}`];
    await window.edit('about dogs', 'about owls');
    await shows(window, [...first, ...edited]);
    expect(teller.given()).toEqual([...first, 'user: about owls']);
    await window.page.reload();
    await shows(window, [...first, ...edited]);
    const next = await ask(window, 'and then?');
    expect(teller.given()).toEqual([...first, ...edited, next[0]]);
    await window.screenshot(`${look}-edited`);
    expect(window.complaints).toEqual([]);
  });

  test('an edit of an earlier question removes everything after it from the conversation', async () => {
    await using window = await open('', { dark: true });
    await ask(window, 'about cats');
    await ask(window, 'about dogs');
    await ask(window, 'about mice');
    const edited = ['user: about owls', `assistant: ${storyOf(teller.asked, 'about owls')}`];
    await window.edit('about cats', 'about owls');
    await shows(window, edited);
    expect(teller.given()).toEqual(['user: about owls']);
    const next = await ask(window, 'and then?');
    expect(teller.given()).toEqual([...edited, next[0]]);
    await window.page.reload();
    await shows(window, [...edited, ...next]);
    await window.page.locator('.turn').first().getByRole('button', { name: 'Edit' }).click();
    await window.screenshot(`${look}-editing`);
    expect(await window.findBarriers()).toEqual([]);
    // Whoever thinks better of it has changed nothing.
    await window.button('Cancel').click();
    expect(await window.conversation()).toEqual([...edited, ...next]);
    expect(window.complaints).toEqual([]);
  });

  test('a regenerated answer replaces the old one, which the model does not see', async () => {
    await using window = await open();
    const first = await ask(window, 'about cats');
    await ask(window, 'about dogs');
    const again = ['user: about dogs', `assistant: ${storyOf(teller.asked, 'about dogs')}`];
    await window.button('Regenerate').last().click();
    await shows(window, [...first, ...again]);
    expect(teller.given()).toEqual([...first, 'user: about dogs']);
    const next = await ask(window, 'and then?');
    expect(teller.given()).toEqual([...first, ...again, next[0]]);

    // An earlier one takes what followed it along.
    const anew = [first[0]!, `assistant: ${storyOf(teller.asked, 'about cats')}`];
    await window.button('Regenerate').first().click();
    await shows(window, anew);
    expect(teller.given()).toEqual([first[0]]);
    await window.page.reload();
    await shows(window, anew);
    expect(window.complaints).toEqual([]);
  });

  describe.each([teller, bard])('a conversation with $name', (by) => {
    /** What is given with a question: all that was said before, unless it is to an agent, which remembers it. */
    const given = (before: unknown[], question: string | undefined) =>
      by.name === 'swarm' ? [...before, question] : [question];

    test('asks a question that did not arrive when the user tries again', async () => {
      await using window = await open(by.search);
      const conversation: string[] = [];
      for (const text of ['about cats', 'about dogs']) {
        await window.page.route('**/chat', (route) => route.fulfill({ status: 500, body: 'Out of order.' }));
        await window.send(text);
        await window.button('Try again').waitFor();
        await window.page.unroute('**/chat');
        conversation.push(`user: ${text}`, `assistant: ${storyOf(by.asked, text)}`);
        await window.button('Try again').click();
        await shows(window, conversation);
        expect(by.given()).toEqual(given(conversation.slice(0, -2), `user: ${text}`));
        expect(await window.page.getByRole('alert').count()).toBe(0);
      }
      await window.page.reload();
      await shows(window, conversation);
      expect(window.complaints).toEqual([]);
    });

    test('keeps what was shown when the user stopped it, and continues from there', async () => {
      await using window = await open(by.search);
      const story = await askForPieces(window, 'Write about cats', 6, by);
      const kept = ['user: Write about cats', `assistant: ${by.after(6, story)}`];
      await window.button('Stop').click();
      // Whoever was writing has stopped, too.
      expect(await by.ending()).toBe('client-closed');
      await shows(window, kept);
      expect(await window.page.locator('footer').textContent()).toContain('stopped');
      await window.screenshot(`${look}-${by.name}-stopped`);
      await window.page.reload();
      await shows(window, kept);
      expect(await window.page.locator('footer').textContent()).toContain('stopped');

      held.allow(Infinity);
      const next = await ask(window, 'Shorter', by);
      expect(by.given()).toEqual(given([...kept, NOTE], next[0]));
      await window.page.reload();
      await shows(window, [...kept, ...next]);
      expect(window.complaints).toEqual([]);
    });

    test('loses nothing, doubles nothing and asks nobody again over five reloads inside one text', async () => {
      await using window = await open(by.search);
      const before = by.asked;
      const question = 'a long one about cats';
      const places = [4, 63, 65, 140, 200];
      const story = await askForPieces(window, question, places[0]!, by);
      const showsPieces = async (pieces: number): Promise<void> => {
        const conversation = [`user: ${question}`, `assistant: ${by.after(pieces, story)}`];
        await expect.poll(() => window.conversation(), SOON).toEqual(conversation);
        expect(await window.page.locator('.swarm .text').count()).toBe(by.texts);
      };
      for (const [index, pieces] of places.entries()) {
        await window.page.reload();
        await showsPieces(pieces);
        // It is still being written, and this page is part of it again.
        await window.button('Stop').waitFor();
        const next = places[index + 1] ?? pieces + 1;
        held.allow(next - pieces);
        await showsPieces(next);
      }
      held.allow(Infinity);
      await shows(window, [`user: ${question}`, `assistant: ${story}`]);
      // Not for a moment did it show anything but a beginning of the story.
      for (const text of await window.seen()) expect(story.startsWith(text), text).toBe(true);
      await window.page.reload();
      await shows(window, [`user: ${question}`, `assistant: ${story}`]);
      expect(await window.page.locator('.swarm .text').count()).toBe(by.texts);
      expect(by.asked).toBe(before + 1);
      expect(by.given()).toEqual([`user: ${question}`]);

      const next = await ask(window, 'and then?', by);
      expect(by.given()).toEqual(given([`user: ${question}`, `assistant: ${story}`], next[0]));
      expect(by.asked).toBe(before + 2);
      expect(window.complaints).toEqual([]);
    });

    test('shows in a second tab what the first one asked, and can be stopped for both', async () => {
      await using first = await open(by.search);
      const begun = await ask(first, 'about cats', by);
      await using second = await openSame(first);
      await shows(second, begun);
      const story = await askForPieces(first, 'about dogs', 6, by);
      const shown = [...begun, 'user: about dogs', `assistant: ${by.after(6, story)}`];
      await second.comeBack();
      await expect.poll(() => second.conversation(), SOON).toEqual(shown);
      held.allow(1);
      const kept = [...begun, 'user: about dogs', `assistant: ${by.after(7, story)}`];
      for (const window of [first, second]) await expect.poll(() => window.conversation(), SOON).toEqual(kept);

      await second.button('Stop').click();
      for (const window of [first, second]) await shows(window, kept);
      held.allow(Infinity);
      const next = await ask(first, 'Shorter', by);
      expect(by.given()).toEqual(given([...kept, NOTE], next[0]));
      await second.comeBack();
      await shows(second, [...kept, ...next]);
      expect([...first.complaints, ...second.complaints]).toEqual([]);
    });
  });

  test('a tab continues in a branch that another tab has begun, and shows it after a return', async () => {
    await using first = await open();
    const begun = await ask(first, 'about cats');
    await using second = await openSame(first);
    await shows(second, begun);
    await using third = await openSame(first);
    await shows(third, begun);

    const edited = ['user: about owls', `assistant: ${storyOf(teller.asked, 'about owls')}`];
    await first.edit('about cats', 'about owls');
    await shows(first, edited);
    await second.comeBack();
    await shows(second, edited);

    // Whoever writes in a tab that nobody has come back to continues the conversation as the server has it.
    const next = await ask(third, 'and then?');
    expect(teller.given()).toEqual([...edited, next[0]]);
    for (const window of [first, second, third]) {
      await window.comeBack();
      await shows(window, [...edited, ...next]);
      expect(window.complaints).toEqual([]);
    }
  });
});
