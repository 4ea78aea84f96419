import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import { GatedModel, STORY } from './__fixtures__/gated-model.ts';
import { JobsWindow } from './__fixtures__/jobs-window.ts';
import { type OpenApp, openApp } from './__fixtures__/open-app.ts';
import { serveAlone } from './__fixtures__/serve-alone.ts';

const SOON = { timeout: 60_000 };

/** Runs in the page: remembers what has moved although nobody touched anything. */
const COUNT_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => node?.nodeName + '.' + (node?.className ?? ''));
      if (!hadRecentInput && value > 0.01) window.shifts.push(value + ' ' + moved.join(', '));
    }
  }).observe({ type: 'layout-shift' });
`;

/** Numbers from 0 to 1 that are the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x80_00_00_00;
  };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser.close();
});

describe('the jobs chat offline, with demonstration data', () => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp();
  }, 240_000);
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('answers a welcome question with cards that link to what they name', async () => {
    await using window = await JobsWindow.open(browser, app.at('chat'));
    const { page } = window;
    await window.button('Find remote TypeScript jobs, then analyze the first one').click();
    const search = page.locator('[data-tool=jobs_search]');
    await expect.poll(() => search.textContent(), SOON).toContain('8 jobs');
    await expect.poll(() => page.locator('[data-tool=jobs_analyze_single]').textContent(), SOON).toContain('of 100');
    await expect.poll(() => window.answer.textContent(), SOON).toContain('Offline mode');
    // The conversation has an address and a place in the list.
    await expect.poll(() => page.getByRole('list', { name: 'Conversations' }).getByRole('link').count(), SOON).toBe(1);
    expect(page.url()).toMatch(/#\/chat\/[\w-]+$/);
    await page.reload();
    await expect.poll(() => window.answer.textContent(), SOON).toContain('Offline mode');
    expect(await page.locator('[data-role=question]').count()).toBe(1);
    await search.getByRole('link').first().click();
    await page.getByRole('main', { name: 'Jobs' }).waitFor();
    await expect.poll(() => page.url(), SOON).toMatch(/#\/jobs\/\d+/);
    expect(window.requests.filter(({ origin }) => origin !== app.url)).toEqual([]);
    expect(window.complaints).toEqual([]);
  });

  test('sends a job, a resume and filters along with a message, and lets them be removed', async () => {
    await using window = await JobsWindow.open(browser, app.at('chat?job=2'));
    const { page } = window;
    const sent: { context?: unknown }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/jobs/chat')) sent.push(request.postDataJSON());
    });
    const chips = page.getByRole('list', { name: 'Context for the assistant' }).getByRole('listitem');
    await expect.poll(() => chips.allTextContents(), SOON).toEqual([expect.stringContaining('Tidewater Freight')]);
    await window.button('Pick a resume').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Robin Example' }).click();
    await expect.poll(() => chips.count(), SOON).toBe(2);
    await window.button('Set filters').click();
    await page.getByLabel('Location').fill('Berlin');
    await page.getByLabel('Remote only').check();
    await page.keyboard.press('Enter');
    await expect.poll(() => chips.last().textContent(), SOON).toContain('Berlin, Remote only');
    await window.send('Analyze this job');
    await expect.poll(() => page.locator('[data-tool=jobs_analyze_single]').textContent(), SOON).toContain('Tidewater');
    expect(sent[0]?.context).toEqual({
      jobId: 2,
      resumeId: 1,
      activeFilters: { location: 'Berlin', remote: true },
      activeTab: 'chat',
    });
    await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
    await page.reload();
    await expect.poll(() => chips.count(), SOON).toBe(3);
    await page.getByRole('button', { name: /^Remove: Job/ }).click();
    await expect.poll(() => chips.count(), SOON).toBe(2);
    await window.button('Pick a job').click();
    await page.getByLabel('Search jobs').fill('Quillpen');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Quillpen/ })
      .first()
      .click();
    await expect.poll(() => chips.first().textContent(), SOON).toContain('Quillpen');
    await window.send('Thanks');
    await expect.poll(() => sent.length, SOON).toBe(2);
    expect(sent[1]?.context).toMatchObject({ jobId: 3, resumeId: 1 });
    expect(window.complaints).toEqual([]);
  });

  test('opens earlier messages with one click, and deletes a conversation', async () => {
    for (let round = 1; round <= 30; round += 1) {
      const messages = [{ role: 'user', content: `Hello number ${round}.` }];
      await app.ask('/jobs/chat', { body: { id: 'long', messages, options: { stream: false } } });
    }
    await using window = await JobsWindow.open(browser, app.at('chat/long'));
    const { page } = window;
    const questions = page.locator('[data-role=question]');
    await expect.poll(() => questions.count(), SOON).toBe(25);
    await window.button('Show earlier messages').click();
    await expect.poll(() => questions.count(), SOON).toBe(30);
    expect(await questions.first().textContent()).toBe('Hello number 1.');
    expect(await window.button('Show earlier messages').count()).toBe(0);
    await page.getByRole('link', { name: 'Hello number 1.' }).hover();
    await window.button('Delete Hello number 1.').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Hello number 1.' }).count(), SOON).toBe(0);
    await expect.poll(() => page.url(), SOON).toMatch(/#\/chat$/);
    await page.goto(app.at('chat/long'));
    await page.reload();
    await expect.poll(() => page.getByRole('alert').textContent(), SOON).toContain('no longer exists');
    expect(window.complaints).toEqual([]);
  });
});

describe('the jobs chat with a model', () => {
  let model: GatedModel;
  let app: OpenApp;
  beforeAll(async () => {
    model = await GatedModel.start();
    app = await openApp({ llm: model.url });
    await app.ask('/jobs', {
      body: { title: '<script>window.hacked = 4</script>', company: 'Hostile & Sons', description: 'Hostile' },
    });
  }, 240_000);
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
  });

  test('folds reasoning, labels calls with their purpose, and marks failed ones', async () => {
    await using window = await JobsWindow.open(browser, app.at());
    const { page } = window;
    await window.send('Please tailor');
    await expect.poll(() => window.answer.textContent(), SOON).toContain('Have a look.');
    expect(await page.locator('[data-role=thought]').count()).toBe(0);
    await page.getByRole('button', { name: /Thoughts/ }).click();
    await expect.poll(() => page.locator('[data-role=thought]').textContent(), SOON).toBe('The resume comes first.');
    expect(await page.locator('[data-tool=resume_list]').getByRole('link').textContent()).toBe('Robin Example');
    const scores = page.locator('[data-tool=jobs_prescore]');
    expect(await scores.first().textContent()).toMatch(/Fit \d+ of 100/);
    expect(await scores.last().textContent()).toContain('Job 9999 not found');
    await scores.first().getByRole('button', { name: 'Details' }).click();
    await expect
      .poll(() => scores.first().getByRole('region', { name: 'Output' }).textContent(), SOON)
      .toContain('"score"');
    expect(await window.findBarriers()).toEqual([]);
    expect(window.complaints).toEqual([]);
  });

  test('never runs text of others as script, and contacts nobody but the app', async () => {
    await using window = await JobsWindow.open(browser, app.at());
    const { page } = window;
    await window.send('Something hostile');
    await expect.poll(() => window.answer.textContent(), SOON).toContain('Hello <script>');
    await page.getByRole('button', { name: /Thoughts/ }).click();
    const found = page.locator('[data-tool=jobs_search]').getByRole('link');
    await expect.poll(() => found.textContent(), SOON).toBe('<script>window.hacked = 4</script>');
    await page.getByText('click', { exact: true }).click();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('[data-role=answer] img').count()).toBe(0);
    expect(window.requests.filter(({ origin }) => origin !== app.url)).toEqual([]);
    expect(window.complaints).toEqual([]);
  });

  test('shows a failing model, and asks again on request', async () => {
    await using window = await JobsWindow.open(browser, app.at());
    const { page } = window;
    await window.send('trouble');
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent(), SOON).toContain('rejects the API key');
    await page.reload();
    await expect.poll(() => alert.textContent(), SOON).toContain('rejects the API key');
    await window.button('Ask again').click();
    await expect.poll(() => page.locator('[data-role=question]').count(), SOON).toBe(2);
    expect(window.complaints).toEqual([]);
  });

  test('stops an answer when the reader wants, and keeps what was written', async () => {
    await using window = await JobsWindow.open(browser, app.at());
    const { page } = window;
    await window.send('Tell a tale');
    await expect.poll(() => window.answer.textContent(), SOON).toContain('Once');
    await window.button('Stop').click();
    await expect.poll(() => page.getByText('stopped', { exact: true }).count(), SOON).toBe(1);
    await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
    await page.reload();
    await expect.poll(() => page.getByText('stopped', { exact: true }).count(), SOON).toBe(1);
    expect(await window.answer.textContent()).toContain('Once');
    await window.send('Hello');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
    expect(window.complaints).toEqual([]);
  });

  test('continues an answer over reloads at any moment, and completes it', async () => {
    await using window = await JobsWindow.open(browser, app.at());
    const { page } = window;
    const random = randomFrom(20_261_116);
    await window.send('A story, please');
    // The first reload could be so early that the question has not left yet.
    await expect.poll(() => window.answer.textContent().catch(() => ''), SOON).toContain('line 1');
    for (let round = 0; round < 4; round += 1) {
      await page.waitForTimeout(random() * 250);
      await page.reload();
    }
    await expect.poll(() => window.answer.textContent().catch(() => ''), SOON).toBe(STORY);
    await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
    expect(await page.locator('[data-role=answer]').count()).toBe(1);
    await page.reload();
    await expect.poll(() => window.answer.textContent().catch(() => ''), SOON).toBe(STORY);
    expect(await page.locator('[data-role=question]').count()).toBe(1);
    expect(window.complaints).toEqual([]);
  });

  test('shows the same conversation in two tabs while it is written', async () => {
    await using window = await JobsWindow.open(browser, app.at());
    await window.send('Hello');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
    await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
    const other = await window.context.newPage();
    await other.goto(window.page.url());
    const answers = other.locator('[data-role=text]');
    await expect.poll(() => answers.last().textContent(), SOON).toBe('Hello.');
    await window.send('Please wait');
    // The other tab hears of it at once, sees what is written, and can stop it.
    await expect.poll(() => answers.last().textContent(), SOON).toBe('I look it up.');
    await expect.poll(() => other.getByRole('button', { name: 'Stop' }).count(), SOON).toBe(1);
    model.open();
    for (const page of [window.page, other]) {
      const last = page.locator('[data-role=text]').last();
      await expect.poll(() => last.textContent(), SOON).toBe(`It is done. ${STORY}`);
      await expect.poll(() => page.getByRole('button', { name: 'Stop' }).count(), SOON).toBe(0);
      expect(await page.locator('[data-role=question]').count()).toBe(2);
      expect(await page.locator('[data-role=answer]').count()).toBe(2);
    }
    expect(window.complaints).toEqual([]);
  });

  test("returns a message to the field when the conversation is busy, and shows the other's answer", async () => {
    await using window = await JobsWindow.open(browser, app.at());
    const { page } = window;
    await window.send('Hello');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
    await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
    const id = page.url().split('/').at(-1)!;
    // The message is slow on its way, and that of another device overtakes it.
    const overtaken = Promise.withResolvers<void>();
    await page.route('**/jobs/chat', async (route) => {
      await overtaken.promise;
      await route.continue();
    });
    await window.send('And me?');
    const asked = app.ask('/jobs/chat', {
      body: { id, messages: [{ role: 'user', content: 'Please wait' }], options: { stream: false } },
    });
    await expect
      .poll(async () => ((await app.ask(`/jobs/chat/history?conversationId=${id}`)) as { status: string }).status, SOON)
      .toBe('running');
    overtaken.resolve();
    await expect
      .poll(() => page.getByRole('status').allTextContents(), SOON)
      .toContainEqual(expect.stringMatching(/answer|written|busy/));
    await expect.poll(() => page.getByLabel('Your message').inputValue(), SOON).toBe('And me?');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('I look it up.');
    model.open();
    await asked;
    await expect.poll(() => window.answer.textContent(), SOON).toContain('It is done.');
    await window.button('Send').click();
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
    // Keeping up takes a few requests and not a storm of them.
    expect(window.requests.filter(({ pathname }) => pathname.endsWith('/history')).length).toBeLessThan(10);
    expect(window.complaints).toEqual([]);
  });
});

test('a slow network makes an answer late, and nothing jumps', async () => {
  await using model = await GatedModel.start();
  await using app = await openApp({ llm: model.url });
  await using window = await JobsWindow.open(browser, app.at());
  const { page } = window;
  await page.getByLabel('Your message').waitFor();
  const network = await window.context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 30_000,
    uploadThroughput: 15_000,
  });
  await window.send('A story, please');
  await page.evaluate(COUNT_SHIFTS);
  await expect.poll(() => window.answer.textContent().catch(() => ''), SOON).toContain('line 2 ');
  // The reader can write meanwhile.
  await page.getByLabel('Your message').fill('And then?');
  await expect.poll(() => window.answer.textContent(), SOON).toBe(STORY);
  await expect.poll(() => window.button('Send').count(), SOON).toBe(1);
  expect(await page.evaluate('window.shifts')).toEqual([]);
  expect(await page.getByLabel('Your message').inputValue()).toBe('And then?');
  expect(window.complaints).toEqual([]);
});

test('a restart of the app under an open page loses nothing and repeats nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthouse-jobs-killed-'));
  await using model = await GatedModel.start();
  try {
    await using first = await serveAlone(dataDir, { llm: model.url });
    await using window = await JobsWindow.open(browser, first.at('chat'));
    const { page } = window;
    await window.send('A lookup, please');
    // By then what came before is kept.
    await expect.poll(() => window.answer.textContent(), SOON).toContain('There is');
    await first.kill();
    const banner = page.getByText('The app does not respond.');
    await expect.poll(() => banner.count(), SOON).toBe(1);
    await window.screenshot('chat-lost');
    await page.getByRole('navigation').getByRole('link', { name: 'Analytics' }).click();
    await using second = await serveAlone(dataDir, { llm: model.url, port: first.port });
    await expect.poll(() => banner.count(), SOON).toBe(0);
    // A view that could not be loaded while the app was away is loaded now.
    await page.getByRole('main', { name: 'Analytics' }).getByRole('heading').first().waitFor();
    await page.goBack();
    await expect.poll(() => page.locator('[data-role=text]').first().textContent(), SOON).toBe('I look it up.');
    await expect.poll(() => page.getByText('interrupted', { exact: true }).count(), SOON).toBe(1);
    await window.send('Hello again');
    await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
    await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
    expect(await page.locator('[data-role=question]').count()).toBe(2);
    await second.kill();
    await page.getByLabel('Your message').fill('Is anybody there?');
    await page.keyboard.press('Enter');
    await expect.poll(() => banner.count(), SOON).toBe(1);
    await using third = await serveAlone(dataDir, { llm: model.url, port: first.port });
    await expect.poll(() => page.getByText('did not reach the app').count(), SOON).toBe(1);
    await expect.poll(() => page.getByLabel('Your message').inputValue(), SOON).toBe('Is anybody there?');
    await window.button('Send').click();
    await expect.poll(() => page.locator('[data-role=question]').count(), SOON).toBe(3);
    await expect.poll(() => page.locator('[data-role=answer]').count(), SOON).toBe(3);
    expect(third.url).toBe(first.url);
    expect(window.complaints).toEqual([]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
