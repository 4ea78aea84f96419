import { and, eq } from 'drizzle-orm';
import { settings } from '../database/schema.ts';
import type { OwnerServices } from '../services/services.ts';

/** How far the mail of an account was read for a search. */
export type GmailCursor = {
  address: string;
  query: string;
  /** When the newest message came, in milliseconds. */
  newest: number;
  /** The messages around that time, which a search by time finds again. */
  ids: string[];
};

const KEY = 'sync.gmail';
const MAX_SEARCHES = 20;

/** How far this search has come; undefined the first time. */
export function findCursor(
  services: OwnerServices,
  { address, query }: Pick<GmailCursor, 'address' | 'query'>,
): GmailCursor | undefined {
  return readCursors(services).find((cursor) => cursor.address === address && cursor.query === query);
}

/** Remembers how far a search has come. Those that were not made for long are forgotten, and begin anew. */
export function saveCursor(services: OwnerServices, cursor: GmailCursor): void {
  const { database, ownerId, now } = services;
  const others = readCursors(services).filter(
    ({ address, query }) => address !== cursor.address || query !== cursor.query,
  );
  const value = [cursor, ...others].slice(0, MAX_SEARCHES);
  const row = { ownerId, key: KEY, value, updatedAt: now().toISOString() };
  database.db
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({ target: [settings.ownerId, settings.key], set: row })
    .run();
}

function readCursors({ database, ownerId }: OwnerServices): GmailCursor[] {
  const row = database.db
    .select()
    .from(settings)
    .where(and(eq(settings.ownerId, ownerId), eq(settings.key, KEY)))
    .get();
  return (row?.value as GmailCursor[] | undefined) ?? [];
}
