import { and, asc, eq, gte } from 'drizzle-orm';
import { jobs, jobStatusHistory } from '../database/schema.ts';
import type { Desk } from '../desk.ts';
import { findDefaultResume, findResume } from '../resumes/find-resume.ts';
import { type Funnel, toFunnel } from './funnel.ts';
import { type Period, startOf } from './period.ts';
import { type SkillDemand, toSkillDemand } from './skill-demand.ts';

/** How far the jobs have come that arrived in a period. */
export function readFunnel(
  { database: { db }, ownerId, now }: Desk,
  { period = 'all', source }: { period?: Period | undefined; source?: string | undefined } = {},
): Funnel & { period: Period } {
  const since = startOf(period, now());
  const { jobId, newStatus, changedAt } = jobStatusHistory;
  const changes = db
    .select({ jobId, newStatus, changedAt })
    .from(jobStatusHistory)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(
      and(
        eq(jobs.ownerId, ownerId),
        since === undefined ? undefined : gte(jobs.createdAt, since),
        source === undefined ? undefined : eq(jobs.source, source),
      ),
    )
    .orderBy(asc(jobStatusHistory.id))
    .all();
  return { period, ...toFunnel(changes) };
}

/** What the jobs of a period ask for, held against a resume, the default one unless named. */
export function readSkillDemand(
  desk: Desk,
  {
    resumeId,
    period = 'all',
    limit = 20,
  }: { resumeId?: number | undefined; period?: Period | undefined; limit?: number | undefined } = {},
): SkillDemand & { resumeId: number | null } {
  const resume = resumeId === undefined ? findDefaultResume(desk) : findResume(desk, resumeId);
  const since = startOf(period, desk.now());
  const rows = desk.database.db
    .select({ skills: jobs.skills })
    .from(jobs)
    .where(and(eq(jobs.ownerId, desk.ownerId), since === undefined ? undefined : gte(jobs.createdAt, since)))
    .all();
  const demand = toSkillDemand(
    rows.map(({ skills }) => skills),
    { resumeSkills: resume?.skills, limit },
  );
  return { ...demand, resumeId: resume?.id ?? null };
}
