import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageWith, ScriptedBrowser } from './__fixtures__/scripted-browser.ts';
import { PageWatcher } from './page-watcher.ts';

const SOON = { timeout: 15_000 };
const once = { laterMs: [] };
/** What the watcher sees, in a word or by the titles of the postings. */
function seenBy(watcher: PageWatcher): string {
  const state = watcher.read();
  return state.kind === 'found' ? state.jobs.map(({ job }) => job.title).join(', ') : state.kind;
}

describe('the page beside the panel', () => {
  test.each([
    ['has a posting', pageWith('Cook'), 'Cook'],
    ['has several postings', pageWith('Cook', 'Baker'), 'Cook, Baker'],
    ['has no posting', pageWith(), 'empty'],
    ['may not be read', 'closed' as const, 'closed'],
    ['gives nothing useful', undefined, 'empty'],
  ])('a page is recognised when it %s', async (_name, page, seen) => {
    using watcher = new PageWatcher(new ScriptedBrowser({ 1: page }, 1), once);
    expect(seenBy(watcher)).toBe('unseen');
    await expect.poll(() => seenBy(watcher), SOON).toBe(seen);
  });

  test('the page beside the panel changes when the user goes to another tab', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook'), 2: pageWith('Baker') }, 1);
    using watcher = new PageWatcher(browser, once);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook');
    browser.active = 2;
    browser.tell();
    await expect.poll(() => seenBy(watcher), SOON).toBe('Baker');
  });

  test('a page is read again after it navigates', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook') }, 1);
    using watcher = new PageWatcher(browser, once);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook');
    browser.pages.set(1, pageWith());
    browser.tell(1);
    await expect.poll(() => seenBy(watcher), SOON).toBe('empty');
    browser.pages.set(1, 'closed');
    browser.tell(1);
    await expect.poll(() => seenBy(watcher), SOON).toBe('closed');
  });

  test('the page stays that of the same tab when the panel itself comes to the front', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook') }, 1);
    using watcher = new PageWatcher(browser, once);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook');
    browser.active = undefined;
    browser.pages.set(1, pageWith('Baker'));
    browser.tell();
    await expect.poll(() => seenBy(watcher), SOON).toBe('Baker');
  });

  test('a page is not read because of events in other tabs', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook'), 2: pageWith('Baker') }, 1);
    using watcher = new PageWatcher(browser, once);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook');
    const { reads } = browser;
    browser.tell(2);
    browser.tell(1);
    await expect.poll(() => browser.reads, SOON).toBeGreaterThan(reads);
    expect(browser.reads).toBe(reads + 1);
  });

  test('a page is read only once more for all changes that happen while it is read', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook') }, 1);
    const release = browser.hold();
    using watcher = new PageWatcher(browser, once);
    await expect.poll(() => browser.reads, SOON).toBe(1);
    browser.pages.set(1, pageWith('Baker'));
    for (let times = 0; times < 20; times += 1) browser.tell(1);
    const seen: string[] = [];
    watcher.subscribe(() => seen.push(seenBy(watcher)));
    release();
    await expect.poll(() => seenBy(watcher), SOON).toBe('Baker');
    expect(seen).toEqual(['Baker']);
    expect(browser.reads).toBe(2);
  });
});

describe('a listener of PageWatcher', () => {
  test('a listener is called when the page has changed, and only then', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook') }, 1);
    using watcher = new PageWatcher(browser, once);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook');
    const first = watcher.read();
    const seen: string[] = [];
    const stop = watcher.subscribe(() => seen.push(seenBy(watcher)));
    browser.pages.set(1, pageWith('Cook'));
    const { reads } = browser;
    browser.tell(1);
    await expect.poll(() => browser.reads, SOON).toBe(reads + 1);
    browser.pages.set(1, pageWith('Baker'));
    browser.tell(1);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Baker');
    expect(seen).toEqual(['Baker']);
    expect(watcher.read()).not.toBe(first);
    stop();
    browser.pages.set(1, pageWith());
    browser.tell(1);
    await expect.poll(() => seenBy(watcher), SOON).toBe('empty');
    expect(seen).toEqual(['Baker']);
  });
});

describe('the chosen posting of several', () => {
  test('the first posting is chosen until the user chooses another, which stays while the page says the same', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook', 'Baker') }, 1);
    using watcher = new PageWatcher(browser, once);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook, Baker');
    const chosen = (): string | undefined => {
      const state = watcher.read();
      return state.kind === 'found' ? state.chosen.job.title : undefined;
    };
    expect(chosen()).toBe('Cook');
    const state = watcher.read();
    if (state.kind === 'found') watcher.choose(state.jobs[1]!);
    expect(chosen()).toBe('Baker');
    const { reads } = browser;
    browser.tell(1);
    await expect.poll(() => browser.reads, SOON).toBe(reads + 1);
    expect(chosen()).toBe('Baker');
    browser.pages.set(1, pageWith('Cook', 'Waiter'));
    browser.tell(1);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook, Waiter');
    expect(chosen()).toBe('Cook');
  });

  test('the chosen posting is known by the job that it was saved as, until another is chosen', async () => {
    using watcher = new PageWatcher(new ScriptedBrowser({ 1: pageWith('Cook', 'Baker') }, 1), once);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook, Baker');
    const savedAs = (): number | undefined => {
      const state = watcher.read();
      return state.kind === 'found' ? state.savedAs : undefined;
    };
    const state = watcher.read();
    const [cook, baker] = state.kind === 'found' ? state.jobs : [];
    let told = 0;
    watcher.subscribe(() => (told += 1));
    watcher.noteSaved(baker!, 8);
    expect(savedAs()).toBeUndefined();
    watcher.noteSaved(cook!, 7);
    watcher.noteSaved(cook!, 7);
    expect(savedAs()).toBe(7);
    expect(told).toBe(1);
    watcher.choose(baker!);
    expect(savedAs()).toBeUndefined();
  });

  test('a posting of another page cannot be chosen', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook') }, 1);
    using watcher = new PageWatcher(browser, once);
    await expect.poll(() => seenBy(watcher), SOON).toBe('Cook');
    const before = watcher.read();
    watcher.choose({ job: { title: 'X', url: 'https://x.example', source: 'json-ld' }, ingest: {} });
    expect(watcher.read()).toBe(before);
  });
});

describe('a page that keeps changing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a page that keeps changing is read again some time after each change', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith() }, 1);
    using watcher = new PageWatcher(browser, { laterMs: [100, 500] });
    await vi.advanceTimersByTimeAsync(0);
    expect(seenBy(watcher)).toBe('empty');
    browser.pages.set(1, pageWith('Cook'));
    await vi.advanceTimersByTimeAsync(100);
    expect(seenBy(watcher)).toBe('Cook');
    browser.pages.set(1, pageWith('Baker'));
    await vi.advanceTimersByTimeAsync(400);
    expect(seenBy(watcher)).toBe('Baker');
    const { reads } = browser;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browser.reads).toBe(reads);
    browser.tell(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browser.reads).toBe(reads + 3);
  });

  test('a page that does not answer is not waited for, and is read once it does', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith('Cook'), 2: pageWith('Baker') }, 1);
    const release = browser.hold();
    using watcher = new PageWatcher(browser, once);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seenBy(watcher)).toBe('closed');
    browser.active = 2;
    browser.tell();
    await vi.advanceTimersByTimeAsync(0);
    expect(seenBy(watcher)).toBe('Baker');
    browser.active = 1;
    const { reads } = browser;
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(seenBy(watcher)).toBe('Cook');
    expect(browser.reads).toBe(reads + 1);
  });

  test('a page is no longer read when the panel is closed', async () => {
    const browser = new ScriptedBrowser({ 1: pageWith() }, 1);
    new PageWatcher(browser)[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browser.reads).toBe(1);
    expect(browser.listeners.size).toBe(0);
  });
});
