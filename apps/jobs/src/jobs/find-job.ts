import { and, eq } from 'drizzle-orm';
import { type JobRow, jobs } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { OwnerServices } from '../services/services.ts';

/** A job of this owner, or `not_found`. */
export function findJob({ database, ownerId }: Pick<OwnerServices, 'database' | 'ownerId'>, id: number): JobRow {
  const row = database.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.ownerId, ownerId), eq(jobs.id, id)))
    .get();
  if (row === undefined) throw new JobsError('jobNotFound', { values: { id } });
  return row;
}
