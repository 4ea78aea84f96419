import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerError, answerUnmatched } from '../http/answer-error.ts';
import { addPageRoutes } from './add-page-routes.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets', 'main-1.js'), 'export {};');
  writeFileSync(join(folder, 'notes.txt'), 'not for readers');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function appWith(place: string): Hono {
  const app = new Hono();
  addPageRoutes(app, place);
  app.notFound(answerUnmatched);
  app.onError(answerError((error) => expect.unreachable(String(error))));
  return app;
}

test('the page is public, with a policy that allows nothing from elsewhere', async () => {
  const answer = await appWith(folder).request('/');
  expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html>']);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const policy = answer.headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test('browsers cache assets whose names contain a hash', async () => {
  const answer = await appWith(folder).request('/assets/main-1.js');
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe('export {};');
});

test('the icon is served, and revalidated each time', async () => {
  const answer = await appWith(folder).request('/icon.svg');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(answer.headers.get('content-type')).toContain('image/svg+xml');
});

test.each([
  '/notes.txt',
  '/index.html',
  '/assets/',
  '/assets/nothing.js',
  '/assets/../notes.txt',
  '/assets/%2e%2e/notes.txt',
  '/assets/..%2fnotes.txt',
  '/nowhere',
])('%s does not exist, which is reported as everywhere', async (path) => {
  const answer = await appWith(folder).request(path);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not_found' });
});

test('the page can only be read', async () => {
  expect((await appWith(folder).request('/', { method: 'POST' })).status).toBe(404);
});

test('a page that is not built says how to build it, and is served as soon as it is', async () => {
  const place = join(folder, 'later');
  const app = appWith(place);
  const before = await app.request('/');
  expect(before.status).toBe(404);
  expect(await before.json()).toMatchObject({ error: expect.stringContaining('npm run jobs') });
  const chinese = await app.request('/', { headers: { 'accept-language': 'zh' } });
  expect(await chinese.json()).toMatchObject({ error: expect.stringMatching(/[一-龥].*npm run jobs/u) });
  mkdirSync(place);
  writeFileSync(join(place, 'index.html'), 'there');
  expect(await (await app.request('/')).text()).toBe('there');
});
