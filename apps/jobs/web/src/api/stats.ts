import type { Server } from '@posthouse/components';
import type { JobStatus } from './job.ts';

/** Spans of time that numbers are asked for. */
export const PERIODS = ['7d', '30d', '90d', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** How far jobs have come, by what each has ever reached. */
export type Funnel = {
  stages: { stage: JobStatus; count: number }[];
  conversionRates: { applyRate: number; interviewRate: number; offerRate: number };
  rejected: number;
  skipped: number;
  medianDays: { toApply: number | null; toInterview: number | null };
};

/** What jobs ask for, held against the default resume. */
export type SkillDemand = {
  top: { skill: string; category: string; matchCount: number; share: number; inResume: boolean | null }[];
  gaps: { skill: string; category: string; mentionCount: number; requiredCount: number }[];
  jobsConsidered: number;
  resumeId: number | null;
};

export type TimelinePoint = {
  /** The first day of what is counted, as YYYY-MM-DD. */
  from: string;
  added: number;
  applied: number;
  interview: number;
  offer: number;
  rejected: number;
  skipped: number;
};

/** New jobs and application steps over time. */
export type Timeline = { unit: 'day' | 'week'; points: TimelinePoint[] };

export type SourceLine = {
  source: string;
  jobs: number;
  applied: number;
  interview: number;
  offer: number;
  rejected: number;
  averageScore: number | null;
};

const loader =
  <Value>(name: string) =>
  async (server: Server, period: Period, signal: AbortSignal): Promise<Value> =>
    (await server.ask(`/jobs/analytics/${name}?period=${period}`, { signal })) as Value;

export const loadFunnel = loader<Funnel>('funnel');
export const loadSkillDemand = loader<SkillDemand>('skills');
export const loadTimeline = loader<Timeline>('timeline');
export const loadSources = loader<{ sources: SourceLine[] }>('sources');
