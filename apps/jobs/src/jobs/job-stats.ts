import { and, avg, count, countDistinct, eq, gte, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { JOB_STATUSES, jobAnalyses, jobs, type JobStatus } from '../database/schema.ts';
import type { OwnerServices } from '../services/services.ts';

const counter = z.number().int();
const byStatusView = z.object(
  Object.fromEntries(JOB_STATUSES.map((status) => [status, counter])) as Record<JobStatus, typeof counter>,
);

/** The jobs of an owner in numbers. The counts by status stand at the top as well, where older clients look for them. */
export const jobStatsView = byStatusView
  .extend({
    total: counter,
    byStatus: byStatusView,
    starred: counter,
    enriched: counter,
    analyzed: counter,
    bySource: z.record(z.string(), counter),
    addedLast7Days: counter,
    averageScore: z.number().nullable(),
  })
  .meta({ id: 'JobStats' });
export type JobStats = z.infer<typeof jobStatsView>;

const WEEK_MS = 7 * 24 * 3_600_000;

/** Counts the jobs of an owner. */
export function countJobs({ database: { db }, ownerId, now }: OwnerServices): JobStats {
  const mine = eq(jobs.ownerId, ownerId);
  const aWeekAgo = new Date(now().getTime() - WEEK_MS).toISOString();
  const counted = (condition: ReturnType<typeof eq>): number =>
    db.select({ count: count() }).from(jobs).where(and(mine, condition)).get()?.count ?? 0;
  const statuses = db.select({ key: jobs.status, count: count() }).from(jobs).where(mine).groupBy(jobs.status).all();
  const sources = db.select({ key: jobs.source, count: count() }).from(jobs).where(mine).groupBy(jobs.source).all();
  const byStatus = Object.fromEntries(
    JOB_STATUSES.map((status) => [status, statuses.find(({ key }) => key === status)?.count ?? 0]),
  ) as Record<JobStatus, number>;
  const average =
    db
      .select({ average: avg(jobs.score) })
      .from(jobs)
      .where(mine)
      .get()?.average ?? null;
  const analyzed = db
    .select({ count: countDistinct(jobAnalyses.jobId) })
    .from(jobAnalyses)
    .where(eq(jobAnalyses.ownerId, ownerId))
    .get();
  return {
    total: statuses.reduce((sum, each) => sum + each.count, 0),
    ...byStatus,
    byStatus,
    starred: counted(eq(jobs.starred, true)),
    enriched: counted(isNotNull(jobs.descriptionMd)),
    analyzed: analyzed?.count ?? 0,
    bySource: Object.fromEntries(sources.map(({ key, count: number }) => [key, number])),
    addedLast7Days: counted(gte(jobs.createdAt, aWeekAgo)),
    averageScore: average === null ? null : Math.round(Number(average) * 10) / 10,
  };
}
