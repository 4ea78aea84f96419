import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import type { Look } from '../browser/__fixtures__/page-window.ts';
import { findTrouble } from './__fixtures__/find-trouble.ts';
import { JobsWindow } from './__fixtures__/jobs-window.ts';
import { type OpenApp, openApp } from './__fixtures__/open-app.ts';

const SOON = { timeout: 60_000 };

type Job = { id: number; title: string; status: string; starred: boolean; notes: string | null };
type JobFile = { job: Job; history: { newStatus: string }[] };

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

const open = (place: string, look?: Look): Promise<JobsWindow> => JobsWindow.open(browser, app.at(place), look);
const lines = (page: Page): Locator => page.getByRole('list', { name: 'Jobs', exact: true }).getByRole('listitem');
const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const cards = (page: Page, name: string, title: string): Locator =>
  column(page, name).getByRole('listitem').filter({ hasText: title });
const statusOf = (title: string, status: string): RegExp => new RegExp(`^Status of ${title}: ${status}$`);

/** Writes a job down for a test of its own; the words of its title are in no other. */
async function addJob(title: string, about: object = {}): Promise<Job> {
  const body = {
    title,
    company: 'Wharf & Daughters',
    description: '## Requirements\n\n- TypeScript\n- Java',
    ...about,
  };
  return ((await app.ask('/jobs', { body })) as { job: Job }).job;
}

const loadJob = async (id: number): Promise<Job> => ((await app.ask(`/jobs/${id}`)) as JobFile).job;

/** Lets changes of jobs wait until somebody opens the gate. */
async function holdChanges(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/jobs/*', async (route) => {
    if (route.request().method() === 'PATCH') await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Refuses the next changes of jobs with this sentence. */
async function refuseChanges(page: Page, error: string): Promise<void> {
  await page.route('**/jobs/*', async (route) => {
    if (route.request().method() !== 'PATCH') await route.continue();
    else await route.fulfill({ status: 409, json: { error, code: 'conflict' } });
  });
}

describe('the list of jobs', () => {
  test('finds jobs by words and filters, page by page, and keeps them in the address', async () => {
    await using window = await open('jobs');
    const { page } = window;
    const count = (text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();
    await count('40 jobs');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    await expect.poll(() => lines(page).count(), SOON).toBe(15);
    await page.goBack();
    await page.getByText('Page 1 of 2').waitFor();
    await expect.poll(() => lines(page).count(), SOON).toBe(25);

    await page.getByLabel('Search jobs').pressSequentially('quillpen');
    await count('2 jobs');
    await expect.poll(() => page.url(), SOON).toContain('q=quillpen');
    await page.reload();
    await count('2 jobs');
    await expect.poll(() => lines(page).count(), SOON).toBe(2);
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Interviewing' });
    await count('1 job');
    await page.getByLabel('Search jobs').fill('');
    await count('2 jobs');
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Any status' });
    await count('40 jobs');
    await page.getByLabel('Remote only').check();
    await page.getByLabel('Match').selectOption({ label: '60 or better' });
    await expect.poll(() => page.url(), SOON).toContain('score=60');
    await expect
      .poll(
        async () =>
          (
            await lines(page)
              .getByText(/^\d+ % match$/)
              .allTextContents()
          ).every(isGood),
        SOON,
      )
      .toBe(true);
    await page.getByLabel('Sort by').selectOption({ label: 'Best match first' });
    await expect
      .poll(
        () =>
          lines(page)
            .getByText(/match$/)
            .allTextContents()
            .then(isFalling),
        SOON,
      )
      .toBe(true);
    await page.getByLabel('Search jobs').fill('nobody has written this');
    await page.getByText('No matching jobs').waitFor();
    expect(await findTrouble(window, app.url)).toEqual([]);
  });

  test('shows the last request, even if an earlier answer comes later', async () => {
    await using window = await open('jobs');
    const { page } = window;
    await page.getByText('40 jobs').waitFor();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route('**/jobs?search=platform*', async (route) => {
      asked.resolve();
      await held.promise;
      // The page may have hung up already.
      await route.continue().catch(() => undefined);
      answered.resolve();
    });
    await page.getByLabel('Search jobs').fill('platform');
    await asked.promise;
    await page.getByLabel('Search jobs').fill('quillpen');
    await page.getByText('2 jobs').waitFor();
    held.resolve();
    await answered.promise;
    await page.evaluate(`fetch('/health').then((answer) => answer.text())`);
    expect(await page.getByText('2 jobs').count()).toBe(1);
    expect(await lines(page).filter({ hasText: 'Quillpen' }).count()).toBe(2);
  });

  test('shows a star before the app has confirmed it, and keeps it', async () => {
    const { id, title } = await addJob('Stargazer');
    await using window = await open('jobs?q=Stargazer');
    const { page } = window;
    const star = window.button(`Star: ${title}`);
    await star.waitFor();
    const letThem = await holdChanges(page);
    await star.click();
    await expect.poll(() => star.getAttribute('aria-pressed'), SOON).toBe('true');
    expect((await loadJob(id)).starred).toBe(false);
    letThem();
    await expect.poll(async () => (await loadJob(id)).starred, SOON).toBe(true);
    await page.reload();
    await expect.poll(() => star.getAttribute('aria-pressed'), SOON).toBe('true');
  });

  test('reverts a change that the app refuses, and tells the user', async () => {
    const { id, title } = await addJob('Stowaway');
    await using window = await open('jobs?q=Stowaway');
    const { page } = window;
    await window.button(statusOf(title, 'Inbox')).waitFor();
    await refuseChanges(page, 'Somebody was quicker.');
    await window.button(statusOf(title, 'Inbox')).click();
    await page.getByRole('menuitemradio', { name: 'Offer' }).click();
    await page.getByText(`“${title}” was not changed. Somebody was quicker.`).waitFor();
    await window.button(statusOf(title, 'Inbox')).waitFor();
    expect(await window.button(statusOf(title, 'Offer')).count()).toBe(0);
    expect((await loadJob(id)).status).toBe('inbox');
    await window.screenshot('jobs-refused');
  });

  test('loses nothing while the app is unreachable, and continues afterwards', async () => {
    const { id, title } = await addJob('Hermit');
    await using window = await open('jobs?q=Hermit');
    const { page } = window;
    const star = window.button(`Star: ${title}`);
    await star.waitFor();
    await window.context.setOffline(true);
    await star.click();
    await page.getByText(`“${title}” was not changed. The app cannot be reached right now.`).waitFor();
    await expect.poll(() => star.getAttribute('aria-pressed'), SOON).toBe('false');
    const lost = page.getByText('The app does not respond.');
    await lost.waitFor();
    await window.screenshot('jobs-lost');
    await window.context.setOffline(false);
    await lost.waitFor({ state: 'detached' });
    await star.click();
    await expect.poll(async () => (await loadJob(id)).starred, SOON).toBe(true);
    expect(window.complaints).toEqual([]);
  });

  test('changes the status with the keyboard alone', async () => {
    const { id, title } = await addJob('Typesetter');
    await using window = await open('jobs?q=Typesetter');
    const { page } = window;
    await window.button(statusOf(title, 'Inbox')).focus();
    await page.keyboard.press('Enter');
    const choices = page.getByRole('menuitemradio');
    await choices.filter({ hasText: 'Inbox' }).and(page.locator(':focus')).waitFor();
    expect(await choices.count()).toBe(6);
    expect(await findTrouble(window, app.url)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await choices.filter({ hasText: 'Applied' }).and(page.locator(':focus')).waitFor();
    // Going through the choices has changed nothing yet.
    expect((await loadJob(id)).status).toBe('inbox');
    await page.keyboard.press('Enter');
    await window.button(statusOf(title, 'Applied')).waitFor();
    await expect.poll(async () => (await loadJob(id)).status, SOON).toBe('applied');
  });

  test('moves and deletes several jobs at once', async () => {
    const jobs = [await addJob('Twin Left'), await addJob('Twin Right'), await addJob('Twin Spare')];
    await using window = await open('jobs?q=Twin');
    const { page } = window;
    await page.getByText('3 jobs', { exact: true }).waitFor();
    await page.getByLabel('Select all on this page').check();
    await page.getByText('3 selected').waitFor();
    await page.getByLabel('Select Twin Spare').uncheck();
    await page.getByText('2 selected').waitFor();
    await window.button('Move to').click();
    await page.getByRole('menuitemradio', { name: 'Skipped' }).click();
    const statuses = async (): Promise<string[]> =>
      (await Promise.all(jobs.map(({ id }) => loadJob(id)))).map(({ status }) => status);
    await expect.poll(statuses, SOON).toEqual(['skipped', 'skipped', 'inbox']);
    await window.button('Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 jobs?' });
    await dialog.getByText('This cannot be undone.').waitFor();
    expect(await findTrouble(window, app.url)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('1 job', { exact: true }).waitFor();
    await expect.poll(() => lines(page).getByRole('link').allTextContents(), SOON).toEqual(['Twin Spare']);
    expect(await app.ask('/jobs?search=Twin')).toMatchObject({ total: 1 });
  });
});

describe('the board of jobs', () => {
  test('keeps a card that is dragged to another column after a reload', async () => {
    const { id, title } = await addJob('Ferryman');
    await using window = await open('jobs?look=board&q=Ferryman');
    const { page } = window;
    await cards(page, 'Inbox', title).waitFor();
    await cards(page, 'Inbox', title).dragTo(column(page, 'Interviewing'), { targetPosition: { x: 60, y: 60 } });
    await cards(page, 'Interviewing', title).waitFor();
    await expect.poll(async () => (await loadJob(id)).status, SOON).toBe('interviewing');
    await expect
      .poll(() => column(page, 'Interviewing').getByRole('heading').textContent(), SOON)
      .toBe('Interviewing1');
    await page.reload();
    await cards(page, 'Interviewing', title).waitFor();
    expect(await cards(page, 'Inbox', title).count()).toBe(0);
    expect(await findTrouble(window, app.url)).toEqual([]);
  });

  test('returns a card that may not be moved', async () => {
    const { id, title } = await addJob('Boomerang');
    await using window = await open('jobs?look=board&q=Boomerang');
    const { page } = window;
    await cards(page, 'Inbox', title).waitFor();
    await refuseChanges(page, 'Not today.');
    await cards(page, 'Inbox', title).dragTo(column(page, 'Applied'), { targetPosition: { x: 60, y: 60 } });
    await page.getByText(`“${title}” was not changed. Not today.`).waitFor();
    await cards(page, 'Inbox', title).waitFor();
    expect(await cards(page, 'Applied', title).count()).toBe(0);
    expect((await loadJob(id)).status).toBe('inbox');
    await window.screenshot('jobs-board-refused');
  });

  test('moves a card with the keyboard, and announces it to screen readers', async () => {
    const { id, title } = await addJob('Lamplighter');
    await using window = await open('jobs?look=board&q=Lamplighter', { phone: true });
    const { page } = window;
    await window.button(statusOf(title, 'Inbox')).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Inbox' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('menuitemradio', { name: 'Skipped' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await cards(page, 'Skipped', title).waitFor();
    await page.locator('output', { hasText: `${title}: Skipped` }).waitFor({ state: 'attached' });
    await expect.poll(async () => (await loadJob(id)).status, SOON).toBe('skipped');
    expect(await window.overhang()).toBe(0);
  });
});

describe('the page of a job', () => {
  test('shows what is known, analyzes it, and remembers what was done', async () => {
    const { id, title } = await addJob('Cartographer');
    await using window = await open('jobs?q=Cartographer');
    const { page } = window;
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await column(page, 'Description').getByRole('heading', { name: 'Requirements' }).waitFor();
    await column(page, 'Quick match').getByText('In your resume', { exact: true }).waitFor();
    const analysis = column(page, 'Analysis');
    await analysis.getByLabel('Made by').selectOption({ label: 'Rules (offline)' });
    await window.button('Analyze').click();
    await analysis.getByText('Strengths').waitFor();
    await analysis.getByText('by rules').waitFor();
    await window.button('Analyze again').waitFor();

    await window.button(statusOf(title, 'Inbox')).click();
    await page.getByRole('menuitemradio', { name: 'Applied' }).click();
    await column(page, 'History').getByText('From “Inbox” to “Applied”').waitFor();

    await page.getByLabel('Notes', { exact: true }).last().fill('Ask for Robin.');
    await window.button('Save notes').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await analysis.getByText('Strengths').waitFor();
    await expect.poll(() => page.locator('textarea').inputValue(), SOON).toBe('Ask for Robin.');
    const file = (await app.ask(`/jobs/${id}`)) as JobFile;
    expect([file.job.notes, file.history.map(({ newStatus }) => newStatus)]).toEqual([
      'Ask for Robin.',
      ['inbox', 'applied'],
    ]);
    expect(await page.getByRole('link', { name: 'Tailor my resume' }).getAttribute('href')).toBe(`#/tailor/${id}`);
    expect(await findTrouble(window, app.url)).toEqual([]);
    await page.getByRole('link', { name: 'All jobs' }).click();
    await page.getByText('1 job', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Ask the assistant' }).click();
    await page.getByRole('list', { name: 'Context for the assistant' }).getByText(title).waitFor();
  });

  test('edits a job by hand, and deletes it', async () => {
    const salary = { min: 185_000, max: 220_000, currency: 'USD', period: 'year' };
    const { id } = await addJob('Pilot', { salary });
    await using window = await open(`jobs/${id}?q=Harbour`);
    const { page } = window;
    await window.button('Edit').click();
    const dialog = page.getByRole('dialog', { name: 'Edit the job' });
    await dialog.getByLabel('Title').fill('Harbour Master');
    await dialog.getByLabel('Maximum pay').fill('230000');
    await dialog.getByLabel('Tags').fill('sea, quiet');
    expect(await findTrouble(window, app.url)).toEqual([]);
    await window.screenshot('jobs-edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Harbour Master' }).waitFor();
    await column(page, 'About the job').getByText('sea, quiet').waitFor();
    expect(await app.ask(`/jobs/${id}`)).toMatchObject({
      job: { title: 'Harbour Master', tags: ['sea', 'quiet'], salary: { min: 185_000, max: 230_000 } },
    });
    await window.button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No matching jobs').waitFor();
    await using another = await open(`jobs/${id}`);
    await another.page
      .getByRole('alert')
      .filter({ hasText: String(id) })
      .waitFor();
    await another.screenshot('jobs-gone');
  });

  test('runs nothing of a posting, and reports to nobody that it is read', async () => {
    const { job } = (await app.ask('/jobs', {
      body: {
        title: '<img src=x onerror="globalThis.hacked=1">',
        company: '<script>globalThis.hacked=1</script>',
        description:
          '<script>globalThis.hacked=1</script>\n\n<img src="https://tracker.example/a.png" onerror="globalThis.hacked=1">\n\n' +
          '[press](javascript:globalThis.hacked=1)\n\n![seen](https://tracker.example/b.png)\n\n' +
          '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>\n\nThe end.',
        notes: '</textarea><script>globalThis.hacked=1</script>',
      },
    })) as JobFile;
    await using window = await open(`jobs/${job.id}`);
    const { page } = window;
    await page.getByText('The end.').waitFor();
    await page.getByText('press', { exact: true }).click();
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(await page.locator('main :is(img, iframe, script, a[href^="javascript:"])').count()).toBe(0);
    await page.getByRole('link', { name: 'All jobs' }).click();
    await lines(page).getByText('onerror').first().waitFor();
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(await findTrouble(window, app.url)).toEqual([]);
  });
});

function isGood(text: string): boolean {
  return Number.parseInt(text, 10) >= 60;
}

function isFalling(texts: readonly string[]): boolean {
  const numbers = texts.map((text) => Number.parseInt(text, 10));
  return numbers.length > 1 && numbers.every((number, index) => index === 0 || number <= numbers[index - 1]!);
}
