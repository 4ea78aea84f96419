import type { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../../../packages/store/src/sqlite/__fixtures__/temporary-folder.ts';
import { openConnection } from '../../../packages/store/src/sqlite/open-connection.ts';
import { SQLiteStore } from '../../../packages/store/src/sqlite/sqlite-store.ts';

/** A real SQLite store whose disk can be full, and have room again. */
export type CrampedStore = { store: SQLiteStore; fill(): void; free(): void };

/** Gives such stores to the tests of a file, and clears them away. */
export function useCrampedStores(): { crampedStore: () => CrampedStore } {
  const { newPath } = temporaryFolder();
  return { crampedStore: () => crampedStore(newPath()) };
}

function crampedStore(path: string): CrampedStore {
  const database: DatabaseSync = openConnection(path, 'normal');
  const limit = (spare: number): void => {
    const used = Number(database.prepare('PRAGMA page_count').get()?.page_count);
    database.exec(`PRAGMA max_page_count = ${used + spare}`);
  };
  const store = new SQLiteStore({ database, durability: 'full', now: Date.now, pollMilliseconds: 1_000 });
  return { store, fill: () => limit(20), free: () => limit(1_000_000) };
}
