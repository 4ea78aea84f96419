import { Server, ServerContext } from '@posthouse/components';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PageFacts } from '../src/detect/index.ts';
import { LanguageContext } from '../src/words/use-words.ts';
import { pageWith, ScriptedBrowser } from './__fixtures__/scripted-browser.ts';
import type { PageAccess } from './page-access.ts';
import { PageStrip } from './page-strip.tsx';
import { PageWatcher } from './page-watcher.ts';

const noAccess: PageAccess = { has: async () => false, ask: async () => false };

/** The strip as it is drawn first for a page. */
async function draw(page: PageFacts | 'closed' | undefined, language: 'en' | 'zh' = 'en'): Promise<string> {
  using watcher = new PageWatcher(new ScriptedBrowser({ 1: page }, 1), { laterMs: [] });
  await expect.poll(() => watcher.read().kind, { timeout: 15_000 }).not.toBe('unseen');
  using server = new Server({ base: 'http://app.example', token: 't', fetch: () => Promise.reject(new Error('away')) });
  return renderToStaticMarkup(
    <LanguageContext value={{ language, change: () => undefined }}>
      <ServerContext value={server}>
        <PageStrip watcher={watcher} access={noAccess} />
      </ServerContext>
    </LanguageContext>,
  );
}

test('a page that was not read yet is not mentioned', () => {
  using watcher = new PageWatcher(new ScriptedBrowser(), { laterMs: [] });
  expect(renderToStaticMarkup(<PageStrip watcher={watcher} access={noAccess} />)).toBe('');
});

test('a posting has its title, its company and a button that saves it', async () => {
  const markup = await draw(pageWith('Cook'));
  expect(markup).toContain('>Cook</p>');
  expect(markup).toContain('>The Inn</p>');
  expect(markup).toMatch(/<button type="button"[^>]*>.*Save<\/button>/);
  expect(markup).not.toContain('<select');
});

test('one of several postings can be chosen', async () => {
  const markup = await draw(pageWith('Cook', 'Baker'));
  expect(markup).toContain('One of 2 postings on this page');
  expect([...markup.matchAll(/<option[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
    '1 of 2: Cook',
    '2 of 2: Baker',
  ]);
});

test('the words of a page are shown as text', async () => {
  const markup = await draw(pageWith('&amp;amp;lt;img src=x onerror=y&amp;amp;gt; Cook'));
  expect(markup).toContain('&amp;lt;img src=x onerror=y&amp;gt; Cook');
  expect(markup).not.toContain('<img');
});

test.each([
  ['without a posting', pageWith(), 'en', 'No posting on this page.'],
  ['without a posting', pageWith(), 'zh', '此页面上没有职位。'],
  ['that may not be read', 'closed', 'zh', '要在此页面查找职位，请点击扩展程序图标'],
] as const)('a page %s is reported (%#)', async (_name, page, language, sentence) => {
  expect(await draw(page, language)).toContain(sentence);
});
