import type { Store } from '../store.ts';
import { openDatabase } from './open-database.ts';
import type { PostgresOptions } from './postgres-options.ts';
import { PostgresStore } from './postgres-store.ts';
import { changeTable } from './tables/change-table.ts';

/** Opens the store in the PostgreSQL database that a URL names, and makes its tables if they are not there. */
export async function openPostgresStore(
  url: string,
  {
    connections = 10,
    giveUpMilliseconds = 30_000,
    durability = 'full',
    pollMilliseconds = 1_000,
    now,
  }: PostgresOptions = {},
): Promise<Store> {
  const { database, connect } = await openDatabase(url, { connections, giveUpMilliseconds, durability });
  try {
    const [moment] = await Promise.all([changeTable.moment(database), changeTable.forgetOld(database)]);
    return new PostgresStore({ database, connect, moment, now, pollMilliseconds });
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}
