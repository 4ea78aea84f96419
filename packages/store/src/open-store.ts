import type { Store } from './store.ts';
import { parseStoreURL } from './store-url.ts';
import type { SQLiteOptions } from './sqlite/open-sqlite-store.ts';

/** Settings that have good defaults. */
export type StoreOptions = SQLiteOptions;

/**
 * Opens the store that a URL names. The database's code is loaded only when it is asked for.
 *
 * @example
 * await using store = await openStore('sqlite:posthouse.db');
 * const { task } = await store.commit({ task: { owner, taskId: 'trip' }, entries: [], data: { title: 'Trip' } });
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const location = parseStoreURL(url);
  switch (location.kind) {
    case 'sqlite': {
      const { openSQLiteStore } = await import('./sqlite/open-sqlite-store.ts');
      return openSQLiteStore(location.path, options);
    }
  }
}
