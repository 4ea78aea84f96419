import type { Store } from '../store.ts';
import { type DatabaseSettings, openDatabase } from './open-database.ts';
import { PostgresStore } from './postgres-store.ts';
import { changeTable } from './tables/change-table.ts';

export type PostgresOptions = Partial<DatabaseSettings> & {
  /** How often to look for writes of other processes, should a notice have been lost. */
  pollMilliseconds?: number;
  /** The clock, in milliseconds since 1970, if it is not to be the database's. */
  now?: () => number;
};

/** Opens the store in the PostgreSQL database that a URL names, and makes its tables if they are not there. */
export async function openPostgresStore(
  url: string,
  {
    connections = 10,
    patienceMilliseconds = 30_000,
    durability = 'full',
    pollMilliseconds = 1_000,
    now,
  }: PostgresOptions = {},
): Promise<Store> {
  const { database, connect } = await openDatabase(url, { connections, patienceMilliseconds, durability });
  try {
    const [moment] = await Promise.all([changeTable.moment(database), changeTable.forgetOld(database)]);
    return new PostgresStore({ database, connect, moment, now, pollMilliseconds });
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}
