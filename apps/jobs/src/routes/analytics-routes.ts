import { z } from 'zod';
import { PERIODS } from '../analytics/period.ts';
import { readFunnel, readSkillDemand, readSources, readTimeline } from '../analytics/read-analytics.ts';
import { numberInQuery } from '../http/fields.ts';
import { ownerRoute, type Route } from '../http/route.ts';
import { JOB_SOURCES } from '../jobs/job-sources.ts';

const tag = 'analytics';
const number = z.number().int();
const share = z.number().min(0).max(1);
const period = z.enum(PERIODS).optional().meta({ description: 'Jobs that arrived since then; all unless given.' });

const funnelView = z
  .object({
    period: z.enum(PERIODS),
    stages: z.array(z.object({ stage: z.string(), count: number })),
    inbox: number,
    applied: number,
    interview: number,
    offer: number,
    conversionRates: z.object({ applyRate: share, interviewRate: share, offerRate: share }),
    rejected: number,
    skipped: number,
    medianDays: z.object({ toApply: z.number().nullable(), toInterview: z.number().nullable() }),
  })
  .meta({ id: 'Funnel' });

const skill = { skill: z.string(), category: z.string() };
const skillsView = z
  .object({
    top: z.array(z.object({ ...skill, matchCount: number, share, inResume: z.boolean().nullable() })),
    gaps: z.array(z.object({ ...skill, mentionCount: number, requiredCount: number, inResume: z.literal(false) })),
    byCategory: z.record(z.string(), z.array(z.string())),
    jobsConsidered: number,
    resumeId: number.nullable(),
  })
  .meta({ id: 'SkillDemand' });

const timelineView = z
  .object({
    period: z.enum(PERIODS),
    unit: z.enum(['day', 'week']),
    points: z.array(
      z.object({
        from: z.string().meta({ description: 'The day, or the Monday of the week, in UTC.' }),
        added: number,
        applied: number,
        interview: number,
        offer: number,
        rejected: number,
        skipped: number,
      }),
    ),
  })
  .meta({ id: 'Timeline' });

const sourcesView = z
  .object({
    period: z.enum(PERIODS),
    sources: z.array(
      z.object({
        source: z.string(),
        jobs: number,
        applied: number,
        interview: number,
        offer: number,
        rejected: number,
        averageScore: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'SourceCounts' });

/** Numbers about the search: paths that begin with a word, to be registered before those with an id. */
export const analyticsRoutes: Route[] = [
  ownerRoute({
    method: 'get',
    path: '/jobs/analytics/funnel',
    operation: 'getFunnel',
    tag,
    summary: 'How far jobs have come, by what each has ever reached',
    query: z.strictObject({ period, source: z.enum(JOB_SOURCES).optional() }),
    answers: { 200: { description: 'The funnel.', schema: funnelView } },
    handle: ({ c, query }, services) => c.json(readFunnel(services, query)),
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/analytics/timeline',
    operation: 'getTimeline',
    tag,
    summary: 'How many jobs arrived, and came to each status, by days or weeks',
    query: z.strictObject({
      period: z.enum(PERIODS).optional().meta({ description: 'The last days; everything unless given.' }),
      source: z.enum(JOB_SOURCES).optional(),
    }),
    answers: {
      200: { description: 'Oldest first, without gaps; empty when there are no jobs.', schema: timelineView },
    },
    handle: ({ c, query }, services) => c.json(readTimeline(services, query)),
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/analytics/sources',
    operation: 'getSources',
    tag,
    summary: 'How far the jobs of each source have come, by what each has ever reached',
    query: z.strictObject({ period }),
    answers: { 200: { description: 'The source with most jobs first.', schema: sourcesView } },
    handle: ({ c, query }, services) => c.json(readSources(services, query)),
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/analytics/skills',
    operation: 'getSkillDemand',
    tag,
    summary: 'The skills that jobs ask for, compared with a resume',
    query: z.strictObject({
      resumeId: numberInQuery(1, 1e15).optional(),
      period,
      limit: numberInQuery(1, 100).optional(),
    }),
    answers: { 200: { description: 'The skills.', schema: skillsView } },
    problems: ['resumeNotFound'],
    handle: ({ c, query }, services) => c.json(readSkillDemand(services, query)),
  }),
];
