import { invalidConfiguration, PosthouseError } from '@posthouse/protocol';
import type { Database } from './database.ts';
import { expectKnown } from '../schema-version.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { type Connection, statement } from './statement.ts';
import { recordTable } from './tables/record-table.ts';

/** Our schema, in which nobody else has tables. */
const SCHEMA = 'mail';
const OLDEST_SERVER = 130_000;

const look = statement('look-for-schema')`
  SELECT to_regclass('${SCHEMA}.migration') IS NOT NULL AS known,
    EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('${SCHEMA}') AND relkind = 'r') AS used,
    current_setting('server_version_num')::int AS server,
    current_setting('server_encoding') AS encoding`;
const readVersion = statement('read-version')`SELECT max(version) AS version FROM ${SCHEMA}.migration`;
/** Lets one process at a time change the tables. The number is "POST" in ASCII, as a name for the lock. */
export const MIGRATION_LOCK = { name: 'migration-lock', text: `SELECT pg_advisory_xact_lock(${0x50_4f_53_54})` };

type Look = { known: boolean; used: boolean; server: number; encoding: string };

/**
 * Brings the tables up to the newest version, in one transaction; of several processes that start at once, one does it
 * and the others wait.
 */
export async function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  // Without a lock, and without the right to make anything: most of the time there is nothing to do.
  if ((await database.read((connection) => pendingFrom(connection, migrations))) === undefined) return;
  await database.transact(async (connection) => {
    await connection.run(MIGRATION_LOCK);
    // Looked at again under the lock: another process may have been quicker.
    const from = await pendingFrom(connection, migrations);
    if (from === undefined) return;
    const steps = from === 0 ? [firstStep, ...migrations] : migrations.slice(from);
    for (const step of steps) await runScript(connection, step);
    await connection.run({ name: '', text: `INSERT INTO ${SCHEMA}.migration (version) VALUES ($1)` }, [
      migrations.length,
    ]);
  });
}

const firstStep = `
CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
CREATE TABLE ${SCHEMA}.migration (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
`;

/** One statement after the other: a prepared statement holds only one, and ours contain no other semicolons. */
async function runScript(connection: Connection, script: string): Promise<void> {
  for (const text of script.split(';').filter((each) => each.trim() !== '')) await connection.run({ name: '', text });
}

/** The first migration the database has not seen; undefined when it has seen them all. */
async function pendingFrom(connection: Connection, migrations: readonly string[]): Promise<number | undefined> {
  const [found] = await connection.run<Look>(look);
  if (found === undefined) throw new PosthouseError({ code: 'internal', message: 'the database gave no answer' });
  expectUsable(found);
  if (!found.known) return 0;
  const version = await expectKnownSchema(connection, migrations);
  return version < migrations.length ? version : undefined;
}

/** The version of the tables. Throws when it is one that this program cannot use. */
export async function expectKnownSchema(
  connection: Connection,
  migrations: readonly string[] = MIGRATIONS,
): Promise<number> {
  const [row] = await connection.run<{ version: number | null }>(readVersion);
  const version = row?.version ?? 0;
  if (version <= migrations.length) return version;
  const least = (await recordTable.find(connection, 'schema', 'least'))?.value.version;
  expectKnown({ version, least: typeof least === 'number' ? least : undefined }, migrations.length);
  return version;
}

function expectUsable({ known, used, server, encoding }: Look): void {
  if (server < OLDEST_SERVER) throw invalidConfiguration('PostgreSQL 13 or newer is needed');
  if (encoding !== 'UTF8') {
    throw invalidConfiguration(`the database is encoded in ${encoding}; create one with the encoding UTF8`);
  }
  if (used && !known) {
    throw invalidConfiguration(`the schema ${SCHEMA} belongs to another program; give Posthouse a database of its own`);
  }
}
