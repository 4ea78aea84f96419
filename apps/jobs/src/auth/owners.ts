import { timingSafeEqual } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import type { JobsDatabase } from '../database/open-database.ts';
import { authTokens, owners } from '../database/schema.ts';
import { createToken, hashToken } from './token.ts';

/** The device that a request comes from, and whose it is. */
export type Device = { id: number; ownerId: number; name: string };

const USED_AGAIN_MS = 60_000;

/** The owner of everything that was not given to somebody else: the first one, made when the app starts for the first time. */
export function firstOwner(database: JobsDatabase, now: Date): number {
  return inTransaction(database, () => {
    const owner = database.db.select({ id: owners.id }).from(owners).orderBy(asc(owners.id)).limit(1).get();
    return owner?.id ?? insertOwner(database, 'me', now);
  });
}

/** Makes another owner, who shares nothing with those that are there, and a token for them. */
export function createOwner(database: JobsDatabase, name: string, now: Date): { ownerId: number; token: string } {
  return inTransaction(database, () => {
    const ownerId = insertOwner(database, name, now);
    return { ownerId, token: addDevice(database, { ownerId, name, now }).token };
  });
}

function insertOwner({ db }: JobsDatabase, name: string, now: Date): number {
  return db.insert(owners).values({ name, createdAt: now.toISOString() }).returning().get().id;
}

/** Gives a device a token of its own, or the one given. Only its hash is kept, so this is the only time it is seen. */
export function addDevice(
  { db }: JobsDatabase,
  { ownerId, name, now, token = createToken() }: { ownerId: number; name: string; now: Date; token?: string },
): { id: number; token: string } {
  const row = { ownerId, name, tokenHash: hashToken(token), createdAt: now.toISOString() };
  const set = { name };
  const { id } = db
    .insert(authTokens)
    .values(row)
    .onConflictDoUpdate({ target: authTokens.tokenHash, set })
    .returning({ id: authTokens.id })
    .get();
  return { id, token };
}

/** Whose token this is; undefined when it is nobody's. Remembers, to the minute, when it was used. */
export function findDevice({ db }: JobsDatabase, token: string, now: Date): Device | undefined {
  const hash = hashToken(token);
  const row = db.select().from(authTokens).where(eq(authTokens.tokenHash, hash)).get();
  if (row === undefined || !timingSafeEqual(Buffer.from(row.tokenHash), Buffer.from(hash))) return undefined;
  if (row.lastUsedAt === null || now.getTime() - Date.parse(row.lastUsedAt) > USED_AGAIN_MS) {
    db.update(authTokens).set({ lastUsedAt: now.toISOString() }).where(eq(authTokens.id, row.id)).run();
  }
  return { id: row.id, ownerId: row.ownerId, name: row.name };
}

/** Makes a token useless, and says whether it was good. What belongs to its owner stays. */
export function forgetDevice({ db }: JobsDatabase, token: string): boolean {
  return (
    db
      .delete(authTokens)
      .where(eq(authTokens.tokenHash, hashToken(token)))
      .run().changes > 0
  );
}
