import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStale } from './is-stale.ts';
import { isPageName, type PageName, PAGES } from './page.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'posthouse-stale-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, time: number): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, time, time);
}

const pages: PageName[] = ['studio', 'jobs', 'extension'];

test.each(pages)('a page is stale if it was never built: %s', (name) => {
  write(`${PAGES[name].folder}/src/main.tsx`, 10);
  expect(isStale(root, PAGES[name])).toBe(true);
});

const madeOf: [PageName, string][] = [
  ['studio', 'apps/studio/src/main.tsx'],
  ['studio', 'apps/studio/src/chat/chat-view.tsx'],
  ['studio', 'apps/studio/index.html'],
  ['studio', 'apps/components/src/theme.css'],
  ['studio', 'packages/client/src/index.ts'],
  ['studio', 'packages/protocol/src/index.ts'],
  ['jobs', 'apps/jobs/web/src/main.tsx'],
  ['jobs', 'apps/jobs/web/public/icon.svg'],
  ['jobs', 'apps/jobs/web/vite.config.ts'],
  ['jobs', 'apps/components/src/button.tsx'],
  ['extension', 'apps/jobs/web/extension/panel.tsx'],
  ['extension', 'apps/jobs/web/extension/public/manifest.json'],
  ['extension', 'apps/jobs/web/src/app/app.tsx'],
];
test.each(madeOf)('the page %s is stale if it is older than %s', (name, file) => {
  const page = PAGES[name];
  write(`${page.folder}/src/main.tsx`, 10);
  write(page.built, 20);
  expect(isStale(root, page)).toBe(false);
  write(file, 30);
  expect(isStale(root, page)).toBe(true);
});

const apart: [PageName, string][] = [
  ['studio', 'apps/studio/src/routing/route.test.ts'],
  ['studio', 'packages/server/src/index.ts'],
  ['studio', 'apps/jobs/web/src/main.tsx'],
  ['jobs', 'apps/jobs/web/src/routing/route.test.ts'],
  ['jobs', 'apps/jobs/src/main.ts'],
  ['jobs', 'apps/studio/src/main.tsx'],
  ['jobs', 'apps/jobs/web/extension/panel.tsx'],
  ['extension', 'apps/jobs/web/extension/page-watcher.test.ts'],
  ['extension', 'apps/jobs/web/extension/dist/panel.html.map'],
];
test.each(apart)('the page %s is not stale if only %s is newer', (name, file) => {
  const page = PAGES[name];
  write(`${page.folder}/src/main.tsx`, 10);
  write(page.built, 20);
  write(file, 30);
  expect(isStale(root, page)).toBe(false);
});

test('isPageName is true for pages only', () => {
  expect(['studio', 'jobs', 'toString', ''].map(isPageName)).toEqual([true, true, false, false]);
});
