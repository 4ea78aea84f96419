import { quiet, type RunningServer } from '@posthouse/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveMafia } from '../../examples/mafia/by-hand/serve-mafia.ts';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import { buildStudio } from './__fixtures__/build-studio.ts';
import { StudioWindow } from './__fixtures__/studio-window.ts';

/** Enough time for a page on a slow machine. */
const SOON = { timeout: 60_000 };

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  await buildStudio();
  browser = await launchChromium();
  const options = { port: 0, logger: quiet, handleSignals: false, announce: () => undefined };
  server = (await serveMafia(['--players', '6', '--seed', '1'], options))!;
}, 240_000);
afterAll(async () => {
  await browser.close();
  await server.stop({ drainMs: 0 });
});

test('a game of Mafia is stepped by hand, as its rules propose', async () => {
  await using window = await StudioWindow.open(browser, `${server.url}/studio/#/manual?token=${server.tokens!.user}`);
  const { page } = window;
  await page.getByLabel('Message to all agents').fill('Night falls over Saltmarsh.');
  await window.button('Start').click();
  const payload = page.getByLabel('Private instruction to the agent');
  const said = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect.poll(() => payload.inputValue(), SOON).toContain('Whom do you protect?');
  expect(await page.getByLabel('Recipients').inputValue()).toBe('Narrator');
  const doctor = await page.getByLabel('Next agent').inputValue();
  await expect.poll(() => said.count(), SOON).toBe(1);
  await window.button('Step').click();
  // The narrator is next, and what the doctor said reached nobody else.
  await expect.poll(() => payload.inputValue(), SOON).toContain('doctor_protect');
  expect(await page.getByLabel('Next agent').inputValue()).toBe('Narrator');
  expect(await page.getByLabel('Recipients').inputValue()).toBe(doctor);
  await expect.poll(() => said.last().textContent(), SOON).toContain('to Narrator');
  expect(await said.last().textContent()).toContain(doctor);

  /** Whose turn it should be, and what they are asked; what it was before while that is not known. */
  const proposed = async (): Promise<string> => {
    const question = await payload.inputValue();
    return question === '' ? last : (last = `${await page.getByLabel('Next agent').inputValue()}: ${question}`);
  };
  let last = '';
  // On through the night, until the village wakes up and everybody hears what has happened.
  for (let steps = 0; steps < 30; steps += 1) {
    const asked = await proposed();
    const count = await said.count();
    await window.button('Step').click();
    await expect.poll(() => said.count(), SOON).toBeGreaterThan(count);
    if (asked.includes('Day 1 breaks')) break;
    await expect.poll(proposed, SOON).not.toBe(asked);
  }
  await expect.poll(() => said.last().textContent(), SOON).toContain('Narrator');
  expect((await said.last().textContent())!.split(',').length).toBeGreaterThan(4);
  await window.screenshot('manual-mafia');
  expect(await window.findBarriers()).toEqual([]);
  // The whole game is a task like any other.
  await page.getByRole('link', { name: 'Open the task' }).click();
  await expect.poll(() => page.locator('.react-flow__node').count(), SOON).toBe(8);
  await window.screenshot('task-mafia');
  expect(window.complaints).toEqual([]);
});
