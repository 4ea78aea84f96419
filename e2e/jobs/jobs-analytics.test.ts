import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import { findTrouble } from './__fixtures__/find-trouble.ts';
import { JobsWindow } from './__fixtures__/jobs-window.ts';
import { type OpenApp, openApp } from './__fixtures__/open-app.ts';

const SOON = { timeout: 60_000 };

let app: OpenApp;
let browser: Browser;
beforeAll(async () => {
  app = await openApp();
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser.close();
  await app[Symbol.asyncDispose]();
});

const figure = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
/** The cells of a table, row by row. */
const cells = async (table: Locator): Promise<string[][]> => {
  const rows = await table.locator('tbody tr').all();
  return await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
};

test('the analytics page shows charts, and the same numbers as tables', async () => {
  await using window = await JobsWindow.open(browser, app.at('analytics'));
  const { page } = window;
  const funnel = figure(page, 'Application progress');
  await expect
    .poll(() => cells(funnel.getByRole('table')), SOON)
    .toEqual([
      ['Found', '40', '–'],
      ['Applied', '9', '23%'],
      ['Interviewed', '4', '44%'],
      ['Offered', '1', '25%'],
    ]);
  await expect.poll(() => funnel.locator('svg .recharts-bar-rectangle').count(), SOON).toBe(4);
  const skills = (await app.ask('/jobs/analytics/skills')) as {
    top: { skill: string; matchCount: number; inResume: boolean }[];
    gaps: { skill: string; requiredCount: number }[];
  };
  const asked = figure(page, 'Most requested skills');
  await asked.getByRole('button', { name: 'Show as a table' }).click();
  await expect
    .poll(async () => (await cells(asked.getByRole('table')))[0], SOON)
    .toEqual([
      skills.top[0]!.skill,
      String(skills.top[0]!.matchCount),
      expect.stringMatching(/%$/),
      skills.top[0]!.inResume ? 'yes' : 'no',
    ]);
  const gaps = figure(page, 'Skills missing from your resume');
  await gaps.getByRole('button', { name: 'Show as a table' }).click();
  await expect
    .poll(async () => (await cells(gaps.getByRole('table')))[0]?.slice(0, 2), SOON)
    .toEqual([skills.gaps[0]!.skill, String(skills.gaps[0]!.requiredCount)]);
  await expect.poll(() => cells(figure(page, 'Sources of jobs').getByRole('table')), SOON).toHaveLength(1);
  const time = figure(page, 'Timeline');
  await time.getByRole('button', { name: 'Show as a table' }).click();
  await expect.poll(async () => (await cells(time.getByRole('table'))).length, SOON).toBeGreaterThan(5);
  expect(await findTrouble(window, app.url)).toEqual([]);
});

test('another period gives other numbers, and the address keeps it', async () => {
  await using window = await JobsWindow.open(browser, app.at('analytics'));
  const { page } = window;
  const found = async (): Promise<string | undefined> =>
    (await cells(figure(page, 'Application progress').getByRole('table')))[0]?.[1];
  await expect.poll(found, SOON).toBe('40');
  const { inbox } = (await app.ask('/jobs/analytics/funnel?period=7d')) as { inbox: number };
  expect(inbox).toBeLessThan(40);
  await page.getByLabel('Jobs added in').selectOption({ label: 'Last 7 days' });
  await expect.poll(found, SOON).toBe(String(inbox));
  await page.reload();
  await expect.poll(found, SOON).toBe(String(inbox));
});

test('the analytics page says that there is nothing to count without jobs', async () => {
  await using empty = await openApp({ empty: true });
  await using window = await JobsWindow.open(browser, empty.at('analytics'));
  await window.page.getByText('No data yet').waitFor();
  await window.screenshot('analytics-none');
  await empty.ask('/jobs', { body: { title: 'Only One', company: 'Quillpen' } });
  await window.page.reload();
  await window.page.getByText('No skills were found in the descriptions.').waitFor();
  await window.page.getByText('Add a resume to see what is missing from it.').waitFor();
  expect(await findTrouble(window, empty.url)).toEqual([]);
});

test('the analytics page is complete in Chinese', async () => {
  await using window = await JobsWindow.open(browser, app.at('jobs'));
  const { page } = window;
  await page.getByText('40 jobs').waitFor();
  await page.getByTitle('Switch to Chinese').first().click();
  await page.getByText('40 个职位').waitFor();
  await page.getByLabel('状态', { exact: true }).selectOption({ label: '已获录用' });
  await page.getByText('1 个职位').waitFor();
  await page.getByRole('link', { name: 'Software Engineer', exact: true }).click();
  await page.getByRole('region', { name: '历史' }).getByText('从“面试中”到“已获录用”').waitFor();
  // What the app itself says is in Chinese, too.
  await page.getByRole('button', { name: '分析', exact: true }).click();
  await page.getByRole('region', { name: '分析' }).getByText('优势').waitFor();
  await expect.poll(() => page.getByRole('region', { name: '分析' }).textContent(), SOON).toContain('简历');
  await page.goto(app.at('analytics'));
  await page.getByRole('region', { name: '申请进展' }).waitFor();
  expect(await findTrouble(window, app.url)).toEqual([]);
});
