import type { DatabaseSync } from 'node:sqlite';
import { PosthouseError } from '@posthouse/protocol';
import type { Store } from '../store.ts';
import type { Durability } from '../transcript.ts';
import { openConnection } from './open-connection.ts';
import { fromSQLiteError } from './sqlite-error.ts';
import { SQLiteStore } from './sqlite-store.ts';

export type SQLiteOptions = {
  /** Default `full`. */
  durability?: Durability;
  /** How often to look for writes of other processes. Default one second. */
  pollMilliseconds?: number;
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
};

/** Opens the store in a database file, or with `:memory:` a new one that ends with the process. */
export function openSQLiteStore(
  path: string,
  { durability = 'full', pollMilliseconds = 1_000, now = Date.now }: SQLiteOptions = {},
): Store {
  let database: DatabaseSync | undefined;
  try {
    database = openConnection(path, durability);
    return new SQLiteStore({ database, durability, now, pollMilliseconds });
  } catch (cause) {
    if (database?.isOpen) database.close();
    const { code, message } = fromSQLiteError(cause);
    throw new PosthouseError({
      // Nothing has run yet: what is wrong is the file that was named.
      code: code === 'internal' ? 'invalid_configuration' : code,
      message: `cannot open ${path}: ${message}`,
      cause,
    });
  }
}
