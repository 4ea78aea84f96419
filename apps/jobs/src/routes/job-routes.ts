import { z } from 'zod';
import { JobsError } from '../errors/jobs-error.ts';
import { toAttachment } from '../http/attachment.ts';
import { flagInQuery, idInPath, numberInQuery, page, time, webAddress } from '../http/fields.ts';
import { ownerRoute, type Method, type Route } from '../http/route.ts';
import { createJob } from '../jobs/create-job.ts';
import { deleteJob } from '../jobs/delete-job.ts';
import { EXPORT_FORMATS, exportedJobView, exportJobs } from '../jobs/export-jobs.ts';
import { jobChangeInput, newJobInput } from '../jobs/job-input.ts';
import { JOB_SOURCES } from '../jobs/job-sources.ts';
import { countJobs, jobStatsView } from '../jobs/job-stats.ts';
import { toJobStatus } from '../jobs/job-status.ts';
import { jobSummaryView, jobView, toJobView } from '../jobs/job-view.ts';
import { type JobQuery, listJobs } from '../jobs/list-jobs.ts';
import { updateJob } from '../jobs/update-job.ts';
import { listKeptFiles, removeKeptFiles } from '../tailoring/tailored-pdf.ts';
import { listVersions } from '../tailoring/versions.ts';
import { jobFileView, openJobFile } from './job-file.ts';

const tag = 'jobs';
const params = z.object({ id: idInPath });
const jobAnswer = { description: 'The job.', schema: z.object({ job: jobView }) };

const filters = {
  status: z.string().optional().meta({ description: 'One of the statuses, or all.' }),
  starred: flagInQuery.optional(),
  search: z.string().max(500).optional().meta({ description: 'Words that must all occur.' }),
  source: z.enum(JOB_SOURCES).optional(),
  location: z.string().max(200).optional(),
  remote: flagInQuery.optional(),
  minScore: numberInQuery(0, 100).optional(),
  postedAfter: time.optional(),
  company: z.string().max(200).optional(),
  tag: z.string().max(100).optional(),
  url: webAddress.optional().meta({ description: 'The address of the job, in any spelling.' }),
  sort: z.enum(['postedAt', 'createdAt', 'score', 'company']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};
const listQuery = z.strictObject({ ...filters, ...page });

function toStatusFilter(status: string | undefined): Pick<JobQuery, 'status'> {
  if (status === undefined) return {};
  return { status: status === 'all' ? 'all' : toJobStatus(status) };
}

/** Lists, numbers and new jobs: paths without an id, to be registered before those with one. */
export const jobListRoutes: Route[] = [
  ownerRoute({
    method: 'get',
    path: '/jobs',
    operation: 'listJobs',
    tag,
    summary: 'Lists jobs, filtered and sorted',
    query: listQuery,
    answers: {
      200: {
        description: 'A part of the list.',
        schema: z.object({
          jobs: z.array(jobSummaryView),
          total: z.number().int(),
          limit: z.number().int(),
          offset: z.number().int(),
        }),
      },
    },
    problems: ['invalidStatus'],
    handle: ({ c, query: { status, ...query } }, services) =>
      c.json(listJobs(services, { ...query, ...toStatusFilter(status) })),
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/export',
    operation: 'exportJobs',
    tag,
    summary: 'All jobs that match the filters, as a file',
    query: z.strictObject({ ...filters, format: z.enum(EXPORT_FORMATS).optional() }),
    answers: {
      200: {
        description: 'JSON that /jobs/ingest accepts, or CSV for spreadsheets.',
        schema: z.object({ jobs: z.array(exportedJobView) }),
        type: 'text/csv',
      },
    },
    problems: ['invalidStatus'],
    handle: ({ c, query: { status, format = 'json', ...query } }, services) => {
      const text = exportJobs(services, { ...query, ...toStatusFilter(status) }, format);
      c.header('Content-Type', `${format === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`);
      c.header('Content-Disposition', toAttachment(`jobs-${services.now().toISOString().slice(0, 10)}.${format}`));
      return c.body(ReadableStream.from(text).pipeThrough(new TextEncoderStream()) as ReadableStream);
    },
  }),
  ownerRoute({
    method: 'post',
    path: '/jobs',
    operation: 'createJob',
    tag,
    summary: 'Creates a job',
    query: z.strictObject({
      upsert: flagInQuery.optional().meta({ description: 'Change the job with the same address instead of refusing.' }),
    }),
    body: newJobInput,
    answers: { 201: jobAnswer, 200: { ...jobAnswer, description: 'The job that was there, changed.' } },
    problems: ['duplicateJob', 'invalidStatus'],
    handle: ({ c, query, body }, services) => {
      const { job, isNew } = createJob(services, body, { upsert: query.upsert ?? false });
      c.header('Location', `/jobs/${job.id}`);
      return c.json({ job: toJobView(job) }, isNew ? 201 : 200);
    },
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/stats',
    operation: 'countJobs',
    tag,
    summary: 'Statistics of the jobs',
    answers: { 200: { description: 'Counts.', schema: jobStatsView } },
    handle: ({ c }, services) => c.json(countJobs(services)),
  }),
];

const change = (method: Method, operation: string): Route =>
  ownerRoute({
    method,
    path: '/jobs/:id{[0-9]+}',
    operation,
    tag,
    summary: 'Changes a job',
    params,
    body: jobChangeInput,
    answers: { 200: jobAnswer },
    problems: ['jobNotFound', 'invalidStatus', 'changedMeanwhile', 'duplicateJob'],
    handle: ({ c, params: { id }, body }, services) => {
      const since = c.req.header('if-unmodified-since');
      if (since !== undefined && Number.isNaN(Date.parse(since))) {
        throw new JobsError('validation', { values: { what: 'If-Unmodified-Since' } });
      }
      const options = since === undefined ? {} : { unmodifiedSince: new Date(since) };
      return c.json({ job: toJobView(updateJob(services, id, body, options)) });
    },
  });

/** What can be done with one job. */
export const jobRoutes: Route[] = [
  ownerRoute({
    method: 'get',
    path: '/jobs/:id{[0-9]+}',
    operation: 'getJob',
    tag,
    summary: 'A job with everything known about it',
    params,
    query: z.strictObject({ resumeId: numberInQuery(1, 1e15).optional() }),
    answers: { 200: { description: 'The job, its analysis, its versions and its history.', schema: jobFileView } },
    problems: ['jobNotFound', 'resumeNotFound'],
    handle: ({ c, params: { id }, query }, services) => c.json(openJobFile(services, id, query.resumeId)),
  }),
  change('patch', 'changeJob'),
  change('put', 'putJob'),
  ownerRoute({
    method: 'delete',
    path: '/jobs/:id{[0-9]+}',
    operation: 'deleteJob',
    tag,
    summary: 'Removes a job and everything that was made for it',
    params,
    answers: {
      200: { description: 'It is gone.', schema: z.object({ deleted: z.literal(true), id: z.number().int() }) },
    },
    problems: ['jobNotFound'],
    handle: async ({ c, params: { id } }, services) => {
      const files = listKeptFiles(services, listVersions(services, id));
      deleteJob(services, id);
      await removeKeptFiles(services, files);
      return c.json({ deleted: true, id });
    },
  }),
  ownerRoute({
    method: 'post',
    path: '/jobs/:id{[0-9]+}/star',
    operation: 'starJob',
    tag,
    summary: 'Stars a job, or removes the star',
    params,
    body: z.strictObject({ starred: z.boolean() }),
    answers: { 200: jobAnswer },
    problems: ['jobNotFound'],
    handle: ({ c, params: { id }, body }, services) => c.json({ job: toJobView(updateJob(services, id, body)) }),
  }),
];
