import { and, desc, eq, type SQL } from 'drizzle-orm';
import { jobAnalyses } from '../database/schema.ts';
import type { OwnerServices } from '../services/services.ts';
import { type AnalysisView, toAnalysisView } from './analysis-view.ts';

/** The newest analysis of a job with a resume, or the one that was made from exactly this. */
export function findAnalysis(
  { database: { db }, ownerId }: OwnerServices,
  jobId: number,
  resumeId: number,
  promptHash?: string,
): AnalysisView | undefined {
  const conditions: (SQL | undefined)[] = [
    eq(jobAnalyses.ownerId, ownerId),
    eq(jobAnalyses.jobId, jobId),
    eq(jobAnalyses.resumeId, resumeId),
    promptHash === undefined ? undefined : eq(jobAnalyses.promptHash, promptHash),
  ];
  const row = db
    .select()
    .from(jobAnalyses)
    .where(and(...conditions))
    .orderBy(desc(jobAnalyses.createdAt), desc(jobAnalyses.id))
    .limit(1)
    .get();
  return row === undefined ? undefined : toAnalysisView(row, true);
}
