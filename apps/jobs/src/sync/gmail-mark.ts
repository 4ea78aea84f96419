import { and, eq } from 'drizzle-orm';
import { settings } from '../database/schema.ts';
import type { Desk } from '../services/services.ts';

/** How far the mail of an account was read for a search. */
export type GmailMark = {
  address: string;
  query: string;
  /** When the newest message came, in milliseconds. */
  newest: number;
  /** The messages around that time, which a search by time finds again. */
  ids: string[];
};

const KEY = 'sync.gmail';
const MOST_SEARCHES = 20;

/** How far this search has come; undefined the first time. */
export function findMark(desk: Desk, { address, query }: Pick<GmailMark, 'address' | 'query'>): GmailMark | undefined {
  return readMarks(desk).find((mark) => mark.address === address && mark.query === query);
}

/** Remembers how far a search has come. Those that were not made for long are forgotten, and begin anew. */
export function keepMark(desk: Desk, mark: GmailMark): void {
  const { database, ownerId, now } = desk;
  const others = readMarks(desk).filter(({ address, query }) => address !== mark.address || query !== mark.query);
  const value = [mark, ...others].slice(0, MOST_SEARCHES);
  const row = { ownerId, key: KEY, value, updatedAt: now().toISOString() };
  database.db
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({ target: [settings.ownerId, settings.key], set: row })
    .run();
}

function readMarks({ database, ownerId }: Desk): GmailMark[] {
  const row = database.db
    .select()
    .from(settings)
    .where(and(eq(settings.ownerId, ownerId), eq(settings.key, KEY)))
    .get();
  return (row?.value as GmailMark[] | undefined) ?? [];
}
