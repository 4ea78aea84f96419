import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderResume } from '../../apps/jobs/src/pdf/render-resume.ts';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import type { Look } from '../browser/__fixtures__/page-window.ts';
import { JobsWindow } from './__fixtures__/jobs-window.ts';
import { type OpenApp, openApp } from './__fixtures__/open-app.ts';

const SOON = { timeout: 60_000 };
const TEXT = '# Kim Sample\n\nkim@example.com\n\n## Skills\n\nTypeScript, PostgreSQL\n';
/** What a stranger may have written into a file, in the hope that it runs. */
const HOSTILE = [
  '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>',
  '[press](javascript:globalThis.hacked=1) ![look](https://tracker.example/pixel.png)',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
].join('\n\n');

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

type Resume = { id: number; name: string; isDefault: boolean; content: string; useCount: number };

const open = (place: string, look?: Look): Promise<JobsWindow> => JobsWindow.open(browser, app.at(place), look);
const sheet = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Keeps a resume for a test of its own. */
async function addResume(name: string, content = TEXT): Promise<Resume> {
  return ((await app.ask('/jobs/resumes', { body: { name, content } })) as { resume: Resume }).resume;
}

async function loadResume(id: number): Promise<Resume> {
  return ((await app.ask(`/jobs/resumes/${id}`)) as { resume: Resume }).resume;
}

/** Chooses a file in the dialog, and imports it. */
async function importFile(window: JobsWindow, chosen: ReturnType<typeof file>, name?: string): Promise<void> {
  const { page } = window;
  await window.button('Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import a resume' });
  await dialog.getByLabel('PDF, Markdown, text or JSON Resume').setInputFiles(chosen);
  await dialog.getByText(chosen.name).first().waitFor();
  if (name !== undefined) await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
}

describe('importing resumes', () => {
  test('an app without a resume asks for one, and the first one becomes the default', async () => {
    await using empty = await openApp({ empty: true });
    await using window = await JobsWindow.open(browser, empty.at('resumes'));
    const { page } = window;
    await page.getByText('No resumes yet').waitFor();
    await window.screenshot('resumes-none');
    await importFile(window, file('kim.md', `${TEXT}\n${HOSTILE}`));
    const kim = sheet(page, 'kim');
    await expect.poll(() => kim.getByText('Default', { exact: true }).count(), SOON).toBe(1);
    await expect
      .poll(() => kim.getByRole('list', { name: 'Skills found' }).allTextContents(), SOON)
      .toEqual(['TypeScriptPostgreSQLJavaScript']);
    await expect.poll(() => kim.getByText('<script>globalThis.hacked=1</script>').count(), SOON).toBe(1);
    // Nothing of it has become more than text, and nobody was told that it was looked at.
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(await kim.locator('img, iframe, script, a[href^="javascript:"]').count()).toBe(0);
    expect(window.requests.filter(({ host }) => host !== new URL(empty.url).host)).toEqual([]);
    expect(window.complaints).toEqual([]);
  });

  test.each<[string, () => Promise<ReturnType<typeof file>>]>([
    [
      'a PDF',
      async () => file('from-pdf.pdf', (await renderResume(TEXT, { template: 'classic', pageSize: 'A4' })).bytes),
    ],
    ['plain text', async () => file('from-text.txt', 'KIM SAMPLE\n\nSKILLS\nTypeScript, PostgreSQL\n')],
    [
      'JSON Resume',
      async () =>
        file(
          'from-json.json',
          JSON.stringify({ basics: { name: 'Kim Sample' }, skills: [{ name: 'TypeScript' }, { name: 'PostgreSQL' }] }),
        ),
    ],
  ])('%s can be imported', async (_, make) => {
    await using window = await open('resumes');
    const chosen = await make();
    const name = chosen.name.replace(/\.\w+$/, '');
    await importFile(window, chosen);
    const found = sheet(window.page, name).getByRole('list', { name: 'Skills found' });
    await expect.poll(() => found.textContent(), SOON).toContain('PostgreSQL');
    await expect.poll(() => sheet(window.page, name).textContent(), SOON).toContain(chosen.name);
    expect(window.complaints).toEqual([]);
  });

  test('pasted text can be imported under a name and become the default', async () => {
    await using window = await open('resumes');
    const { page } = window;
    await window.button('Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import a resume' });
    await dialog.getByRole('tab', { name: 'Paste' }).click();
    await dialog.getByLabel('Name').fill('Pasted one');
    await dialog.getByLabel('Text', { exact: true }).fill(TEXT);
    await dialog.getByLabel('Make it the default resume').check();
    await window.screenshot('resumes-paste');
    expect(await window.findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    const badge = sheet(page, 'Pasted one').getByText('Default', { exact: true });
    await expect.poll(() => badge.count(), SOON).toBe(1);
    const links = page.getByRole('list', { name: 'Your resumes' }).getByRole('link');
    await expect.poll(() => links.filter({ hasText: 'Default' }).count(), SOON).toBe(1);
  });

  test('a mistake in a JSON resume is reported with its place', async () => {
    await using window = await open('resumes');
    await importFile(window, file('odd.json', JSON.stringify({ basics: { name: 7 } })));
    const alert = window.page.getByRole('alert');
    await expect.poll(() => alert.textContent(), SOON).toContain('basics.name');
    await window.screenshot('resumes-odd-json');
    expect(await window.findBarriers()).toEqual([]);
  });

  test('a file that is too large is not sent', async () => {
    await using window = await open('resumes');
    const { page } = window;
    const posts: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
    await window.button('Import').click();
    await page.getByLabel('PDF, Markdown, text or JSON Resume').setInputFiles(file('big.txt', 'x'.repeat(5_300_000)));
    await expect.poll(() => page.getByRole('alert').textContent(), SOON).toContain('larger than 5 MB');
    const send = page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true });
    expect(await send.isDisabled()).toBe(true);
    expect(posts).toEqual([]);
  });

  test('a PDF that cannot be read is kept, and its owner writes the text', async () => {
    await using window = await open('resumes');
    const { page } = window;
    await importFile(window, file('scan.pdf', '%PDF-1.7 nothing else'), 'Scanned');
    const scanned = sheet(page, 'Scanned');
    await expect.poll(() => scanned.getByRole('alert').textContent(), SOON).toContain('cannot be read');
    await window.screenshot('resume-unreadable');
    expect(await window.findBarriers()).toEqual([]);
    await scanned.getByRole('button', { name: 'Write the text' }).click();
    await page.getByLabel('Text, in Markdown').fill(TEXT);
    await window.button('Save').click();
    await expect.poll(() => page.getByText('Saved', { exact: true }).count(), SOON).toBe(1);
    await window.button('Done').click();
    await expect.poll(() => scanned.getByText('TypeScript', { exact: true }).count(), SOON).toBe(1);
    expect(await scanned.getByRole('alert').count()).toBe(0);
  });
});

describe('editing a resume', () => {
  test('previews a text at once, and keeps what is not saved', async () => {
    const { id } = await addResume('Drafted');
    await using window = await open(`resumes/${id}`);
    const { page } = window;
    await window.button('Edit').click();
    const text = page.getByLabel('Text, in Markdown');
    await text.fill(`${TEXT}\n## Hobbies\n\nSailing`);
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect.poll(() => preview.getByRole('heading', { name: 'Hobbies' }).count(), SOON).toBe(1);
    await expect.poll(() => page.getByText('Not saved yet').count(), SOON).toBe(1);
    await page.reload();
    await expect.poll(() => preview.getByRole('heading', { name: 'Hobbies' }).count(), SOON).toBe(1);
    await window.goTo('Jobs');
    await page.goBack();
    await expect.poll(() => text.inputValue(), SOON).toContain('Sailing');
    expect((await loadResume(id)).content).not.toContain('Sailing');
    await text.press('Control+s');
    await expect.poll(() => page.getByText('Saved', { exact: true }).count(), SOON).toBe(1);
    expect((await loadResume(id)).content).toContain('Sailing');
    // What is written next begins with what was saved, and nobody was quicker.
    await text.press('End');
    await text.pressSequentially(' and more');
    await expect.poll(() => page.getByText('Not saved yet').count(), SOON).toBe(1);
    expect(await page.getByText('changed elsewhere').count()).toBe(0);
    await window.button('Discard changes').click();
    await expect.poll(() => text.inputValue(), SOON).not.toContain('and more');
    expect(window.complaints).toEqual([]);
  });

  test('reports that the resume was changed elsewhere', async () => {
    const { id } = await addResume('Shared');
    await using window = await open(`resumes/${id}?edit=yes`);
    const { page } = window;
    await page.getByLabel('Text, in Markdown').fill('# Mine');
    await expect.poll(() => page.getByText('Not saved yet').count(), SOON).toBe(1);
    await app.ask(`/jobs/resumes/${id}`, { method: 'PATCH', body: { content: '# Theirs' } });
    await page.reload();
    await expect.poll(() => page.getByText('changed elsewhere').count(), SOON).toBe(1);
    expect(await page.getByLabel('Text, in Markdown').inputValue()).toBe('# Mine');
  });

  test('renames a resume, in the list as well', async () => {
    const { id } = await addResume('Old name');
    await using window = await open(`resumes/${id}?edit=yes`);
    const { page } = window;
    await page.getByLabel('Name', { exact: true }).fill('New name');
    await window.button('Save').click();
    const list = page.getByRole('list', { name: 'Your resumes' });
    await expect.poll(() => list.textContent(), SOON).toContain('New name');
    expect((await loadResume(id)).name).toBe('New name');
  });

  test('loses nothing when the app is unreachable, and continues when it is back', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'posthouse-jobs-away-'));
    const first = await openApp({ dataDir });
    const port = Number(new URL(first.url).port);
    try {
      await using window = await JobsWindow.open(browser, first.at('resumes/1?edit=yes'));
      const { page } = window;
      const text = page.getByLabel('Text, in Markdown');
      await text.fill('# Written while nobody listened');
      await first[Symbol.asyncDispose]();
      await window.button('Save').click();
      const alert = sheet(page, 'Robin Example').getByRole('alert');
      await expect.poll(() => alert.textContent(), SOON).toContain('cannot be reached');
      await expect.poll(() => page.getByText('The app does not respond').count(), SOON).toBe(1);
      await window.screenshot('resume-app-away');
      await using again = await openApp({ dataDir, port });
      await expect.poll(() => page.getByText('The app does not respond').count(), SOON).toBe(0);
      expect(await text.inputValue()).toBe('# Written while nobody listened');
      await window.button('Save').click();
      await expect.poll(() => page.getByText('Saved', { exact: true }).count(), SOON).toBe(1);
      const { resume } = (await again.ask('/jobs/resumes/1')) as { resume: Resume };
      expect(resume.content).toBe('# Written while nobody listened');
      expect(window.complaints).toEqual([]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

test('a resume can be downloaded in every format', async () => {
  const { id } = await addResume('To give away');
  await using window = await open(`resumes/${id}`);
  const { page } = window;
  const save = async (format: string): Promise<[string, string]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), window.button(format).click()]);
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')];
  };
  expect(await save('Markdown')).toEqual(['To give away.md', TEXT.trim()]);
  const [textName, text] = await save('Plain text');
  expect([textName, text.includes('#'), text.includes('Kim Sample')]).toEqual(['To give away.txt', false, true]);
  const [jsonName, json] = await save('JSON Resume');
  expect([jsonName, JSON.parse(json)]).toMatchObject(['To give away.json', { basics: { name: 'Kim Sample' } }]);
  expect(window.complaints).toEqual([]);
});

test('a resume becomes the default, and another one does when it is deleted', async () => {
  const { id } = await addResume('Short lived');
  const { jobs } = (await app.ask('/jobs?limit=1')) as { jobs: { id: number }[] };
  await app.ask(`/jobs/tailor/${jobs[0]!.id}`, { body: { resumeId: id } });
  await using window = await open(`resumes/${id}`);
  const { page } = window;
  const list = page.getByRole('list', { name: 'Your resumes' });
  const isDefault = (name: string): Promise<number> =>
    list.getByRole('link').filter({ hasText: name }).filter({ hasText: 'Default' }).count();
  await expect
    .poll(() => page.getByRole('list', { name: 'Versions made from it' }).textContent(), SOON)
    .toContain('Version 1 for');
  await window.button('Make default').click();
  await expect.poll(() => isDefault('Short lived'), SOON).toBe(1);
  await window.button('Delete').click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Short lived”?' });
  await expect.poll(() => dialog.textContent(), SOON).toContain('The version made from it is deleted as well.');
  await window.screenshot('resume-delete');
  expect(await window.findBarriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => list.textContent(), SOON).not.toContain('Short lived');
  await expect.poll(() => list.getByText('Default', { exact: true }).count(), SOON).toBe(1);
  await expect(app.ask(`/jobs/resumes/${id}`)).rejects.toThrow('404');
  expect(window.complaints).toEqual([]);
});

test('the address of a deleted resume says so', async () => {
  await using window = await open('resumes/987654');
  await expect.poll(() => window.page.getByText('no longer exists').count(), SOON).toBe(1);
});

describe.each<[string, Look]>([
  ['wide and light', {}],
  ['on a phone, in the dark', { phone: true, dark: true }],
])('resume pages %s', (_, look) => {
  const suffix = `${look.phone === true ? 'phone' : 'wide'}-${look.dark === true ? 'dark' : 'light'}`;

  test('the resume pages are accessible and fit the screen', async () => {
    await using window = await open('resumes', look);
    const { page } = window;
    await page.getByRole('list', { name: 'Your resumes' }).waitFor();
    await window.screenshot(`resumes-${suffix}`);
    expect([await window.findBarriers(), await window.overhang()]).toEqual([[], 0]);
    await page.getByRole('link', { name: /Robin Example/ }).click();
    await sheet(page, 'Robin Example').getByRole('heading', { name: 'Experience' }).waitFor();
    await window.screenshot(`resume-${suffix}`);
    expect([await window.findBarriers(), await window.overhang()]).toEqual([[], 0]);
    await window.button('Edit').click();
    await page.getByLabel('Text, in Markdown').waitFor();
    await window.screenshot(`resume-edit-${suffix}`);
    expect([await window.findBarriers(), await window.overhang()]).toEqual([[], 0]);
    await window.button('Import').click();
    await page.getByRole('dialog').waitFor();
    await window.screenshot(`resume-import-${suffix}`);
    expect([await window.findBarriers(), await window.overhang()]).toEqual([[], 0]);
    expect(window.complaints).toEqual([]);
  });
});

test('the resume pages fit a narrow panel, and are in Chinese', async () => {
  await using window = await open('resumes/1');
  const { page } = window;
  await page.setViewportSize({ width: 360, height: 700 });
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('heading', { name: '找到的技能' }).waitFor();
  expect(await window.overhang()).toBe(0);
  await page.getByRole('button', { name: '编辑', exact: true }).click();
  await page.getByLabel('文字（Markdown）').waitFor();
  expect(await window.overhang()).toBe(0);
  await window.screenshot('resume-edit-panel-zh');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导入简历' });
  await dialog.getByLabel('PDF、Markdown、文本或 JSON Resume').setInputFiles(file('scan.pdf', '%PDF-1.7 x'));
  await dialog.getByRole('button', { name: '导入', exact: true }).click();
  // What the app says is in the language of the page as well.
  await expect.poll(() => sheet(page, 'scan').getByRole('alert').textContent(), SOON).toContain('无法读取 PDF');
  expect([await window.findBarriers(), await window.overhang()]).toEqual([[], 0]);
});
