import { readFile } from 'node:fs/promises';
import { type ScriptedLLM, type ScriptedRequest, type ScriptedTurn, startScriptedLLM } from '@posthouse/testkit';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_RESUME } from '../../apps/jobs/src/demo/demo-resume.ts';
import { readPdf } from '../../apps/jobs/src/resumes/read-pdf.ts';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import type { Look } from '../browser/__fixtures__/page-window.ts';
import { JobsWindow } from './__fixtures__/jobs-window.ts';
import { type OpenApp, openApp } from './__fixtures__/open-app.ts';

const SOON = { timeout: 60_000 };
const API = '- Built the public API in TypeScript and Node.js, used by 300 customers';
const HOSTILE = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';

/** A model that does what the instructions say: it makes things up, never ends, or turns two lines round. */
function write({ messages }: ScriptedRequest): ScriptedTurn {
  const asked = messages.map(({ text }) => text).join('\n');
  if (asked.includes('take your time')) return { text: '{"content": ', fault: { kind: 'stall', afterChunks: 1 } };
  const invented = DEMO_RESUME.replace(API, `${API}\n- Ran Kubernetes at Globex for 12 years`);
  const turned = DEMO_RESUME.replace(API, `- Used by 300 customers: the public API in TypeScript and Node.js`);
  const content = asked.includes('impress them') ? invented : turned;
  const suggestions = [{ type: 'modify', section: 'Experience', original: API, reason: 'Customers come first.' }];
  return { text: JSON.stringify({ content, suggestions, warnings: ['The posting asks for Apache Kafka.'] }) };
}

let llm: ScriptedLLM;
let app: OpenApp;
let browser: Browser;
let count = 0;
beforeAll(async () => {
  llm = await startScriptedLLM({ script: write });
  app = await openApp({ llm: llm.url });
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser.close();
  await app[Symbol.asyncDispose]();
  await llm[Symbol.asyncDispose]();
});

const open = (place: string, look?: Look): Promise<JobsWindow> => JobsWindow.open(browser, app.at(place), look);
const version = (page: Page, number: number): Locator =>
  page.getByRole('region', { name: `Version ${number}`, exact: true });
const versions = (page: Page): Locator => page.getByRole('navigation', { name: 'Versions' }).getByRole('link');

type Job = { id: number; title: string; company: string };

/** A job for a test of its own. */
async function addJob(): Promise<Job> {
  count += 1;
  const description =
    '## Requirements\n\n- TypeScript, Node.js, PostgreSQL\n\n## Nice to have\n\n- Apache Kafka, Kubernetes';
  const body = { title: 'Lighthouse Engineer', company: `Harbour ${count}`, description };
  return ((await app.ask('/jobs', { body })) as { job: Job }).job;
}

type Version = { version: number; content: string; engine: string };

/** Has the rules write a version, and keeps a changed copy of it if there is something to change. */
async function addVersions(jobId: number, change?: (content: string) => string): Promise<Version[]> {
  const made = (await app.ask(`/jobs/tailor/${jobId}`, { body: { engine: 'offline' } })) as { tailored: Version };
  if (change === undefined) return [made.tailored];
  const body = { content: change(made.tailored.content) };
  const path = `/jobs/tailor/${jobId}/versions/1?asNew=true`;
  const changed = (await app.ask(path, { method: 'PUT', body })) as { tailored: Version };
  return [made.tailored, changed.tailored];
}

async function loadVersions(jobId: number): Promise<Version[]> {
  return ((await app.ask(`/jobs/tailor/${jobId}/versions`)) as { versions: Version[] }).versions;
}

describe('tailoring a resume', () => {
  test('finds a job with the keyboard, and writes a version for it by rules', async () => {
    const { id, title, company } = await addJob();
    await using window = await open('tailor');
    const { page } = window;
    const picker = page.getByRole('combobox', { name: 'Job', exact: true });
    await picker.fill(`${title} ${company}`);
    const options = page.getByRole('listbox', { name: 'Matching jobs' }).getByRole('option');
    await expect.poll(() => options.allTextContents(), SOON).toEqual([`${title}${company}`]);
    await window.screenshot('tailor-pick');
    expect(await window.findBarriers()).toEqual([]);
    await picker.press('ArrowDown');
    await picker.press('Enter');
    await expect.poll(() => new URL(page.url()).hash, SOON).toContain(`#/tailor/${id}`);
    await expect.poll(() => picker.inputValue(), SOON).toBe(`${title} · ${company}`);
    await page.getByLabel('Instructions').fill('One page.');
    await page.getByLabel('Written by').selectOption('offline');
    await window.button('Make a version').click();
    const first = version(page, 1);
    await expect
      .poll(() => first.getByRole('region', { name: 'Warnings' }).textContent(), SOON)
      .toContain('it cannot follow instructions');
    await expect
      .poll(() => first.locator('ins').allTextContents(), SOON)
      .toContainEqual(expect.stringMatching(/Relevant/));
    await window.screenshot('tailor-made');
    // The same question again gives the same answer, until another one is asked for.
    await window.button('Make a version').click();
    await expect.poll(() => page.getByText('Nothing has changed since version 1').count(), SOON).toBe(1);
    await page.getByLabel('Make a new version').check();
    await window.button('Make a version').click();
    await expect.poll(() => version(page, 2).count(), SOON).toBe(1);
    await expect.poll(() => versions(page).count(), SOON).toBe(2);
    expect(window.complaints).toEqual([]);
  });

  test('reports a search without results', async () => {
    await using window = await open('tailor');
    await window.page.getByRole('combobox', { name: 'Job', exact: true }).fill('zzz nobody wants this');
    await expect.poll(() => window.page.getByText('No job contains all these words.').count(), SOON).toBe(1);
  });

  test('writes a version with a model, which explains it', async () => {
    const { id } = await addJob();
    await using window = await open(`tailor/${id}`);
    const { page } = window;
    await page.getByText('No version yet').waitFor();
    await window.screenshot('tailor-no-version');
    await window.button('Make a version').click();
    await expect
      .poll(() => versions(page).allTextContents(), SOON)
      .toEqual([expect.stringContaining('scripted/first')]);
    const first = version(page, 1);
    await expect.poll(() => first.textContent(), SOON).toContain('The posting asks for Apache Kafka.');
    await first.getByRole('tab', { name: 'Notes (1)' }).click();
    await expect.poll(() => first.textContent(), SOON).toContain('Customers come first.');
    expect(window.complaints).toEqual([]);
  });

  test('catches a model that invents facts, and keeps nothing', async () => {
    const { id } = await addJob();
    await using window = await open(`tailor/${id}`);
    const { page } = window;
    await page.getByLabel('Instructions').fill('impress them');
    await page.getByLabel('Written by').selectOption('llm');
    await window.button('Make a version').click();
    await expect.poll(() => page.getByRole('alert').textContent(), SOON).toMatch(/Kubernetes.*discarded/s);
    await expect.poll(() => page.getByRole('alert').getByRole('listitem').count(), SOON).toBeGreaterThan(0);
    await window.screenshot('tailor-fabrication');
    expect(await window.findBarriers()).toEqual([]);
    expect(await loadVersions(id)).toEqual([]);
    // With whatever there is, the rules write it, and the version says why.
    await page.getByLabel('Written by').selectOption('auto');
    await window.button('Make a version').click();
    await expect
      .poll(() => version(page, 1).getByRole('region', { name: 'Warnings' }).textContent(), SOON)
      .toContain('Kubernetes');
    expect((await loadVersions(id)).map(({ engine }) => engine)).toEqual(['offline']);
    expect(window.complaints).toEqual([]);
  });

  test('tailoring can be stopped when the model is slow, and keeps nothing', async () => {
    const { id } = await addJob();
    await using window = await open(`tailor/${id}`);
    const { page } = window;
    await page.getByLabel('Instructions').fill('take your time');
    const before = llm.requests.length;
    await window.button('Make a version').click();
    await expect.poll(() => llm.requests.length, SOON).toBe(before + 1);
    await window.button('Stop').click();
    await window.button('Make a version').waitFor();
    expect(await llm.requests[before]!.closed).toBe('client-closed');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await loadVersions(id)).toEqual([]);
  });

  test('shows a version that was made elsewhere by itself', async () => {
    const { id } = await addJob();
    await using window = await open(`tailor/${id}`);
    await window.page.getByText('No version yet').waitFor();
    await addVersions(id);
    await expect.poll(() => versions(window.page).count(), SOON).toBe(1);
  });
});

describe('a tailored version', () => {
  test('a version is compared with the resume and with other versions, word by word', async () => {
    const { id } = await addJob();
    await addVersions(id, (content) =>
      content.replace('the public API', 'the public GraphQL API').concat(`\n${HOSTILE}\n`),
    );
    await using window = await open(`tailor/${id}?version=2&against=1`);
    const { page } = window;
    const changed = page.getByRole('region', { name: 'Changes' });
    await expect
      .poll(() => changed.locator('ins').allTextContents(), SOON)
      .toEqual(['Added: +GraphQL ', `Added: ${HOSTILE}`]);
    await expect.poll(() => changed.locator('del').count(), SOON).toBe(0);
    expect(await changed.textContent()).toContain('unchanged lines');
    await page.getByLabel('Show unchanged lines').check();
    await expect.poll(() => changed.textContent(), SOON).toContain('- Mentored 3 junior developers');
    await page.getByLabel('From').selectOption('Your resume');
    await expect
      .poll(() => changed.locator('ins').allTextContents(), SOON)
      .toContainEqual(expect.stringContaining('Relevant'));
    await page.getByLabel('To', { exact: true }).selectOption('Version 1');
    await expect.poll(() => version(page, 1).count(), SOON).toBe(1);
    await expect.poll(() => changed.textContent(), SOON).not.toContain('GraphQL API');
    await page.getByLabel('From').selectOption('Version 1');
    await expect.poll(() => page.getByText('Both texts are the same.').count(), SOON).toBe(1);
    // The address says what is compared, so a reload shows the same.
    await page.reload();
    await expect.poll(() => page.getByText('Both texts are the same.').count(), SOON).toBe(1);
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(window.complaints).toEqual([]);
  });

  test('a version is edited beside the skills of the posting, and saved as the next one', async () => {
    const { id } = await addJob();
    await addVersions(id);
    await using window = await open(`tailor/${id}?sheet=edit`);
    const { page } = window;
    const row = (skill: string): Locator => page.getByRole('row').filter({ hasText: skill });
    const text = page.getByLabel('Text, in Markdown');
    await expect.poll(() => row('Apache Kafka').textContent(), SOON).toMatch(/missing.*missing/);
    await text.press('Control+End');
    await text.pressSequentially('- Moved all events to Kafka');
    await expect.poll(() => row('Apache Kafka').textContent(), SOON).toMatch(/missing.*mentioned/);
    await page.reload();
    await expect.poll(() => text.inputValue(), SOON).toContain('all events to Kafka');
    await window.button('Save as a new version').click();
    await expect.poll(() => version(page, 2).count(), SOON).toBe(1);
    await expect.poll(() => versions(page).count(), SOON).toBe(2);
    // And once more, in its place.
    await expect.poll(() => text.inputValue(), SOON).toContain('all events to Kafka');
    await text.press('Control+End');
    await text.pressSequentially(' in a week');
    await window.button('Replace version 2').click();
    await expect.poll(() => page.getByText('Not saved yet').count(), SOON).toBe(0);
    const saved = (await app.ask(`/jobs/tailor/${id}/versions/2`)) as { tailored: Version };
    expect(saved.tailored.content).toContain('- Moved all events to Kafka in a week');
    expect(await loadVersions(id)).toHaveLength(2);
    await page.getByRole('tab', { name: 'Keywords' }).click();
    await expect.poll(() => row('Apache Kafka').textContent(), SOON).toMatch(/missing.*mentioned/);
    expect(window.complaints).toEqual([]);
  });

  test('a version is previewed as pages, in every format, and downloaded', async () => {
    const { id, title, company } = await addJob();
    await addVersions(id);
    await using window = await open(`tailor/${id}?sheet=pdf`);
    const { page } = window;
    const pages = page.getByTitle('Pages of this version');
    await expect.poll(() => pages.getAttribute('src'), SOON).toMatch(/^blob:/);
    const first = await pages.getAttribute('src');
    // The browser has taken it for what it is, and the policy of the page lets it.
    const shown = (): boolean => page.frames().some((frame) => frame.url() === first);
    await expect.poll(shown, SOON).toBe(true);
    const save = async (): Promise<{ name: string; bytes: Buffer }> => {
      const [download] = await Promise.all([page.waitForEvent('download'), window.button('Download').click()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const modern = await save();
    expect(modern.name).toBe(`Robin Example - ${company} - ${title}.pdf`);
    expect(await readPdf(new Uint8Array(modern.bytes))).toMatchObject({
      text: expect.stringContaining('Robin Example'),
    });
    await page.getByLabel('Template').selectOption('Minimal');
    await page.getByLabel('Page size').selectOption('Letter');
    await expect
      .poll(async () => (await pages.count()) === 1 && (await pages.getAttribute('src')), SOON)
      .not.toBe(first);
    await expect.poll(() => window.button('Download').isEnabled(), SOON).toBe(true);
    const letter = await save();
    expect([modern.bytes.includes('595.28 841.89'), letter.bytes.includes('612 792')]).toEqual([true, true]);
    expect(window.complaints).toEqual([]);
  });
});

test('a missing job or version is reported', async () => {
  await using window = await open('tailor/987654');
  await expect.poll(() => window.page.getByRole('alert').textContent(), SOON).toContain('987654');
  const { id } = await addJob();
  await addVersions(id);
  await using other = await open(`tailor/${id}?version=9`);
  await expect.poll(() => other.page.getByText('This version no longer exists.').count(), SOON).toBe(1);
});

describe.each<[string, Look]>([
  ['wide and light', {}],
  ['on a phone, in the dark', { phone: true, dark: true }],
])('the tailoring workspace %s', (_, look) => {
  const suffix = look.phone === true ? 'phone-dark' : 'wide-light';

  test('the workspace is accessible and fits the screen', async () => {
    const { id } = await addJob();
    await addVersions(id, (content) => content.replace('the public API', 'the public GraphQL API'));
    await using window = await open(`tailor/${id}`, look);
    const { page } = window;
    const looks: [string, Locator][] = [
      ['Compare', page.locator('ins').first()],
      ['Keywords', page.getByRole('table')],
      [`Notes`, page.getByText('What the posting asks for comes first.').first()],
      ['Edit', page.getByRole('table')],
      ['PDF', page.getByTitle('Pages of this version')],
    ];
    for (const [name, shown] of looks) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      await shown.waitFor();
      // The viewer of the browser is a frame in a frame in a frame.
      await expect.poll(() => page.frames().length, SOON).toBeGreaterThanOrEqual(name === 'PDF' ? 3 : 1);
      await window.screenshot(`tailor-${name.toLowerCase()}-${suffix}`);
      expect([await window.findBarriers(), await window.overhang()]).toEqual([[], 0]);
    }
    expect(window.complaints).toEqual([]);
  });
});

test('the tailoring workspace fits a narrow panel, and is in Chinese', async () => {
  const { id } = await addJob();
  await addVersions(id);
  await using window = await open(`tailor/${id}`);
  const { page } = window;
  await page.setViewportSize({ width: 360, height: 700 });
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('tab', { name: '比较' }).waitFor();
  await expect.poll(() => page.locator('ins').first().textContent(), SOON).toContain('新增：');
  await window.screenshot('tailor-panel-zh');
  expect([await window.findBarriers(), await window.overhang()]).toEqual([[], 0]);
});
