import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quiet, startServer } from '@posthouse/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadExample } from './offline-swarm.ts';
import { pageRoutes } from './page-routes.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>A page</title>');
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'console.log(1)');
  await writeFile(join(folder, 'notes.txt'), 'not for the world');
  server = await startServer(await loadExample('example-no-proxy'), {
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    handleSignals: false,
    extend: await pageRoutes('/page/', folder),
  });
});
afterAll(async () => {
  await server.stop({ drainMs: 0 });
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);

describe('a page beside the routes of the server', () => {
  test('a page is public, and revalidated each time', async () => {
    const answer = await get('/page/');
    expect(await answer.text()).toContain('<title>A page</title>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  test('a page may contact only its own server', async () => {
    expect((await get('/page/')).headers.get('content-security-policy')).toMatch(/^default-src 'self'; /);
  });

  test('the assets of a page are cached for good', async () => {
    const answer = await get('/page/assets/index-abc.js');
    expect(await answer.text()).toBe('console.log(1)');
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });

  test('a page is found without the last slash', async () => {
    const answer = await get('/page', { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/page/']);
  });

  test.each(['/page/notes.txt', '/page/../package.json', '/page/%2e%2e/package.json', '/page/nothing.js'])(
    'there is nothing at %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not Found', code: 'not_found' }]);
    },
  );

  test('hides no route of the server', async () => {
    const headers = { Authorization: `Bearer ${server.tokens!.user}` };
    expect(await (await get('/whoami', { headers })).json()).toMatchObject({ role: 'user' });
    expect((await get('/page/', { method: 'POST' })).status).toBe(405);
  });
});

test('a page that was not built is reported before anything starts', async () => {
  await expect(pageRoutes('/page/', join(folder, 'nowhere'))).rejects.toMatchObject({
    code: 'invalid_configuration',
    message: expect.stringMatching(/^there is no page in .*nowhere; build it first/),
  });
});
