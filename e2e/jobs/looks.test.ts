import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import { neededAtOnce } from '../browser/__fixtures__/needed-at-once.ts';
import type { Look } from '../browser/__fixtures__/page-window.ts';
import { JobsWindow } from './__fixtures__/jobs-window.ts';
import { type OpenApp, openApp } from './__fixtures__/open-app.ts';

const SOON = { timeout: 60_000 };
const BUILT = fileURLToPath(new URL('../../apps/jobs/src/web/dist/', import.meta.url));
const LOOKS: [string, Look][] = [
  ['wide-light', {}],
  ['wide-dark', { dark: true }],
  ['phone-light', { phone: true }],
  ['phone-dark', { phone: true, dark: true }],
];

let browser: Browser;
let full: OpenApp;
let empty: OpenApp;
beforeAll(async () => {
  browser = await launchChromium();
  full = await openApp();
  empty = await openApp({ empty: true });
  const say = (content: string) => ({
    body: { id: 'looks', messages: [{ role: 'user', content }], options: { stream: false } },
  });
  await full.ask('/jobs/chat', say('Find remote TypeScript jobs, then analyze the first one'));
  await full.ask('/jobs/chat', say('Tailor my resume for job 1'));
  await full.ask('/jobs/tailor/1', { body: { forceNew: true } });
  await full.ask('/jobs/1/analyze', { body: {} });
}, 240_000);
afterAll(async () => {
  await full[Symbol.asyncDispose]();
  await empty[Symbol.asyncDispose]();
  await browser.close();
});

/** Every view, and words that are there once it is complete. */
const PLACES: [name: string, place: string, words: string][] = [
  ['chat', 'chat/looks', 'Wrote a version of the resume'],
  ['chat-new', 'chat?job=1&resume=1', 'Larkspur Labs'],
  ['jobs', 'jobs', 'Select all on this page'],
  ['job', 'jobs/1', 'Ask the assistant'],
  ['resumes', 'resumes', 'Robin Example'],
  ['resume', 'resumes/1', 'Skills found'],
  ['tailor', 'tailor/1?resume=1', 'Version 2'],
  ['analytics', 'analytics', 'Application progress'],
];

async function lookAt(window: JobsWindow, name: string): Promise<void> {
  // Whatever is still being fetched has come, and nothing turns any more.
  await window.page.waitForLoadState('networkidle');
  await expect.poll(() => window.page.locator('.animate-spin').count(), SOON).toBe(0);
  expect(await window.overhang(), `${name} is wider than the window`).toBe(0);
  expect(await window.findBarriers(), name).toEqual([]);
  await window.screenshot(`view-${name}`);
}

async function goThrough(window: JobsWindow, suffix: string): Promise<void> {
  for (const [name, place, words] of PLACES) {
    await window.page.goto(`${full.url}/#/${place}`);
    await window.page.getByRole('main').getByText(words).filter({ visible: true }).first().waitFor();
    await lookAt(window, `${name}-${suffix}`);
  }
  const strangers = window.requests.filter(({ origin, protocol }) => origin !== full.url && protocol !== 'blob:');
  expect(strangers).toEqual([]);
  expect(window.complaints).toEqual([]);
}

test.each(LOOKS)('every view is accessible and fits the screen: %s', async (name, look) => {
  await using window = await JobsWindow.open(browser, full.at(), look);
  await goThrough(window, name);
  expect(window.complaints).toEqual([]);
});

test('every view fits into a side panel, also in Chinese', async () => {
  await using window = await JobsWindow.open(browser, full.at());
  const { page } = window;
  await page.setViewportSize({ width: 360, height: 740 });
  await goThrough(window, 'panel');
  await window.button('中文').click();
  for (const name of ['对话', '职位', '简历', '定制', '分析']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await page.getByRole('main', { name, exact: true }).waitFor();
    await lookAt(window, `panel-${name}`);
  }
  expect(window.complaints).toEqual([]);
});

test.each(LOOKS.filter(([name]) => name === 'wide-light' || name === 'phone-dark'))(
  'empty views and the pairing page are accessible and fit the screen: %s',
  async (lookName, look) => {
    await using window = await JobsWindow.open(browser, empty.url, look);
    const { page } = window;
    await page.getByRole('heading', { name: 'Pair this browser' }).waitFor();
    await lookAt(window, `pairing-${lookName}`);
    await page.goto('about:blank');
    await page.goto(empty.at());
    for (const view of ['Chat', 'Jobs', 'Resumes', 'Tailor', 'Analytics']) {
      await window.goTo(view);
      await page.getByRole('main').locator('h1, h2, p').filter({ visible: true }).first().waitFor();
      await lookAt(window, `empty-${view.toLowerCase()}-${lookName}`);
    }
    expect(window.complaints).toEqual([]);
  },
);

test('the jobs page has a small initial download', async () => {
  const { names, bytes } = await neededAtOnce(BUILT, 'chat-view');
  expect(names.some((name) => /^(jobs-view|resumes-view|tailoring-view|analytics-view)/.test(name))).toBe(false);
  expect(names.length).toBeGreaterThanOrEqual(2);
  expect(bytes).toBeLessThanOrEqual(350 * 1024);
});
