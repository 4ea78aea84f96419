import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import { jobs } from '../database/schema.ts';
import type { OwnerServices } from '../services/services.ts';
import { findJob } from './find-job.ts';
import { unindexJob } from './index-job.ts';

/** Removes a job with its history, its analyses and what was tailored for it. */
export function deleteJob(services: OwnerServices, id: number): void {
  inTransaction(services.database, () => {
    findJob(services, id);
    unindexJob(services.database, id);
    services.database.db
      .delete(jobs)
      .where(and(eq(jobs.ownerId, services.ownerId), eq(jobs.id, id)))
      .run();
  });
}
