import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ExtensionBrowser } from './__fixtures__/extension-browser.ts';
import { type OpenApp, openApp, TOKEN } from './__fixtures__/open-app.ts';
import { type PanelWindow, screenshots } from './__fixtures__/panel-window.ts';
import { jsonLd, posting, PostingSite } from './__fixtures__/posting-site.ts';

const SOON = { timeout: 60_000 };
const LEVER = '/coast/5ac21346-8e0c-4494-8e7a-3eb92ff77902';
const LITERAL = '/coast/00000000-8e0c-4494-8e7a-3eb92ff77902';
const HOSTILE = '<img src=x onerror="globalThis.hacked=1">Captain</script><script>globalThis.hacked=1</script>';

const PAGES = {
  '/keeper': `<title>Keeper</title><h1>Keeper</h1>${jsonLd(posting())}`,
  '/baker': `<title>Baker</title>${jsonLd({ '@graph': [{ '@type': 'WebSite' }, posting({ title: 'Ship Baker' })] })}`,
  '/about': '<title>About us</title><h1>About us</h1><p>We hire lighthouse keepers.</p>',
  '/several': `<title>Jobs</title>${jsonLd([
    posting({ title: 'Mate', url: '/jobs/mate' }),
    posting({ title: 'Diver', url: '/jobs/diver' }),
  ])}`,
  '/microdata': `<title>Cook</title><div itemscope itemtype="https://schema.org/JobPosting">
    <h1 itemprop="title">Ship Cook</h1>
    <div itemprop="hiringOrganization" itemscope itemtype="https://schema.org/Organization"><b itemprop="name">The Fleet</b></div>
    <div itemprop="description"><p>Cooks for everybody on board.</p></div></div>`,
  [LEVER]:
    '<title>The Coast - Harbour Pilot</title><main><h2>Harbour Pilot</h2><p>Brings ships home safely.</p></main>',
  [LITERAL]: '<title>The Coast - &lt;img src=x onerror=globalThis.hacked=1&gt; Pilot</title><p>Steers.</p>',
  // A page that shows one thing after the other without loading anything.
  '/app': `<title>Jobs</title><div id="job"></div><script>
    const postings = ${JSON.stringify([posting({ title: 'Sailor' }), posting({ title: 'Signaller' })]).replaceAll('<', String.raw`\u003c`)};
    const show = (at) => {
      const script = document.createElement('script');
      script.type = 'application/ld+json';
      script.text = JSON.stringify(postings[at]);
      document.querySelector('#job').replaceChildren(script);
    };
    show(0);
    globalThis.goOn = () => { history.pushState({}, '', '/app/2'); setTimeout(() => show(1), 300); };
  </script>`,
  '/hostile': `<title>x</title><form name="body"></form>
    ${jsonLd('{"@type": "JobPosting", "title": "Broken')}
    ${jsonLd(posting({ title: 'Huge', description: 'x'.repeat(5_000_000) }))}
    ${jsonLd(posting({ title: HOSTILE, hiringOrganization: `${HOSTILE} & Sons`, description: `${HOSTILE} works.` }))}`,
  '/broken': `<title>x</title>${jsonLd('{"@type": "JobPosting", "title": "Broken')}${jsonLd('[[[[')}`,
  '/huge': `<title>x</title>${jsonLd(posting({ description: 'x'.repeat(5_000_000) }))}`,
};

let app: OpenApp;
let site: PostingSite;
let browser: ExtensionBrowser;
beforeAll(async () => {
  app = await openApp();
  site = await PostingSite.open(PAGES);
  browser = await ExtensionBrowser.open();
}, 240_000);
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
}, 120_000);
afterEach(async () => {
  // The last tab stays, since a browser without tabs ends.
  const [first, ...others] = browser.context.pages();
  await first!.goto('about:blank');
  for (const page of others) await page.close();
}, 120_000);

type Listed = { jobs: { id: number; title: string; company: string; source: string; url: string }[]; total: number };

async function findJobs(search: string): Promise<Listed['jobs']> {
  return ((await app.ask(`/jobs?search=${encodeURIComponent(search)}`)) as Listed).jobs;
}

/** A page that the reader has pointed at, and a panel that was paired beside it. */
async function openBeside(path: string, host?: string): Promise<{ tab: Page; panel: PanelWindow }> {
  const panel = await browser.openPanel();
  await panel.enter({ url: app.url, token: TOKEN });
  const tab = await browser.openTab(site.at(path, host));
  await panel.sees('click the icon');
  await browser.pointAt(tab);
  // Browsers draw tabs in the background seldom, and tests wait for drawings. The panel stays with the tab that it saw.
  await panel.page.bringToFront();
  return { tab, panel };
}

/** Sends a message to the assistant. Gives what it was told along with that. */
async function ask(panel: PanelWindow, text: string): Promise<unknown> {
  const asked = panel.page.waitForRequest(
    (request) => request.url() === `${app.url}/jobs/chat` && request.method() === 'POST',
  );
  await panel.page.getByLabel('Your message').fill(text);
  await panel.page.keyboard.press('Enter');
  return ((await asked).postDataJSON() as { context: unknown }).context;
}

describe('pairing of the extension', () => {
  test('needs an address and a code, and is remembered', async () => {
    const panel = await browser.openPanel();
    await panel.page.evaluate('chrome.storage.local.clear()');
    await panel.page.reload();
    await panel.page.getByLabel('Pairing code').waitFor();
    expect(await panel.look('pairing')).toEqual([]);
    await panel.page.getByLabel('Address of the app').fill('http://192.168.1.5:3033');
    await panel.page.getByLabel('Pairing code').fill('ABCD-EFGH');
    await panel.button('Pair').click();
    await panel.page.getByText('This address cannot be used.').waitFor();
    await panel.page.getByLabel('Address of the app').fill(app.url);
    await panel.button('Pair').click();
    await panel.page.getByRole('alert').filter({ hasText: 'code' }).waitFor();
    await panel.pair(app);
    await panel.page.reload();
    await panel.page.getByRole('navigation').waitFor();
    expect(await panel.page.getByLabel('Pairing code').count()).toBe(0);
    const kept = await panel.page.evaluate('chrome.storage.local.get()');
    expect(kept).toEqual({ address: app.url, token: expect.stringMatching(/^.{32,}$/) });
    expect(panel.complaints).toEqual([]);
  });
});

describe('a posting on the page beside the panel', () => {
  test('a posting is found, given to the assistant, saved with one click, and recognised from then on', async () => {
    const { tab, panel } = await openBeside('/keeper');
    await panel.sees('Lighthouse Keeper');
    await panel.sees('The Coast · Brest, FR');
    expect(await panel.look('found')).toEqual([]);

    const chip = panel.page.getByRole('list', { name: 'Context for the assistant' }).getByRole('listitem');
    await chip.filter({ hasText: 'Lighthouse Keeper' }).waitFor();
    expect(await ask(panel, 'What can you do?')).toMatchObject({
      detectedJob: {
        title: 'Lighthouse Keeper',
        company: 'The Coast',
        location: 'Brest, FR',
        url: site.at('/keeper'),
        source: 'json-ld',
        description: 'Keeps the light of the coast.\n- TypeScript\n- Backoff',
      },
    });
    await panel.page.getByText('Offline mode').first().waitFor();
    // Only when an answer is complete the next message may be sent.
    await panel.button('Stop').waitFor({ state: 'hidden' });

    expect(await findJobs('lighthouse')).toEqual([]);
    await panel.strip.getByRole('button', { name: 'Save' }).click();
    await panel.strip.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    const [job] = await findJobs('lighthouse');
    expect(job).toMatchObject({ title: 'Lighthouse Keeper', company: 'The Coast', url: site.at('/keeper') });
    expect(await panel.look('saved')).toEqual([]);

    // What was saved is a job that the assistant can work on.
    expect(await ask(panel, 'Analyze this job')).toMatchObject({ jobId: job!.id });
    await panel.page.getByText('Offline mode').nth(1).waitFor();
    await panel.page.locator('[data-role=text]').filter({ hasText: 'Lighthouse Keeper' }).first().waitFor();
    expect(await panel.look('chat')).toEqual([]);

    await panel.strip.getByRole('link', { name: 'Open the job' }).click();
    await panel.page.getByRole('main', { name: 'Jobs' }).getByText('Lighthouse Keeper').first().waitFor();
    expect(await panel.look('job')).toEqual([]);

    // The same posting under an address with what a mail adds to it.
    await tab.goto(`${site.at('/keeper')}?utm_source=mail`);
    await tab.bringToFront();
    await panel.page.reload();
    await panel.strip.getByRole('status').filter({ hasText: 'Already saved' }).waitFor();
    expect(await panel.strip.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(panel.complaints).toEqual([]);
    const hosts = new Set(panel.requests.map(({ host }) => host));
    expect([...hosts].toSorted()).toEqual([new URL(app.url).host, browser.id].toSorted());
  });

  test('each of several postings can be saved', async () => {
    const { panel } = await openBeside('/several');
    await panel.sees('Mate');
    const choice = panel.strip.getByRole('combobox', { name: 'One of 2 postings on this page' });
    await panel.strip.getByRole('button', { name: 'Save' }).click();
    await panel.sees('Saved');
    await choice.selectOption({ label: '2 of 2: Diver' });
    await panel.strip.getByRole('button', { name: 'Save' }).click();
    await panel.sees('Saved');
    expect(await panel.look('several')).toEqual([]);
    const saved = [...(await findJobs('mate coast')), ...(await findJobs('diver coast'))];
    expect(saved.map(({ title, url }) => [title, url])).toEqual([
      ['Mate', site.at('/jobs/mate')],
      ['Diver', site.at('/jobs/diver')],
    ]);
  });

  test('a posting may be marked up as microdata', async () => {
    const { panel } = await openBeside('/microdata');
    await panel.sees('Ship Cook');
    await panel.sees('The Fleet');
    await panel.strip.getByRole('button', { name: 'Save' }).click();
    await panel.sees('Saved');
    expect(await findJobs('cook fleet')).toMatchObject([{ title: 'Ship Cook', company: 'The Fleet' }]);
  });

  test('a posting may be on a board that is recognised by its address', async () => {
    const { panel } = await openBeside(LEVER, 'jobs.lever.co');
    await panel.sees('Harbour Pilot');
    await panel.strip.getByRole('button', { name: 'Save' }).click();
    await panel.sees('Saved');
    const [job] = await findJobs('pilot');
    expect(job).toMatchObject({ title: 'Harbour Pilot', company: 'The Coast' });
    const { job: file } = (await app.ask(`/jobs/${job!.id}`)) as { job: { jdMarkdown: string } };
    expect(file.jdMarkdown).toContain('Brings ships home safely.');
  });
});

describe('the extension panel', () => {
  test('reads no page that the user has not chosen', async () => {
    const panel = await browser.openPanel();
    await panel.enter({ url: app.url, token: TOKEN });
    await browser.openTab(site.at('/keeper'));
    await panel.sees('To look for a posting here, click the icon of the extension');
    expect(await panel.strip.getByRole('button').allTextContents()).toEqual(['On known boards', 'On every page']);
    expect(await panel.look('closed')).toEqual([]);
    const { origins, permissions } = (await panel.page.evaluate('chrome.permissions.getAll()')) as {
      origins: string[];
      permissions: string[];
    };
    expect(origins).toEqual([]);
    expect(permissions.toSorted()).toEqual(['activeTab', 'scripting', 'sidePanel', 'storage']);
  });

  test('keeps its token private, even from what it runs inside pages', async () => {
    const { panel } = await openBeside('/keeper');
    await panel.sees('Lighthouse Keeper');
    const read = await panel.page.evaluate(`(async () => {
      const [tab] = await chrome.tabs.query({ url: '*://coast.test/*' });
      const func = () => chrome.storage.local.get().then(JSON.stringify, String);
      return (await chrome.scripting.executeScript({ target: { tabId: tab.id }, func }))[0].result;
    })()`);
    expect(read).toMatch(/not allowed/);
    expect(JSON.stringify(await panel.page.evaluate('chrome.storage.local.get()'))).toContain(TOKEN);
  });

  test('follows the user from page to page and from tab to tab', async () => {
    const { tab, panel } = await openBeside('/keeper');
    await panel.sees('Lighthouse Keeper');
    await tab.goto(site.at('/about'));
    await panel.sees('No posting on this page.');
    expect(await panel.look('empty')).toEqual([]);
    await tab.goto(site.at('/baker'));
    await panel.sees('Ship Baker');
    // Another site is another matter.
    const other = await browser.openTab(site.at('/keeper', 'elsewhere.test'));
    await panel.sees('click the icon');
    await browser.pointAt(other);
    await panel.sees('Lighthouse Keeper');
    await tab.bringToFront();
    await panel.sees('Ship Baker');
    await tab.goto(site.at('/keeper', 'elsewhere.test'));
    await panel.sees('click the icon');
  });

  test('notices when a page changes without being loaded', async () => {
    const { tab, panel } = await openBeside('/app');
    await panel.sees('Sailor');
    await tab.evaluate('goOn()');
    await panel.sees('Signaller');
    await panel.strip.getByRole('button', { name: 'Save' }).click();
    await panel.sees('Saved');
    expect(await findJobs('signaller')).toMatchObject([{ url: site.at('/app/2') }]);
  });

  test('opens at the side of the window when the icon is clicked', async () => {
    const [tab] = browser.context.pages();
    const panel = await browser.openPanel();
    await panel.enter({ url: app.url, token: TOKEN });
    await panel.page.close();
    await tab!.goto(site.at('/baker'));
    await browser.pointAt(tab!);
    await using side = await browser.sidePanel();
    await expect.poll(() => side.evaluate('document.body.innerText'), SOON).toContain('Ship Baker');
    expect(await side.evaluate('innerWidth')).toBeLessThan(500);
    expect(await side.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await side.screenshot(join(screenshots, 'panel-at-the-side.png'));
  });

  test('speaks Chinese, too', async () => {
    const { panel } = await openBeside('/about');
    await panel.sees('No posting on this page.');
    await panel.button('中文').click();
    await panel.page.getByRole('region', { name: '旁边的页面' }).getByText('此页面上没有职位。').waitFor();
    expect(await panel.look('chinese')).toEqual([]);
    await panel.button('English').click();
    await panel.sees('No posting on this page.');
  });
});

describe('a hostile page', () => {
  test('a hostile page is shown as text, of bounded length', async () => {
    const { panel } = await openBeside('/hostile');
    await panel.sees('Captain');
    // The one that is longer than any posting, and the one that is broken, are left out.
    expect(await panel.strip.getByRole('combobox').count()).toBe(0);
    expect(await panel.look('hostile')).toEqual([]);
    expect(await ask(panel, 'Hello')).toMatchObject({ detectedJob: { title: 'Captain', company: 'Captain & Sons' } });
    await panel.page.getByText('Offline mode').first().waitFor();
    await panel.strip.getByRole('button', { name: 'Save' }).click();
    await panel.sees('Saved');
    await panel.strip.getByRole('link', { name: 'Open the job' }).click();
    await panel.page.getByRole('main', { name: 'Jobs' }).getByText('Captain').first().waitFor();
    expect(await panel.page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(await panel.page.locator('img[src=x]').count()).toBe(0);
    expect(panel.complaints).toEqual([]);
  });

  test('the HTML of a hostile page is shown as it is written', async () => {
    const { panel } = await openBeside(LITERAL, 'jobs.lever.co');
    await panel.sees('<img src=x onerror=globalThis.hacked=1> Pilot');
    await panel.page.getByRole('listitem').filter({ hasText: '<img src=x' }).waitFor();
    expect(await panel.page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(await panel.page.locator('img').count()).toBe(0);
    expect(panel.complaints).toEqual([]);
  });

  test.each(['/broken', '/huge'])('no posting is found at %s', async (path) => {
    const { panel } = await openBeside(path);
    await panel.sees('No posting on this page.');
    expect(panel.complaints).toEqual([]);
  });
});
