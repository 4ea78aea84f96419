import { z } from 'zod';
import { idInPath } from '../http/fields.ts';
import { ownerRoute, type Route } from '../http/route.ts';
import { enrichJob } from '../ingest/enrich-job.ts';
import { ingestInput } from '../ingest/ingest-input.ts';
import { ingest } from '../ingest/ingest.ts';
import { jobView, toJobView } from '../jobs/job-view.ts';

const tag = 'ingest';
const named = z.object({ id: z.number().int(), title: z.string(), company: z.string() });
const ingestedView = z
  .object({
    created: z.array(named),
    updated: z.array(named),
    skipped: z.array(z.object({ id: z.number().int(), reason: z.literal('duplicate'), url: z.string().nullable() })),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Ingested' });
const problems = ['noJobFound', 'urlRefused', 'sourceUnreachable', 'unsupportedPage'] as const;

/** Handing postings in: a path that begins with a word, to be registered before those with an id. */
export const ingestRoutes: Route[] = [
  ownerRoute({
    method: 'post',
    path: '/jobs/ingest',
    operation: 'ingest',
    tag,
    summary: 'Imports postings: a page, a text, an address, JSON-LD, a mail, or a list',
    body: ingestInput,
    answers: {
      201: { description: 'At least one new job.', schema: ingestedView },
      200: { description: 'No new job, but perhaps changes to known ones.', schema: ingestedView },
    },
    problems: [...problems],
    handle: async ({ c, body, language }, services) => {
      const ingested = await ingest(services, body, { language });
      return c.json(ingested, ingested.created.length > 0 ? 201 : 200);
    },
  }),
];

/** Reading more about one job. */
export const enrichRoutes: Route[] = [
  ownerRoute({
    method: 'post',
    path: '/jobs/:id{[0-9]+}/enrich',
    operation: 'enrichJob',
    tag,
    summary: 'Adds details to a job, from its address or from a page in the request',
    params: z.object({ id: idInPath }),
    body: z.strictObject({ html: z.string().min(1).max(10_000_000).optional() }).optional(),
    answers: {
      200: {
        description: 'The job, where the details came from, and which are new.',
        schema: z.object({ job: jobView, method: z.string(), changed: z.array(z.string()) }),
      },
    },
    problems: ['jobNotFound', 'noURL', ...problems],
    handle: async ({ c, params: { id }, body }, services) => {
      const { job, method, changed } = await enrichJob(services, id, { html: body?.html });
      return c.json({ job: toJobView(job), method, changed });
    },
  }),
];
