import { z } from 'zod';
import { JobsError } from '../errors/jobs-error.ts';
import { webAddress } from '../http/fields.ts';
import { enrichJob } from '../ingest/enrich-job.ts';
import { ingest } from '../ingest/ingest.ts';
import { findJob } from '../jobs/find-job.ts';
import { toJobView } from '../jobs/job-view.ts';
import { describeJob, toCard } from './describe-job.ts';
import { defineTool, type JobsTool, type ToolContext, type ToolResult } from './jobs-tool.ts';
import { PROGRESS } from './progress.ts';
import { jobId } from './tool-inputs.ts';

/** Reading more about jobs. */
export const enrichTools: readonly JobsTool[] = [
  defineTool({
    name: 'jobs_enrich',
    category: 'Discovery',
    label: 'Read a posting',
    description:
      'Reads the page of a saved job, or of an address that is not saved yet, and keeps what it says: description, pay, skills. Give jobId or url.',
    input: z.strictObject({
      jobId: jobId.optional(),
      url: webAddress.optional(),
      html: z
        .string()
        .max(5_000_000)
        .optional()
        .meta({ description: 'The page, if it is known; it is not fetched then.' }),
    }),
    run: async ({ jobId: id, url, html }, context) => {
      if (id !== undefined) return enrichSaved(id, html, context);
      if (url !== undefined) return takeIn(url, html, context);
      const details = [{ path: 'jobId', message: 'jobId, url' }];
      throw new JobsError('validation', { values: { what: 'jobId, url' }, details });
    },
  }),
];

async function enrichSaved(
  id: number,
  html: string | undefined,
  { services, signal, report }: ToolContext,
): Promise<ToolResult> {
  report(PROGRESS.readingJob);
  const { job, method, changed } = await enrichJob(services, id, { html, actor: 'agent', signal });
  return tell(job, method, changed);
}

async function takeIn(
  url: string,
  html: string | undefined,
  { services, language, signal, report }: ToolContext,
): Promise<ToolResult> {
  report(PROGRESS.readingPage);
  const page = html === undefined ? { url } : { url, html };
  const found = await ingest(services, page, { actor: 'agent', language, signal });
  const [created] = found.created;
  const first = created ?? found.updated[0] ?? found.skipped[0];
  if (first === undefined) throw new JobsError('noJobFound');
  const result = tell(
    findJob(services, first.id),
    created === undefined ? 'known' : 'new',
    created === undefined ? [] : ['job'],
  );
  const others = found.created.length + found.updated.length + found.skipped.length - 1;
  const more = others === 0 ? '' : `\n${others} more postings were on the page.`;
  return { text: `${result.text}${more}`, details: { ...result.details, ...found } };
}

function tell(row: Parameters<typeof toJobView>[0], method: string, changed: readonly string[]): ToolResult {
  const job = toJobView(row);
  const news = changed.length === 0 ? 'nothing new' : changed.join(', ');
  const lines = [
    `${describeJob(job)}. Read by ${method}: ${news}.`,
    job.jdMarkdown?.slice(0, MAX_DESCRIPTION_LENGTH) ?? 'It has no description.',
  ];
  return { text: lines.join('\n'), details: { job: toCard(job), method, changed } };
}

const MAX_DESCRIPTION_LENGTH = 6_000;
