import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppEnv } from '../edge/app-env.ts';
import { answerError } from '../errors/answer-error.ts';
import { quiet } from '../logging/quiet.ts';
import { addStudioRoutes } from './add-studio-routes.ts';
import { hasStudio } from './studio-files.ts';

describe('the files of the studio', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthouse-studio-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    await writeFile(join(folder, 'assets', 'main-1.js'), 'export {};');
    await writeFile(join(folder, 'notes.txt'), 'not for readers');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const appWith = (place: string): Hono<AppEnv> => {
    const app = new Hono<AppEnv>();
    addStudioRoutes(app, place);
    app.onError(answerError(quiet));
    return app;
  };

  test('the files of the studio are sent with a policy that allows nothing from elsewhere', async () => {
    const answer = await appWith(folder).request('/studio/');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test('files are cached by browsers when their names contain a hash', async () => {
    const answer = await appWith(folder).request('/studio/assets/main-1.js');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await answer.text()).toBe('export {};');
  });

  test('files are announced only if they exist', async () => {
    expect([await hasStudio(folder), await hasStudio(join(folder, 'assets'))]).toEqual([true, false]);
  });

  test('the studio is found without the trailing slash', async () => {
    const answer = await appWith(folder).request('/studio');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/studio/']);
  });

  test.each(['/studio/nothing.js', '/studio/notes.txt', '/studio/../index.html', '/studio/%2e%2e/index.html'])(
    'the files of the studio do not include %s',
    async (path) => {
      expect((await appWith(folder).request(path)).status).toBe(404);
    },
  );

  test('the studio may be built later, and until then a page says how', async () => {
    const place = join(folder, 'later');
    const app = appWith(place);
    const before = await app.request('/studio/');
    expect(before.status).toBe(404);
    expect(await before.text()).toContain('npm run build');
    await mkdir(place);
    await writeFile(join(place, 'index.html'), 'there');
    expect(await (await app.request('/studio/')).text()).toBe('there');
  });
});
