import { openStore } from './open-store.ts';
import type { Imported } from './postgres/import/imported.ts';
import { parseStoreURL } from './store-url.ts';

/** Something that happened while a database was made ready, in this order. */
export type InitStep =
  /** A table is there; with its schema where the database has schemas. */
  | { type: 'table'; name: string }
  /** What a MAIL reference server had stored in the same database has been taken over: now, or earlier. */
  | { type: 'imported'; imported: Imported | 'earlier' };

export type InitOptions = { onProgress?: (step: InitStep) => void };

/**
 * Makes a database ready: makes the tables that are missing, and takes over, once, what a MAIL reference server has
 * stored in the same PostgreSQL database. May be called any number of times.
 *
 * @example await initDatabase('postgres://user:password@host/database', { onProgress: (step) => console.log(step) });
 */
export async function initDatabase(url: string, { onProgress = () => undefined }: InitOptions = {}): Promise<void> {
  const location = parseStoreURL(url);
  if (location.kind === 'sqlite') {
    await (await openStore(url))[Symbol.asyncDispose]();
    const { tableNames } = await import('./sqlite/table-names.ts');
    for (const name of tableNames(location.path)) onProgress({ type: 'table', name });
    return;
  }
  const { initPostgres } = await import('./postgres/init-postgres.ts');
  await initPostgres(location.url, onProgress);
}
