import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { invalidConfiguration } from '@posthouse/protocol';
import type { Durability } from '../transcript.ts';
import { attempt, makePrivate } from './make-private.ts';
import { migrate } from './migrate.ts';
import { isBusy } from './sqlite-error.ts';

/** The path that means a database in memory. */
const MEMORY = ':memory:';

// While opening, another process may be migrating. Afterwards, waiting blocks the event loop, so it is kept short and
// the writer waits by timer instead.
const OPENING_TIMEOUT_MILLISECONDS = 5_000;
const BLOCKING_TIMEOUT_MILLISECONDS = 50;
const RETRY_MILLISECONDS = 5;

// 16 MB of log between checkpoints instead of 4: a page written often is copied back once. A checkpoint blocks for
// some 20 ms then.
const CHECKPOINT_PAGES = 4_000;
// What the log may keep of the disk after it had to grow, because somebody was reading for long.
const LOG_BYTES = 64 * 1_024 * 1_024;
const CACHE_KIBIBYTES = 64 * 1_024;

/** Opens a database file with our tables in it. */
export function openConnection(path: string, durability: Durability): DatabaseSync {
  if (path !== MEMORY) {
    expectFolder(dirname(path));
    keepPrivate(path);
  }
  const database = new DatabaseSync(path, {
    timeout: OPENING_TIMEOUT_MILLISECONDS,
    enableForeignKeyConstraints: false,
  });
  try {
    migrate(prepared(database, path, durability));
    database.exec(`PRAGMA busy_timeout = ${BLOCKING_TIMEOUT_MILLISECONDS}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepared(database: DatabaseSync, path: string, durability: Durability): DatabaseSync {
  // Savepoints keep copies of pages; in a file those would cost as much as the writes themselves.
  database.exec('PRAGMA temp_store = MEMORY');
  const mode = useLog(database);
  if (path !== MEMORY && mode !== 'wal') {
    throw invalidConfiguration(
      'the file system does not support the write-ahead log of SQLite; put the file on a local disk',
    );
  }
  database.exec(`
    PRAGMA synchronous = ${durability};
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA journal_size_limit = ${LOG_BYTES};
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -${CACHE_KIBIBYTES};
  `);
  return database;
}

/**
 * Switches to the write-ahead log; gives the mode that came of it. Two processes that switch a new file at the same moment
 * would wait for each other, so SQLite refuses one of them at once, whatever its `busy_timeout`.
 */
function useLog(database: DatabaseSync): unknown {
  const end = Date.now() + OPENING_TIMEOUT_MILLISECONDS;
  for (;;) {
    try {
      return database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode;
    } catch (error) {
      if (!isBusy(error) || Date.now() >= end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MILLISECONDS);
    }
  }
}

function expectFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw invalidConfiguration(`the folder ${folder} for the database file does not exist; make it first`);
}

/** Sees to it that a database file, and what SQLite puts beside it, is not for everybody on the machine. */
function keepPrivate(path: string): void {
  // Never opens one that is there: closing it would give up the locks that this process has on it through SQLite.
  attempt(() => closeSync(openSync(path, 'ax', 0o600)));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) makePrivate(file);
}
