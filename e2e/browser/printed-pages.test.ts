import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quiet, startServer } from '@posthouse/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageRoutes } from '../../examples/runner/page-routes.ts';
import { programsOf } from '../../scripts/docs/printed-programs.ts';
import { bundlePrinted } from './__fixtures__/bundle-printed.ts';
import { launchChromium } from './__fixtures__/launch-chromium.ts';
import { openStorytellers, storyOf } from './__fixtures__/storyteller.ts';

const [for7, for6] = programsOf('docs/chat.md', 'tsx');
const QUESTION = 'What is new?';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 120_000);
afterAll(() => browser.close());

/** Serves a page that docs/chat.md prints, and opens it. */
async function openPrinted(program: string, sdk: 6 | 7) {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-printed-'));
  await bundlePrinted(program, sdk, folder);
  const { definition, held, teller } = openStorytellers();
  const server = await startServer(definition, {
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    handleSignals: false,
    extend: await pageRoutes('/printed/', folder),
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/printed/#chat&${server.tokens!.user}`);
  return {
    page,
    held,
    teller,
    press: (name: string) => page.getByRole('button', { name }).click(),
    async shows(...texts: string[]): Promise<void> {
      await expect.poll(() => page.locator('p').allTextContents(), { timeout: 60_000 }).toEqual(texts);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await server.stop({ drainMs: 0 });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test.each([
  { sdk: 7, program: for7! },
  { sdk: 6, program: for6! },
] as const)(
  'the page that docs/chat.md prints for AI SDK $sdk shows an answer once, also after a reload in the middle',
  async ({ sdk, program }) => {
    await using printed = await openPrinted(program, sdk);
    const { page, held, teller, press, shows } = printed;
    const story = storyOf(0, QUESTION);
    held.allow(5);
    await press('Ask');
    await shows(QUESTION, teller.after(5, story));
    await page.reload();
    await shows(QUESTION, teller.after(5, story));
    held.allow(2);
    await shows(QUESTION, teller.after(7, story));
    held.allow(Infinity);
    await shows(QUESTION, story);
    await page.reload();
    await shows(QUESTION, story);
    expect(teller.asked).toBe(1);
  },
);

test('the page that docs/chat.md prints with our transport stops the model, and keeps what it showed', async () => {
  await using printed = await openPrinted(for6!, 6);
  const { page, held, teller, press, shows } = printed;
  const shown = teller.after(5, storyOf(0, QUESTION));
  held.allow(5);
  await press('Ask');
  await shows(QUESTION, shown);
  await press('Stop');
  expect(await teller.ending()).toBe('client-closed');
  await shows(QUESTION, shown);
  await page.reload();
  await shows(QUESTION, shown);
  held.allow(Infinity);
  await press('Ask');
  await shows(QUESTION, shown, QUESTION, storyOf(1, QUESTION));
  expect(teller.given().slice(0, 2)).toEqual([`user: ${QUESTION}`, `assistant: ${shown}`]);
});
