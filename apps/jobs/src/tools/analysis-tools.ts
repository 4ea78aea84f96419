import { z } from 'zod';
import type { AnalysisView } from '../analysis/analysis-view.ts';
import { analyzeJob } from '../analysis/analyze-job.ts';
import { prescoreJob } from '../analysis/prescore-job.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { findJob } from '../jobs/find-job.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { chooseResume } from '../resumes/find-resume.ts';
import { inParallel } from './in-parallel.ts';
import { defineTool, type JobsTool } from './jobs-tool.ts';
import { analyzedSoFar, PROGRESS } from './progress.ts';
import { jobId, limit, resumeId, status } from './tool-inputs.ts';

const DEFAULT_LIMIT = 10;
const ANALYSES_AT_ONCE = 2;

/** Comparing jobs with resumes. */
export const analysisTools: readonly JobsTool[] = [
  defineTool({
    name: 'jobs_analyze',
    category: 'Analysis',
    label: 'Analyze jobs',
    description:
      'Compares several jobs with a resume, those named or the most promising of a status, and ranks them by fit.',
    input: z.strictObject({
      jobIds: z.array(jobId).min(1).max(25).optional(),
      status: status.optional(),
      resumeId,
      limit: limit(25, DEFAULT_LIMIT),
    }),
    run: async (
      { jobIds, status: wanted, resumeId: resume, limit: most = DEFAULT_LIMIT },
      { services, language, signal, report },
    ) => {
      // One clear failure instead of the same for every job.
      const { id } = chooseResume(services, resume);
      const filter = wanted === undefined ? {} : { status: wanted };
      // What the quick score says of all of them decides which are worth a closer look.
      const promising = () => listJobs(services, { ...filter, sort: 'score', order: 'desc', limit: most }).jobs;
      const ids = jobIds ?? promising().map((job) => job.id);
      let done = 0;
      const outcomes = await inParallel([...new Set(ids)], { atOnce: ANALYSES_AT_ONCE, signal }, async (each) => {
        const outcome = await analyzeJob(services, each, { resumeId: id, language, signal }).catch((error: unknown) => {
          if (!(error instanceof JobsError)) throw error;
          return { jobId: each, code: error.code, error: error.text(language) };
        });
        done += 1;
        report(analyzedSoFar(done, ids.length));
        return outcome;
      });
      const results = outcomes
        .filter((outcome): outcome is AnalysisView => !('code' in outcome))
        .toSorted((left, right) => (right.overallScore ?? -1) - (left.overallScore ?? -1))
        .map((analysis) => ({ ...analysis, ...namesOf(services, analysis.jobId) }));
      const failed = outcomes.filter((outcome) => 'code' in outcome);
      const lines = [
        `${results.length} of ${ids.length} jobs analyzed.`,
        ...results.map((each) => `${describe(each)} ${each.title} at ${each.company}`),
        ...failed.map((each) => `#${each.jobId}: ${each.code}: ${each.error}`),
      ];
      return { text: lines.join('\n'), details: { count: results.length, results, failed } };
    },
  }),
  defineTool({
    name: 'jobs_analyze_single',
    category: 'Analysis',
    label: 'Analyze a job',
    description: 'Compares one job with a resume: score, strengths, gaps, suggestions, red flags.',
    input: z.strictObject({ jobId, resumeId, forceRefresh: z.boolean().optional() }),
    run: async ({ jobId: id, ...options }, { services, language, signal, report }) => {
      report(PROGRESS.comparing);
      const analysis = await analyzeJob(services, id, { ...options, language, signal });
      return { text: toReport(analysis), details: { analysis, ...namesOf(services, id) } };
    },
  }),
  defineTool({
    name: 'jobs_prescore',
    category: 'Analysis',
    label: 'Score a job quickly',
    description: 'A quick estimate from words alone of how well a job fits a resume. Asks no model.',
    input: z.strictObject({ jobId, resumeId }),
    run: ({ jobId: id, resumeId: resume }, { services }) => {
      const score = prescoreJob(services, id, resume);
      const text =
        score.score === null
          ? `Job #${id} names no skills that could be compared.`
          : `Job #${id} scores ${score.score} of 100 (confidence ${score.confidence}). Has: ${list(score.matched)}. Lacks: ${list(score.missing)}.`;
      return { text, details: { jobId: id, ...namesOf(services, id), ...score } };
    },
  }),
];

function namesOf(services: Parameters<typeof findJob>[0], id: number): { title: string; company: string } {
  const { title, company } = findJob(services, id);
  return { title, company };
}

function describe({ jobId: id, overallScore, fit }: AnalysisView): string {
  return `#${id} ${overallScore === null ? 'no score' : overallScore} ${fit ?? ''}`.trim();
}

function toReport(analysis: AnalysisView): string {
  const gaps = analysis.gaps.map(({ skill, required }) => (required ? `${skill} (required)` : skill));
  return [
    `${describe(analysis)} (${analysis.engine} engine)`,
    analysis.summary,
    `Strengths: ${list(analysis.strengths)}`,
    `Gaps: ${list(gaps)}`,
    `Suggestions: ${list(analysis.suggestions)}`,
    `Red flags: ${list(analysis.redFlags)}`,
  ].join('\n');
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : texts.join('; ');
}
