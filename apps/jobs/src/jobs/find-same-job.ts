import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { type JobRow, jobs } from '../database/schema.ts';
import { toSoftKey } from '../importers/soft-key.ts';
import type { OwnerServices } from '../services/services.ts';

export type JobIdentity = {
  urlHash?: string | null | undefined;
  source?: string | undefined;
  externalId?: string | null | undefined;
  title: string;
  company: string;
  location?: string | null | undefined;
};

/** The job with this address, if there is one. */
export function findJobByURL(services: OwnerServices, urlHash: string | null | undefined): JobRow | undefined {
  return urlHash === null || urlHash === undefined ? undefined : first(services, eq(jobs.urlHash, urlHash));
}

/**
 * The job that a posting is about, if it is there already: the same address, the same number at the same board, or else
 * the same company, title and place. Two numbers of one board are two jobs, however alike they look.
 */
export function findSameJob(services: OwnerServices, identity: JobIdentity): JobRow | undefined {
  const { urlHash, source, externalId } = identity;
  const same = findJobByURL(services, urlHash);
  if (same !== undefined) return same;
  const softKey = eq(jobs.softKey, toSoftKey({ ...identity, location: identity.location ?? null }));
  if (externalId === null || externalId === undefined || source === undefined) return first(services, softKey);
  return (
    first(services, and(eq(jobs.source, source), eq(jobs.externalId, externalId))) ??
    first(services, and(softKey, or(isNull(jobs.externalId), ne(jobs.source, source))))
  );
}

function first({ database: { db }, ownerId }: OwnerServices, condition: SQL | undefined): JobRow | undefined {
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.ownerId, ownerId), condition))
    .orderBy(jobs.id)
    .limit(1)
    .get();
}
