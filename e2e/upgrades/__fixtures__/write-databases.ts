/**
 * Makes the databases of the earlier version that tests open, with that version's own code:
 *
 *   node e2e/upgrades/__fixtures__/write-databases.ts
 *
 * Needs the history of the repository, and PostgreSQL with pg_dump.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { PostgresServer } from '../../../packages/store/src/postgres/__fixtures__/start-postgres.ts';
import { VersionServer } from './version-server.ts';
import { leaveWork } from './earlier-work.ts';
import { checkOutPrevious } from './previous-version.ts';

/** Whoever wrote it has been gone for long, also by a clock that is behind. */
const toLongAgo = (table: string): string => `UPDATE ${table} SET beat = 0`;
const target = (name: string): URL => new URL(name, import.meta.url);

await using previous = await checkOutPrevious();
if (previous === undefined) throw new Error('this copy of the repository does not have the history for it');
const { folder } = previous;
const work = mkdtempSync(join(tmpdir(), 'posthouse-fixtures-'));
const stamps = join(work, 'stamps');

const file = join(work, 'previous.db');
await leaveWork(await VersionServer.start({ folder, database: `sqlite:${file}`, stamps }), stamps);
{
  using database = new DatabaseSync(file);
  database.exec(`${toLongAgo('node')}; PRAGMA journal_mode = DELETE`);
}
writeFileSync(target('previous.db.gz'), gzipSync(readFileSync(file), { level: 9 }));

rmSync(stamps);
await using server = await PostgresServer.start();
const name = await server.newDatabase();
const database = server.url(name);
await leaveWork(await VersionServer.start({ folder, database, stamps }), stamps);
await server.run(name, toLongAgo('mail.node'));
const dump = execFileSync('pg_dump', [
  '--inserts',
  '--schema=mail',
  '--no-owner',
  '--no-comments',
  `--dbname=${database}`,
]);
// Lines that only psql understands.
writeFileSync(target('previous.sql'), dump.toString().replaceAll(/^\\.*\n/gm, ''));
rmSync(work, { recursive: true });
