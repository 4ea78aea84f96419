import { openStore } from './open-store.ts';
import type { InitStep } from './postgres/init-step.ts';
import { parseStoreURL } from './store-url.ts';

export type InitOptions = { onProgress?: (step: InitStep) => void };

/**
 * Prepares a database: creates missing tables and imports, once, what a MAIL reference server has stored in the same
 * PostgreSQL database. May be called any number of times.
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
