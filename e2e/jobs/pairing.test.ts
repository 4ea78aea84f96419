import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import { JobsWindow } from './__fixtures__/jobs-window.ts';
import { type OpenApp, openApp } from './__fixtures__/open-app.ts';

const SOON = { timeout: 60_000 };
const KEPT = 'posthouse-jobs-token';

let browser: Browser;
let app: OpenApp;
beforeAll(async () => {
  browser = await launchChromium();
  app = await openApp({ empty: true });
}, 240_000);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await browser.close();
});

test('a browser is paired once, by the link that the app prints, and can be unpaired', async () => {
  await using window = await JobsWindow.open(browser, app.url);
  const { page } = window;
  const kept = (): Promise<unknown> => page.evaluate(`localStorage.getItem('${KEPT}')`);
  await page.getByRole('heading', { name: 'Pair this browser' }).waitFor();
  await page.getByLabel('Pairing code').fill('AAAA-AAAA');
  await window.button('Pair').click();
  await expect.poll(() => page.getByRole('alert').textContent(), SOON).toContain('Tries left: 4.');
  expect(await kept()).toBeNull();
  await window.screenshot('pairing-wrong');

  // The code is in the link, and leaves the address at once.
  await page.goto('about:blank');
  await page.goto(`${app.url}/#code=${app.code}`);
  await page.getByLabel('Your message').waitFor();
  expect(page.url()).not.toContain(app.code);
  const token = (await kept()) as string;
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  await page.reload();
  await page.getByLabel('Your message').waitFor();

  // Another browser cannot use it again.
  await using other = await JobsWindow.open(browser, `${app.url}/#code=${app.code}`);
  await expect
    .poll(() => other.page.getByRole('alert').textContent(), SOON)
    .toContain('The pairing code is no longer valid');

  await window.button('Forget this device').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget this device' }).click();
  await page.getByRole('heading', { name: 'Pair this browser' }).waitFor();
  expect(await kept()).toBeNull();
  await page.reload();
  await page.getByRole('heading', { name: 'Pair this browser' }).waitFor();
  // The app has forgotten it as well.
  const knock = async (): Promise<number> =>
    (await fetch(`${app.url}/jobs`, { headers: { Authorization: `Bearer ${token}` } })).status;
  await expect.poll(knock, SOON).toBe(401);
  expect([...window.complaints, ...other.complaints]).toEqual([]);
});

test('a token that the app no longer knows leads back to pairing', async () => {
  await using window = await JobsWindow.open(browser, `${app.url}/#token=${'f'.repeat(64)}`);
  await expect.poll(() => window.page.getByRole('alert').textContent(), SOON).toContain('Pair it again.');
  expect(window.page.url()).not.toContain('ffff');
  expect(window.complaints).toEqual([]);
});

test('the page speaks English and Chinese, also where the app sends the text', async () => {
  await using window = await JobsWindow.open(browser, app.url);
  const { page } = window;
  await page.getByRole('heading', { name: 'Pair this browser' }).waitFor();
  await window.button('中文').click();
  await page.getByRole('heading', { name: '配对此浏览器' }).waitFor();
  await page.getByLabel('配对码').fill('AAAA-AAAA');
  await window.button('配对').click();
  await expect.poll(() => page.getByRole('alert').textContent(), SOON).toContain('配对码');
  await page.goto('about:blank');
  await page.goto(app.at('chat'));
  await page.getByLabel('你的消息').waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('zh');
  expect(await page.title()).toBe('求职');
  for (const name of ['职位', '简历', '定制', '分析', '对话']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await page.getByRole('main', { name, exact: true }).waitFor();
  }
  await window.button('显示收件箱里的职位').click();
  await expect.poll(() => page.locator('[data-tool=jobs_list]').textContent(), SOON).toContain('列出了职位');
  await expect.poll(() => window.answer.textContent(), SOON).toContain('离线');
  await window.button('English').click();
  await page.getByLabel('Your message').waitFor();
  await page.reload();
  await page.getByLabel('Your message').waitFor();
  expect(window.complaints).toEqual([]);
});

test('a browser that prefers Chinese gets it without asking', async () => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    await page.goto(app.url);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    expect(await heading.textContent()).toBe('配对此浏览器');
  } finally {
    await context.close();
  }
});
