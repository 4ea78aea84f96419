import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { startScriptedLLM } from '@posthouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '@posthouse/runtime/reference-library';
import { openDesk, STORY } from '../browser/__fixtures__/desk.ts';
import { startChatProgram } from '../chat/__fixtures__/start-chat-program.ts';
import { storyAfter } from './__fixtures__/story-after.ts';
import { StudioStage } from './__fixtures__/studio-stage.ts';
import { StudioWindow } from './__fixtures__/studio-window.ts';

/** Enough time for a page on a slow machine. */
const SOON = { timeout: 60_000 };
const RELOADS = 6;
const AWAY = 'The server does not respond.';

let stage: StudioStage;
let folder: string;
const { definition, held } = openDesk();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-studio-'));
  stage = await StudioStage.start(definition);
}, 240_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('the page continues by itself when a server is killed in the middle of an answer and started again', async () => {
  const toTurn = (text: string): ScriptedTurn => ({
    toolCalls: [{ name: 'task_complete', input: { finish_message: text } }],
    chunkSize: 8,
  });
  const script = ({ index }: ScriptedRequest): ScriptedTurn =>
    index === 0
      ? { ...toTurn('A tale that is cut short in the middle'), fault: { kind: 'stall', afterChunks: 4 } }
      : toTurn('A tale that has an end.');
  await using llm = await startScriptedLLM({ script });
  const database = join(folder, 'chat.db');
  const before = await startChatProgram({ database, llm: llm.url });
  const address = `${before.url}/studio/#token=${before.token}`;
  await using window = await StudioWindow.open(stage.browser, address);
  await using other = await StudioWindow.open(stage.browser, address);
  await other.page.getByLabel('Your message').waitFor();
  await window.send('Tell me a tale.');
  await expect.poll(() => window.answer.textContent(), SOON).toMatch(/^A tale/);
  await before.kill();
  // One looks at the answer, the other asks for a view that it has not loaded yet.
  await other.page.getByRole('link', { name: 'Usage' }).click();
  for (const { page } of [window, other]) await expect.poll(() => page.getByText(AWAY).count(), SOON).toBe(1);
  expect(await window.page.getByRole('alert').count()).toBe(0);
  expect(await window.answer.textContent()).toMatch(/^A tale/);
  await window.screenshot('server-killed');
  await other.screenshot('server-killed-view');

  await using after = await startChatProgram({ database, llm: llm.url, port: before.port });
  await expect.poll(() => window.answer.textContent(), SOON).toBe('A tale that has an end.');
  for (const { page } of [window, other]) await expect.poll(() => page.getByText(AWAY).count(), SOON).toBe(0);
  await expect.poll(() => other.page.getByRole('heading', { name: 'Usage' }).count(), SOON).toBe(1);
  const texts = () => window.page.locator('[data-role=text]').allTextContents();
  expect(await texts()).toEqual(['A tale that has an end.']);
  expect(await window.page.locator('[data-role=question]').count()).toBe(1);
  await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
  // What is shown is what is kept.
  await window.page.reload();
  await expect.poll(texts, SOON).toEqual(['A tale that has an end.']);
  await window.send('And another one.');
  await expect.poll(() => window.page.locator('[data-role=answer]').count(), SOON).toBe(2);
  await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
  expect(after.port).toBe(before.port);
  expect([...window.complaints, ...other.complaints]).toEqual([]);
});

test('an answer survives reloads at any moment, whole and once', async () => {
  const random = seededRandom(process.env.TEST_SEED ?? 'reload');
  await using window = await stage.open();
  held.allow(1);
  await window.send('Tell me a story.');
  let pieces = 1;
  for (let reload = 0; reload < RELOADS; reload += 1) {
    await expect.poll(() => held.isSpent, SOON).toBe(true);
    const more = random.integer(1, 8);
    pieces += more;
    held.allow(more);
    // Either right away, while it is still being written, or when it is there.
    const enough = random.pick([storyAfter(pieces), '']);
    await expect
      .poll(async () => ((await window.answer.count()) === 0 ? '' : window.answer.textContent()), SOON)
      .toContain(enough);
    await window.page.reload({ waitUntil: random.pick(['domcontentloaded', 'load']) });
  }
  held.allow(Infinity);
  await expect.poll(() => window.answer.textContent(), SOON).toBe(STORY);
  expect(await window.page.locator('[data-role=answer]').count()).toBe(1);
  expect(await window.page.locator('[data-role=question]').count()).toBe(1);
  await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
  expect(window.complaints).toEqual([]);
});

test('the chat is usable on a slow network, and nothing jumps', async () => {
  await using window = await stage.open();
  const { page, context } = window;
  await page.getByLabel('Your message').waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 60_000,
    uploadThroughput: 30_000,
  });
  await page.evaluate(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
      .observe({ type: 'layout-shift' });
  `);
  held.allow(8);
  await window.send('Tell me a story.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(8));
  const places = async () => ({
    question: await page.locator('[data-role=question]').boundingBox(),
    composer: await page.getByLabel('Your message').boundingBox(),
    top: (await window.answer.boundingBox())!.y,
  });
  const before = await places();
  let pieces = 8;
  for (const more of [3, 9, 14]) {
    pieces += more;
    held.allow(more);
    await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(pieces));
    expect(await places()).toEqual(before);
  }
  // What is written meanwhile waits, and is seen to wait at once.
  await window.send('Hello.');
  held.allow(Infinity);
  await expect.poll(() => window.page.locator('[data-role=answer]').count(), SOON).toBe(2);
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
  expect(await page.locator('[data-role=text]').allTextContents()).toEqual([STORY, 'Hello.']);
  // Below this, pages count as steady.
  const shifts = (await page.evaluate('shifts')) as number[];
  expect(shifts.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.1);
  expect(window.complaints).toEqual([]);
});
