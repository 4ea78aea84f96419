import { z } from 'zod';
import { analysisView } from '../analysis/analysis-view.ts';
import { analyzeJob } from '../analysis/analyze-job.ts';
import { findAnalysis } from '../analysis/find-analysis.ts';
import { prescoreJob } from '../analysis/prescore-job.ts';
import { ENGINE_CHOICES } from '../engines/choose-engine.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { idInPath, numberInQuery } from '../http/fields.ts';
import { ownerRoute, type Route } from '../http/route.ts';
import { findJob } from '../jobs/find-job.ts';
import { chooseResume } from '../resumes/find-resume.ts';
import { coverKeywords } from '../tailoring/keyword-coverage.ts';

const tag = 'analysis';
const params = z.object({ id: idInPath });
const query = z.strictObject({
  resumeId: numberInQuery(1, 1e15).optional().meta({ description: 'The default resume unless given.' }),
});
const namedSkill = z.object({ name: z.string(), required: z.boolean() });
const answers = { 200: { description: 'The analysis.', schema: z.object({ analysis: analysisView }) } };

/** How well jobs and resumes fit each other. */
export const analysisRoutes: Route[] = [
  ownerRoute({
    method: 'post',
    path: '/jobs/:id{[0-9]+}/analyze',
    operation: 'analyzeJob',
    tag,
    summary: 'Compares a job with a resume',
    params,
    body: z
      .strictObject({
        resumeId: z.number().int().positive().optional(),
        forceRefresh: z.boolean().optional(),
        engine: z.enum(ENGINE_CHOICES).optional(),
      })
      .optional(),
    answers,
    problems: [
      'jobNotFound',
      'resumeNotFound',
      'noDefaultResume',
      'emptyResume',
      'notEnriched',
      'llmUnavailable',
      'llmFailed',
    ],
    handle: async ({ c, params: { id }, body = {}, language }, services) =>
      c.json({ analysis: await analyzeJob(services, id, { ...body, language, signal: c.req.raw.signal }) }),
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/:id{[0-9]+}/analysis',
    operation: 'getAnalysis',
    tag,
    summary: 'The newest analysis of a job with a resume',
    params,
    query,
    answers,
    problems: ['jobNotFound', 'resumeNotFound', 'noDefaultResume', 'noAnalysis'],
    handle: ({ c, params: { id }, query: { resumeId } }, services) => {
      findJob(services, id);
      const analysis = findAnalysis(services, id, chooseResume(services, resumeId).id);
      if (analysis === undefined) throw new JobsError('noAnalysis', { values: { id } });
      return c.json({ analysis });
    },
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/:id{[0-9]+}/prescore',
    operation: 'prescoreJob',
    tag,
    summary: 'A quick estimate from words alone',
    params,
    query,
    answers: {
      200: {
        description: 'The estimate; a score of null when there is nothing to compare.',
        schema: z
          .object({
            score: z.number().nullable(),
            matched: z.array(z.string()),
            missing: z.array(z.string()),
            requiredCoverage: z.number().nullable(),
            confidence: z.enum(['none', 'low', 'medium', 'high']),
          })
          .meta({ id: 'Prescore' }),
      },
    },
    problems: ['jobNotFound', 'resumeNotFound', 'noDefaultResume'],
    handle: ({ c, params: { id }, query: { resumeId } }, services) => c.json(prescoreJob(services, id, resumeId)),
  }),
  ownerRoute({
    method: 'post',
    path: '/jobs/:id{[0-9]+}/coverage',
    operation: 'coverKeywords',
    tag,
    summary: 'The requested skills of a job that a text mentions; nothing is stored',
    params,
    body: z.strictObject({ content: z.string().max(500_000) }),
    answers: {
      200: {
        description: 'The skills in the order of the posting, and the share that is covered; null when there are none.',
        schema: z
          .object({ share: z.number().nullable(), covered: z.array(namedSkill), missing: z.array(namedSkill) })
          .meta({ id: 'KeywordCoverage' }),
      },
    },
    problems: ['jobNotFound'],
    handle: ({ c, params: { id }, body: { content } }, services) =>
      c.json(coverKeywords(content, findJob(services, id).skills)),
  }),
];
