import { and, eq } from 'drizzle-orm';
import { type Actor, type JobRow, jobs, jobStatusHistory, type JobStatus } from '../database/schema.ts';
import { toSoftKey } from '../importers/soft-key.ts';
import type { OwnerServices } from '../services/services.ts';
import { indexJob } from './index-job.ts';
import { isApplied } from './job-status.ts';
import { toScore } from './score-job.ts';

/** What a new job may say; everything else has a beginning of its own. */
export type NewJob = Pick<JobRow, 'title' | 'company' | 'source'> & Partial<Omit<JobRow, 'id' | 'ownerId' | 'softKey'>>;
export type JobChange = Partial<Omit<JobRow, 'id' | 'ownerId' | 'softKey' | 'updatedAt'>>;

/** Writes a job with its score, the first line of its history and its words in the index. To be called in a transaction. */
export function insertJob(services: OwnerServices, job: NewJob, actor: Actor): JobRow {
  const now = services.now().toISOString();
  const status = job.status ?? 'inbox';
  const row = services.database.db
    .insert(jobs)
    .values({
      requirements: [],
      skills: [],
      tags: [],
      edited: [],
      starred: false,
      firstSeenAt: now,
      lastSeenAt: now,
      createdAt: now,
      updatedAt: now,
      ...toScore(services, job),
      ...job,
      status,
      appliedAt: isApplied(status) ? (job.appliedAt ?? now) : null,
      ownerId: services.ownerId,
      softKey: toSoftKey(job),
    })
    .returning()
    .get();
  addHistory(services, row, { oldStatus: null, actor, changedAt: row.createdAt });
  indexJob(services.database, row);
  return row;
}

/**
 * Changes a job. A change of its status is a line in its history, and the first time it counts as applied is kept. To be
 * called in a transaction.
 */
export function changeJob(services: OwnerServices, before: JobRow, change: JobChange, actor: Actor): JobRow {
  const now = services.now().toISOString();
  const merged = { ...before, ...change };
  const appliedNow = isApplied(merged.status) && before.appliedAt === null ? { appliedAt: now } : {};
  const after = services.database.db
    .update(jobs)
    .set({ ...change, ...appliedNow, softKey: toSoftKey(merged), updatedAt: later(now, before.updatedAt) })
    .where(and(eq(jobs.ownerId, services.ownerId), eq(jobs.id, before.id)))
    .returning()
    .get();
  if (after.status !== before.status) addHistory(services, after, { oldStatus: before.status, actor, changedAt: now });
  if (INDEXED.some((key) => after[key] !== before[key])) indexJob(services.database, after);
  return after;
}

const INDEXED = ['title', 'company', 'location', 'descriptionMd'] as const;

function addHistory(
  { database, ownerId }: OwnerServices,
  { id, status }: JobRow,
  line: { oldStatus: JobStatus | null; actor: Actor; changedAt: string },
): void {
  database.db
    .insert(jobStatusHistory)
    .values({ ownerId, jobId: id, newStatus: status, ...line })
    .run();
}

/** Every change has a later time than the one before, so that the time tells changes apart. */
function later(now: string, before: string): string {
  return now > before ? now : new Date(Date.parse(before) + 1).toISOString();
}
