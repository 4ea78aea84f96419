import { and, asc, avg, eq, gte } from 'drizzle-orm';
import { jobs, jobStatusHistory } from '../database/schema.ts';
import { findDefaultResume, findResume } from '../resumes/find-resume.ts';
import type { OwnerServices } from '../services/services.ts';
import { type Funnel, type StatusChange, toFunnel } from './funnel.ts';
import { daysOf, type Period, startOf } from './period.ts';
import { type SkillDemand, toSkillDemand } from './skill-demand.ts';
import { type TimedChange, type Timeline, toTimeline } from './timeline.ts';

/** How far the jobs have come that arrived in a period. */
export function readFunnel(
  services: OwnerServices,
  { period = 'all', source }: { period?: Period | undefined; source?: string | undefined } = {},
): Funnel & { period: Period } {
  return { period, ...toFunnel(readChanges(services, { since: startOf(period, services.now()), source })) };
}

/** What happened in a period, to jobs of a source or of all. */
export function readTimeline(
  services: OwnerServices,
  { period = 'all', source }: { period?: Period | undefined; source?: string | undefined } = {},
): Timeline & { period: Period } {
  return { period, ...toTimeline(readChanges(services, { source }), { days: daysOf(period), now: services.now() }) };
}

export type SourceCount = Pick<Funnel, 'applied' | 'interview' | 'offer' | 'rejected'> & {
  source: string;
  jobs: number;
  averageScore: number | null;
};

/** How far the jobs of each source have come that arrived in a period, the source with most of them first. */
export function readSources(
  services: OwnerServices,
  { period = 'all' }: { period?: Period | undefined } = {},
): { period: Period; sources: SourceCount[] } {
  const since = startOf(period, services.now());
  const scores = services.database.db
    .select({ source: jobs.source, average: avg(jobs.score) })
    .from(jobs)
    .where(and(eq(jobs.ownerId, services.ownerId), since === undefined ? undefined : gte(jobs.createdAt, since)))
    .groupBy(jobs.source)
    .all();
  const averages = new Map(scores.map(({ source, average }) => [source, average]));
  const bySource = Map.groupBy(readChanges(services, { since }), ({ source }) => source);
  const sources = [...bySource].map(([source, changes]) => {
    const { inbox, applied, interview, offer, rejected } = toFunnel(changes);
    const average = averages.get(source) ?? null;
    const averageScore = average === null ? null : Math.round(Number(average) * 10) / 10;
    return { source, jobs: inbox, applied, interview, offer, rejected, averageScore };
  });
  return {
    period,
    sources: sources.toSorted((left, right) => right.jobs - left.jobs || (left.source < right.source ? -1 : 1)),
  };
}

type Change = StatusChange & TimedChange & { source: string };

/** The changes of the jobs that arrived since a time, in their order. */
function readChanges(
  { database: { db }, ownerId }: OwnerServices,
  { since, source }: { since?: string | undefined; source?: string | undefined },
): Change[] {
  const { jobId, oldStatus, newStatus, changedAt } = jobStatusHistory;
  return db
    .select({ jobId, oldStatus, newStatus, changedAt, source: jobs.source })
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
}

/** What the jobs of a period ask for, held against a resume, the default one unless named. */
export function readSkillDemand(
  services: OwnerServices,
  {
    resumeId,
    period = 'all',
    limit = 20,
  }: { resumeId?: number | undefined; period?: Period | undefined; limit?: number | undefined } = {},
): SkillDemand & { resumeId: number | null } {
  const resume = resumeId === undefined ? findDefaultResume(services) : findResume(services, resumeId);
  const since = startOf(period, services.now());
  const rows = services.database.db
    .select({ skills: jobs.skills })
    .from(jobs)
    .where(and(eq(jobs.ownerId, services.ownerId), since === undefined ? undefined : gte(jobs.createdAt, since)))
    .all();
  const demand = toSkillDemand(
    rows.map(({ skills }) => skills),
    { resumeSkills: resume?.skills, limit },
  );
  return { ...demand, resumeId: resume?.id ?? null };
}
