import { setImmediate } from 'node:timers/promises';
import { inTransaction } from '../database/in-transaction.ts';
import type { JobsDatabase } from '../database/open-database.ts';

/** So many are written without letting anybody else have a turn: less than a tenth of a second. */
export const PART = 25;

/**
 * Writes many things, some at a time, each part wholly or not at all. A single transaction for thousands of them would
 * let everybody else wait for seconds.
 */
export async function saveInParts<Item, Saved>(
  database: JobsDatabase,
  items: readonly Item[],
  save: (item: Item) => Saved,
): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (let from = 0; from < items.length; from += PART) {
    if (from > 0) await setImmediate();
    saved.push(...inTransaction(database, () => items.slice(from, from + PART).map(save)));
  }
  return saved;
}
