import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import { jobs } from '../database/schema.ts';
import type { Desk } from '../services/services.ts';
import { findJob } from './find-job.ts';
import { unindexJob } from './index-job.ts';

/** Removes a job with its history, its analyses and what was tailored for it. */
export function deleteJob(desk: Desk, id: number): void {
  inTransaction(desk.database, () => {
    findJob(desk, id);
    unindexJob(desk.database, id);
    desk.database.db
      .delete(jobs)
      .where(and(eq(jobs.ownerId, desk.ownerId), eq(jobs.id, id)))
      .run();
  });
}
