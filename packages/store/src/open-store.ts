import type { PostgresOptions } from './postgres/postgres-options.ts';
import type { SQLiteOptions } from './sqlite/open-sqlite-store.ts';
import type { Store } from './store.ts';
import { parseStoreURL } from './store-url.ts';

/** Settings with good defaults. `connections` and `giveUpMilliseconds` apply to PostgreSQL only. */
export type StoreOptions = SQLiteOptions & PostgresOptions;

/**
 * Opens the store that a URL names: a file, a database server, or memory. The database's code is loaded only when
 * needed.
 *
 * @example
 * await using store = await openStore('sqlite:posthouse.db'); // or 'postgres://user:password@host/database'
 * const { task } = await store.commit({ task: { owner, taskId: 'trip' }, entries: [], data: { title: 'Trip' } });
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const location = parseStoreURL(url);
  switch (location.kind) {
    case 'sqlite': {
      const { openSQLiteStore } = await import('./sqlite/open-sqlite-store.ts');
      return openSQLiteStore(location.path, options);
    }
    case 'postgres': {
      const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
      return openPostgresStore(location.url, options);
    }
  }
}
