import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VersionServer } from './__fixtures__/version-server.ts';
import { checkWork, readStamps } from './__fixtures__/earlier-work.ts';
import { CURRENT } from './__fixtures__/previous-version.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'posthouse-upgrade-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a SQLite file of an earlier version', () => {
  test('an earlier file is upgraded at the start, and everything in it continues', async () => {
    const file = join(folder, 'posthouse.db');
    const stamps = join(folder, 'stamps');
    const earlier = new URL('__fixtures__/previous.db.gz', import.meta.url);
    writeFileSync(file, gunzipSync(readFileSync(earlier)));
    await using server = await VersionServer.start({ ...CURRENT, database: `sqlite:${file}`, stamps });
    await checkWork(server);
    expect(await readStamps(stamps)).toEqual([]);
  });
});
