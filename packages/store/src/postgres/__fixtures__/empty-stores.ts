import { openStore, type StoreOptions } from '../../open-store.ts';
import type { Store } from '../../store.ts';
import type { PostgresServer } from './start-postgres.ts';

const EMPTY =
  'task log mail turn live_text once node change record session transcript spending deletion buried_key begun_call'
    .split(' ')
    .map((table) => `DELETE FROM mail.${table};`)
    .join(' ');

/** Opens stores one after the other that are empty at first. They share a database: to make one takes far longer. */
export async function emptyStores(server: PostgresServer): Promise<(options?: StoreOptions) => Promise<Store>> {
  const database = await server.newDatabase();
  await (await openStore(server.url(database)))[Symbol.asyncDispose]();
  return async (options) => {
    await server.run(database, EMPTY);
    return openStore(server.url(database), options);
  };
}
