import { and, asc, count, eq, max } from 'drizzle-orm';
import { z } from 'zod';
import { type AnalysisView, analysisView } from '../analysis/analysis-view.ts';
import { findAnalysis } from '../analysis/find-analysis.ts';
import { jobStatusHistory, tailoredResumes } from '../database/schema.ts';
import { findJob } from '../jobs/find-job.ts';
import { type JobView, jobView, toJobView } from '../jobs/job-view.ts';
import { findDefaultResume, findResume } from '../resumes/find-resume.ts';
import type { OwnerServices } from '../services/services.ts';

const historyView = z.object({
  oldStatus: z.string().nullable(),
  newStatus: z.string(),
  changedAt: z.string(),
  actor: z.enum(['user', 'agent', 'sync']),
});

/** Everything that is known about a job. */
export const jobFileView = z
  .object({
    job: jobView,
    analysis: analysisView.nullable(),
    tailored: z.object({ count: z.number().int(), latestVersion: z.number().int().nullable() }),
    history: z.array(historyView),
  })
  .meta({ id: 'JobFile' });

export type JobFile = {
  job: JobView;
  analysis: AnalysisView | null;
  tailored: { count: number; latestVersion: number | null };
  history: z.infer<typeof historyView>[];
};

/** A job, the newest analysis of it with a resume (the default one unless named), and what has been done with it. */
export function openJobFile(services: OwnerServices, id: number, resumeId?: number): JobFile {
  const { database, ownerId } = services;
  const { db } = database;
  const row = findJob(services, id);
  const resume = resumeId === undefined ? findDefaultResume(services) : findResume(services, resumeId);
  const versions = and(
    eq(tailoredResumes.ownerId, ownerId),
    eq(tailoredResumes.jobId, id),
    resume === undefined ? undefined : eq(tailoredResumes.resumeId, resume.id),
  );
  const tailored = db
    .select({ count: count(), latestVersion: max(tailoredResumes.version) })
    .from(tailoredResumes)
    .where(versions)
    .get();
  const { oldStatus, newStatus, changedAt, actor } = jobStatusHistory;
  const history = db
    .select({ oldStatus, newStatus, changedAt, actor })
    .from(jobStatusHistory)
    .where(and(eq(jobStatusHistory.ownerId, ownerId), eq(jobStatusHistory.jobId, id)))
    .orderBy(asc(jobStatusHistory.id))
    .all();
  return {
    job: toJobView(row),
    analysis: resume === undefined ? null : (findAnalysis(services, id, resume.id) ?? null),
    tailored: tailored ?? { count: 0, latestVersion: null },
    history,
  };
}
