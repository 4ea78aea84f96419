import { closeSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { fold } from './fold.ts';
import { migrate } from './migrate.ts';

/** The open database: typed queries, and the connection below them. */
export type JobsDatabase = Disposable & {
  readonly db: BetterSQLite3Database;
  readonly sqlite: SQLite.Database;
};

const BUSY_MS = 10_000;
const MAPPED_BYTES = 1024 ** 3;
const CACHE_KIBIBYTES = 32 * 1024;

/**
 * Opens the database file, or one in memory for `:memory:`, and brings it to the newest shape. With the write-ahead log
 * a transaction that was committed survives the death of the process, and one that was not leaves nothing behind.
 *
 * @example
 * using database = openDatabase(join(dataDir, 'eve.db'));
 */
export function openDatabase(file: string): JobsDatabase {
  // Nobody else on this machine is to read it; what SQLite puts beside it has the same rights.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const sqlite = new SQLite(file, { timeout: BUSY_MS });
  try {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    // Searches look at many rows; these are then read where they lie in memory.
    sqlite.pragma(`mmap_size = ${MAPPED_BYTES}`);
    sqlite.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    // SQLite itself folds the letters of ASCII only.
    sqlite.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : null));
    migrate(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return { db: drizzle(sqlite), sqlite, [Symbol.dispose]: () => sqlite.close() };
}
