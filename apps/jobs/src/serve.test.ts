import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from './serve.ts';
import { readSettings } from './settings/read-settings.ts';

describe('serving the jobs app', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthouse-jobs-serve-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const settings = (name: string, token?: string) => ({
    dataDir: join(folder, name),
    host: '127.0.0.1',
    port: 0,
    token,
  });

  test('creates its folder, listens on loopback, and leaves nothing behind', async () => {
    let url = '';
    {
      await using app = await serve(settings('new'));
      url = app.url;
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' });
    }
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
    expect(statSync(join(folder, 'new', 'import')).isDirectory()).toBe(true);
    for (const name of ['', 'eve.db', 'auth.json']) {
      expect([name, statSync(join(folder, 'new', name)).mode & 0o077]).toEqual([name, 0]);
    }
  });

  test('keeps everything for the next start', async () => {
    const headers = { authorization: 'Bearer 0123456789abcdef', 'content-type': 'application/json' };
    const body = JSON.stringify({ title: 'Cook', company: 'Inn' });
    {
      await using app = await serve(settings('kept', '0123456789abcdef'));
      expect((await fetch(`${app.url}/jobs`, { method: 'POST', headers, body })).status).toBe(201);
    }
    await using app = await serve(settings('kept'));
    expect(await (await fetch(`${app.url}/jobs`, { headers })).json()).toMatchObject({ total: 1 });
  });

  test('scores existing jobs when a resume is added', async () => {
    await using app = await serve(settings('scored', '0123456789abcdef'));
    const headers = { authorization: 'Bearer 0123456789abcdef', 'content-type': 'application/json' };
    const post = (path: string, body: object) =>
      fetch(`${app.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await post('/jobs', { title: 'Dev', company: 'Inn', description: 'React and TypeScript' });
    await post('/jobs/resumes', { name: 'Mine', content: '# Ann\n\n- React, TypeScript' });
    await expect
      .poll(
        async () =>
          ((await (await fetch(`${app.url}/jobs?minScore=50`, { headers })).json()) as { total: number }).total,
        { timeout: 15_000 },
      )
      .toBe(1);
  });

  test('fails at a port that is taken', async () => {
    await using app = await serve(settings('first'));
    await expect(serve({ ...settings('second'), port: Number(new URL(app.url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

describe('settings of the jobs app', () => {
  test('settings come from flags, then from the environment, then from defaults', () => {
    const env = { EVE_DATA_DIR: '/env', PORT: '4000', XDG_CONFIG_HOME: '/config' };
    expect(readSettings({}, { XDG_CONFIG_HOME: '/config' })).toEqual({
      dataDir: '/config/eve',
      host: '127.0.0.1',
      port: 3033,
      token: undefined,
    });
    expect(readSettings({}, env)).toMatchObject({ dataDir: '/env', port: 4000 });
    expect(readSettings({ 'data-dir': '/flag', port: '5000', host: '::1' }, env)).toMatchObject({
      dataDir: '/flag',
      port: 5000,
      host: '::1',
    });
  });

  test('settings keep the demonstration away from real data', () => {
    expect(readSettings({ demo: true }, { EVE_DATA_DIR: '/env', XDG_CONFIG_HOME: '/config' }).dataDir).toBe(
      '/config/eve-demo',
    );
    expect(readSettings({ demo: true, 'data-dir': '/flag' }, {}).dataDir).toBe('/flag');
  });

  test.each([['70000'], ['-1'], ['http'], ['']])('the port %j is refused', (port) => {
    expect(() => readSettings({ port }, {})).toThrow(/port/);
  });
});
