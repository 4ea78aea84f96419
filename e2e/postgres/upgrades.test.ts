import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';
import { VersionServer } from '../upgrades/__fixtures__/version-server.ts';
import { checkWork, readStamps } from '../upgrades/__fixtures__/earlier-work.ts';
import { checkOutPrevious, CURRENT, PREVIOUS } from '../upgrades/__fixtures__/previous-version.ts';
import { workBeside } from '../upgrades/__fixtures__/work-beside.ts';

const { server, newURL } = usePostgres();
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'posthouse-upgrade-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a PostgreSQL database of an earlier version', () => {
  test('an earlier database is upgraded at the start, and everything in it continues', async () => {
    const stamps = join(folder, 'stamps');
    const name = await server().newDatabase();
    await server().run(name, readFileSync(new URL('../upgrades/__fixtures__/previous.sql', import.meta.url), 'utf8'));
    await using current = await VersionServer.start({ ...CURRENT, database: server().url(name), stamps });
    await checkWork(current);
    expect(await readStamps(stamps)).toEqual([]);
  });
});

describe('an earlier version beside this one', () => {
  test.each([
    ['SQLite', async () => `sqlite:${join(folder, 'posthouse.db')}`],
    ['PostgreSQL', newURL],
  ])('keeps serving on %s, and neither loses a task nor does one twice', async (_, open) => {
    await using earlier = await checkOutPrevious();
    if (earlier === undefined) {
      console.log(`commit ${PREVIOUS} is not in this copy of the repository: no earlier version was run`);
      return;
    }
    console.log(`the earlier version is commit ${PREVIOUS}, run from its own source`);
    const { tasks, stamped } = await workBeside({ earlier, database: await open(), stamps: join(folder, 'stamps') });
    expect(stamped).toEqual(tasks);
  });
});
