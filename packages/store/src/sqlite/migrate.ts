import type { DatabaseSync } from 'node:sqlite';
import { invalidConfiguration } from '@posthouse/protocol';
import { expectKnown } from '../schema-version.ts';
import { MIGRATIONS } from './migrations/all.ts';

/** Marks a file as ours, so that nobody's else tables are mixed with ours by a slip in a path. "POST" in ASCII. */
export const APPLICATION_ID = 0x50_4f_53_54;

/** Brings the tables up to the newest version, in one transaction; two processes that open a new file at once agree. */
export function migrate(database: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  // In a transaction as well: half of what it reads may otherwise be from before the migration of another process.
  if (within(database, 'BEGIN', () => pendingFrom(database, migrations)) === undefined) return;
  within(database, 'BEGIN IMMEDIATE', () => {
    // Looked at again under the lock: another process may have been quicker.
    const from = pendingFrom(database, migrations);
    if (from === undefined) return;
    for (const migration of migrations.slice(from)) database.exec(migration);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
  });
}

function within<Result>(database: DatabaseSync, begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => Result): Result {
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** The first migration the file has not seen; undefined when it has seen them all. */
function pendingFrom(database: DatabaseSync, migrations: readonly string[]): number | undefined {
  const version = expectKnownSchema(database, migrations);
  const isOurs = readPragma(database, 'application_id') === APPLICATION_ID;
  if (!isOurs && database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined) {
    throw invalidConfiguration('the file is the database of another program; give Posthouse a file of its own');
  }
  return version < migrations.length ? version : undefined;
}

/** The version of the file. Throws when it is one that this program cannot use. */
export function expectKnownSchema(database: DatabaseSync, migrations: readonly string[] = MIGRATIONS): number {
  const version = readPragma(database, 'user_version');
  if (version > migrations.length) expectKnown({ version, least: readLeast(database) }, migrations.length);
  return version;
}

function readLeast(database: DatabaseSync): number | undefined {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'record'").get() !== undefined;
  const select = "SELECT value ->> 'version' AS least FROM record WHERE kind = 'schema' AND id = 'least'";
  const least = isThere ? database.prepare(select).get()?.least : undefined;
  return typeof least === 'number' ? least : undefined;
}

function readPragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
