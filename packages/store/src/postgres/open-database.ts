import { invalidConfiguration, PosthouseError } from '@posthouse/protocol';
import type pg from 'pg';
import { Database } from './database.ts';
import { loadPg } from './load-pg.ts';
import { migrate } from './migrate.ts';
import { fromPgError } from './pg-error.ts';
import type { DatabaseSettings } from './postgres-options.ts';

export type OpenedDatabase = {
  database: Database;
  /** A connection beside the others. */
  connect: () => pg.Client;
};

/** While opening, a server that is just starting may be waited for; a wrong name should not take long to find out. */
const OPENING_TIMEOUT_MILLISECONDS = 5_000;
const CONNECTING_MILLISECONDS = 10_000;
/** An answer that takes longer will not come: the other end is gone. */
const ANSWERING_MILLISECONDS = 60_000;
/** A process that falls asleep in the middle of a write must not keep others from the task for longer. */
const IDLE_MILLISECONDS = 5_000;
const INT8 = 20;

/** Connects to the database that a URL names and brings its tables up to date. Errors never contain the URL. */
export async function openDatabase(
  url: string,
  { connections, giveUpMilliseconds, durability }: DatabaseSettings,
): Promise<OpenedDatabase> {
  const driver = await loadPg();
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'posthouse',
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECTING_MILLISECONDS,
    connectionTimeoutMillis: CONNECTING_MILLISECONDS,
    query_timeout: ANSWERING_MILLISECONDS,
    idle_in_transaction_session_timeout: IDLE_MILLISECONDS,
    // Numbers of eight bytes are ours, and none is beyond what JavaScript can count.
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 ? Number : (driver.types.getTypeParser(type, format) as never),
    },
    ...(durability === 'normal' ? { options: '-c synchronous_commit=off' } : {}),
  };
  expectReadable(() => new driver.Client(config));
  const pool = new driver.Pool({ ...config, max: connections, allowExitOnIdle: true });
  const database = new Database({ pool, giveUpMilliseconds });
  try {
    await database.run({ name: '', text: 'SELECT 1' }, [], { giveUpMilliseconds: OPENING_TIMEOUT_MILLISECONDS });
    await migrate(database);
    return { database, connect: () => new driver.Client(config) };
  } catch (cause) {
    await database[Symbol.asyncDispose]();
    const { code, message } = fromPgError(cause);
    throw new PosthouseError({
      // Nothing has run yet: what is wrong is the database that was named.
      code: code === 'internal' ? 'invalid_configuration' : code,
      message: `cannot open the PostgreSQL database: ${message}`,
      cause,
    });
  }
}

function expectReadable(read: () => unknown): void {
  try {
    read();
  } catch {
    // Without its cause, which may quote the URL and with it a password.
    throw invalidConfiguration(
      "the PostgreSQL URL cannot be read; expected one like 'postgres://user:password@host:5432/database', with special characters of the password written as %XX",
    );
  }
}
