import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTheWeb } from '../../apps/jobs/src/__fixtures__/the-web.ts';
import type { FetchPage } from '../../apps/jobs/src/network/fetch-page.ts';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import { findTrouble } from './__fixtures__/find-trouble.ts';
import { JobsWindow } from './__fixtures__/jobs-window.ts';
import { type OpenApp, openApp } from './__fixtures__/open-app.ts';
import { jsonLd, posting } from './__fixtures__/posting-site.ts';

const SOON = { timeout: 60_000 };
const fixture = (name: string): string =>
  readFileSync(new URL(`../../apps/jobs/src/importers/__fixtures__/${name}`, import.meta.url), 'utf8');

let app: OpenApp;
let browser: Browser;
beforeAll(async () => {
  app = await openApp({ empty: true });
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser.close();
  await app[Symbol.asyncDispose]();
});

type JobList = { total: number; jobs: { id: number; title: string; company: string; url: string | null }[] };

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const find = async (words: string): Promise<JobList> =>
  (await app.ask(`/jobs?search=${encodeURIComponent(words)}`)) as JobList;

/** Opens the list, and in it the dialog at one of its ways. */
async function openImport(way: string): Promise<{ window: JobsWindow; page: Page; dialog: Locator }> {
  const window = await JobsWindow.open(browser, app.at('jobs'));
  const { page } = window;
  await window.button('Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import jobs' });
  await dialog.getByRole('tab', { name: way }).click();
  return { window, page, dialog };
}

describe('importing jobs', () => {
  test('an empty list explains the import, and a pasted posting becomes the first job', async () => {
    await using empty = await openApp({ empty: true });
    await using window = await JobsWindow.open(browser, empty.at('jobs'));
    const { page } = window;
    await page.getByText('No jobs yet').waitFor();
    await window.screenshot('jobs-none');
    await window.button('Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import jobs' });
    await dialog.getByRole('tab', { name: 'Paste' }).click();
    await dialog.getByLabel('Text to import').fill(JSON.stringify(posting()));
    await dialog.getByText('This is a posting as JSON-LD.').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('1 job added').waitFor();
    await dialog.getByRole('link', { name: 'Lighthouse Keeper' }).waitFor();
    expect(await findTrouble(window, empty.url)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('list', { name: 'Jobs' }).getByText('Lighthouse Keeper').waitFor();
  });

  test('reads an address through the app, and refuses one of this machine', async () => {
    await using web = await openTheWeb({
      'https://coast.example/keeper': {
        body: `<html><head>${jsonLd(posting({ title: 'Buoy Painter' }))}</head></html>`,
      },
    });
    const { fetchPage } = app.services;
    const { window, page, dialog } = await openImport('URL');
    await using _window = window;
    const address = dialog.getByLabel('URL of the posting');
    const start = dialog.getByRole('button', { name: 'Import', exact: true });
    await address.fill('coast.example');
    await dialog.getByText('This is not a web address.').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await address.fill(`${app.url}/health`);
    await start.click();
    await dialog.getByRole('alert').waitFor();
    try {
      // Names of the web do not exist here; this one leads to a server of the test.
      Object.assign(app.services, { fetchPage: web.fetchPage });
      await address.fill('https://coast.example/keeper');
      await start.click();
      await dialog.getByRole('link', { name: 'Buoy Painter' }).click();
    } finally {
      Object.assign(app.services, { fetchPage });
    }
    await page.getByRole('heading', { name: 'Buoy Painter' }).waitFor();
    expect((await find('Buoy Painter')).jobs).toMatchObject([{ url: 'https://coast.example/keeper' }]);
  });

  test('accepts a mailbox, a list and a page as files, and explains what is wrong with others', async () => {
    const { window, page, dialog } = await openImport('File');
    await using _window = window;
    await dialog
      .getByLabel('Files')
      .setInputFiles([
        file('mails.mbox', fixture('mails.mbox')),
        file('list.json', JSON.stringify({ jobs: [{ title: 'Net Mender', company: 'Harbour Co-op' }] })),
        file('page.html', `<html><head>${jsonLd(posting({ title: 'Tide Clerk' }))}</head></html>`),
        file('broken.json', '{"jobs":'),
      ]);
    await dialog.getByLabel('Source URL').fill('https://coast.example/tide');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('broken.json: No posting can be read from this JSON.').waitFor();
    await dialog.getByText(/jobs added/).waitFor();
    expect((await find('Senior Platform Engineer Harbor Pay')).total).toBe(1);
    expect((await find('Net Mender')).total).toBe(1);
    expect((await find('Tide Clerk')).jobs).toMatchObject([{ url: 'https://coast.example/tide' }]);
    expect(await findTrouble(window, app.url)).toEqual([]);
    await window.screenshot('jobs-import-files');
    // The same again adds nothing.
    await dialog.getByLabel('Files').setInputFiles([file('mails.mbox', fixture('mails.mbox'))]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText(/^\d+ jobs already saved$/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('list', { name: 'Jobs' }).getByText('Tide Clerk').waitFor();
  });

  test('requires a name for plain text, and an address for a page', async () => {
    const { window, dialog } = await openImport('Paste');
    await using _window = window;
    const text = dialog.getByLabel('Text to import');
    const start = dialog.getByRole('button', { name: 'Import', exact: true });
    await text.fill('<html><body><h1>Diver</h1></body></html>');
    await dialog.getByText('HTML needs the URL it comes from.').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await text.fill('We are looking for a diver who writes TypeScript.');
    await dialog.getByText('Enter the source URL').waitFor();
    await dialog.getByLabel('Title').fill('Diver');
    await dialog.getByLabel('Company').fill('Deep Blue');
    await start.click();
    await dialog.getByText('1 job added').waitFor();
    expect((await find('Diver')).jobs).toMatchObject([{ title: 'Diver', company: 'Deep Blue' }]);
    await text.fill('{"nothing":1}');
    await dialog.getByText('This is JSON, but not a posting.').waitFor();
    expect(await start.isDisabled()).toBe(true);
  });
});

test('a job known only by name is read at its address', async () => {
  const url = 'https://coast.example/pilot';
  await using web = await openTheWeb({
    [url]: { body: `<html><head>${jsonLd(posting({ title: 'Pilot' }))}</head></html>` },
  });
  const body = { title: 'Pilot', company: 'The Coast', url };
  const { job } = (await app.ask('/jobs', { body })) as { job: { id: number } };
  await using window = await JobsWindow.open(browser, app.at(`jobs/${job.id}`));
  const { page } = window;
  await page.getByText('Only the title of this job is known').waitFor();
  const { fetchPage } = app.services;
  try {
    Object.assign(app.services, { fetchPage: web.fetchPage });
    await window.button('Reload the posting').click();
    await page.getByText(/^Updated from the posting: .*description/).waitFor();
    await page.getByRole('region', { name: 'Description' }).getByText('Keeps the light of the coast.').waitFor();
    await window.button('Reload the posting').click();
    await page.getByText('The posting has not changed.').waitFor();
  } finally {
    Object.assign(app.services, { fetchPage });
  }
  expect(web.asked).toEqual([url, url]);
});

describe('searching job boards', () => {
  test('shows its progress, continues when nobody looks, and reports failures', async () => {
    const gate = Promise.withResolvers<void>();
    await using web = await openTheWeb({
      'https://api.lever.co/v0/postings/example?mode=json': { type: 'application/json', body: fixture('lever.json') },
    });
    const slowly: FetchPage = async (url, options) => {
      await gate.promise;
      return await web.fetchPage(url, options);
    };
    mkdirSync(join(app.dataDir, 'import'), { recursive: true });
    writeFileSync(join(app.dataDir, 'import', 'mails.mbox'), fixture('mails.mbox'));
    const { fetchPage } = app.services;
    Object.assign(app.services, { fetchPage: slowly });
    try {
      const { window, dialog } = await openImport('Boards');
      await using _window = window;
      await dialog.getByLabel('Sources').fill('mbox:mails.mbox\nmbox:missing.mbox\nlever:example');
      await dialog.getByRole('button', { name: 'Look for jobs' }).click();
      await dialog.getByText('mbox:mails.mbox: done').waitFor();
      await dialog.getByText('lever:example: searching').waitFor();
      await dialog.getByText('You can close this; it continues.').waitFor();
      await window.screenshot('jobs-sync');
      // Somebody who comes later sees the same run.
      const later = await openImport('Boards');
      await using _later = later.window;
      await later.dialog.getByText('lever:example: searching').waitFor();
      await window[Symbol.asyncDispose]();
      gate.resolve();
      await later.dialog.getByText(/^Done: \d+ new/).waitFor();
      await later.dialog.getByText('mbox:missing.mbox: failed').waitFor();
      await later.dialog.getByText('lever:example: done').waitFor();
      expect(await findTrouble(later.window, app.url)).toEqual([]);
      await later.dialog.getByRole('button', { name: 'Close' }).click();
      await later.page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').first().waitFor();
    } finally {
      gate.resolve();
      Object.assign(app.services, { fetchPage });
    }
    // Next time the same sources are offered again.
    const next = await openImport('Boards');
    await using _next = next.window;
    await expect
      .poll(() => next.dialog.getByLabel('Sources').inputValue(), SOON)
      .toBe('mbox:mails.mbox\nmbox:missing.mbox\nlever:example');
    await next.dialog.getByLabel('Sources').fill('fax:machine');
    await next.dialog.getByRole('button', { name: 'Look for jobs' }).click();
    await next.dialog.getByRole('alert').filter({ hasText: 'fax:machine' }).waitFor();
  });
});

describe('exporting jobs', () => {
  test('writes the filtered jobs to a file that can be imported elsewhere', async () => {
    await app.ask('/jobs', { body: { title: 'Exported Engineer', company: 'Ex & Port', description: 'Packs.' } });
    await app.ask('/jobs', { body: { title: 'Stays Here', company: 'Home' } });
    await using window = await JobsWindow.open(browser, app.at('jobs?q=Exported'));
    const { page } = window;
    await page.getByText('1 job', { exact: true }).waitFor();
    const json = await save(window, 'JSON, for importing again');
    expect(JSON.parse(json)).toMatchObject({ jobs: [{ title: 'Exported Engineer', description: 'Packs.' }] });
    expect(await save(window, 'CSV, for spreadsheets')).toContain('Exported Engineer');
    expect(json).not.toContain('Stays Here');
    await using other = await openApp({ empty: true });
    await using elsewhere = await JobsWindow.open(browser, other.at('jobs'));
    await elsewhere.button('Import').click();
    const dialog = elsewhere.page.getByRole('dialog', { name: 'Import jobs' });
    await dialog.getByRole('tab', { name: 'Paste' }).click();
    await dialog.getByLabel('Text to import').fill(json);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('1 job added').waitFor();
    expect(await findTrouble(window, app.url)).toEqual([]);
  });
});

/** Exports in one of the formats, and reads the file. */
async function save(window: JobsWindow, format: string): Promise<string> {
  const coming = window.page.waitForEvent('download');
  await window.button('Export').click();
  await window.page.getByRole('menuitemradio', { name: format }).click();
  return await readFile(await (await coming).path(), 'utf8');
}
