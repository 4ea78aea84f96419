import { defined } from '@posthouse/protocol';
import { z } from 'zod';
import { countJobs } from '../jobs/job-stats.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { describeJobs, toCard } from './describe-job.ts';
import { defineTool, type JobsTool } from './jobs-tool.ts';
import { limit, status } from './tool-inputs.ts';
import { PROGRESS } from './progress.ts';

const DEFAULT_LIMIT = 20;

/** Finding saved jobs. */
export const searchTools: readonly JobsTool[] = [
  defineTool({
    name: 'jobs_search',
    category: 'Discovery',
    label: 'Search jobs',
    description:
      'Searches the saved jobs by words in title, company, location and description, the best matches first. All words have to be found; leave words out to find more.',
    input: z.strictObject({
      keywords: z.string().max(500).optional().meta({ description: 'Words that must all occur.' }),
      query: z.string().max(500).optional().meta({ description: 'The same as keywords.' }),
      location: z.string().max(200).optional(),
      remote: z.boolean().optional(),
      salaryMin: z.number().nonnegative().optional().meta({ description: 'Jobs that say they pay at least this.' }),
      status: status.optional(),
      company: z.string().max(200).optional(),
      limit: limit(50, DEFAULT_LIMIT),
    }),
    run: ({ keywords, query, limit: wanted = DEFAULT_LIMIT, ...filters }, { services, report }) => {
      const search = [keywords, query].filter((words) => words !== undefined).join(' ');
      report(PROGRESS.searching);
      const found = listJobs(services, { ...defined(filters), search, limit: wanted });
      const details = { count: found.jobs.length, total: found.total, jobs: found.jobs.map(toCard) };
      return { text: describeJobs(found), details };
    },
  }),
  defineTool({
    name: 'jobs_list',
    category: 'Discovery',
    label: 'List jobs',
    description: 'Lists saved jobs by status, star or date, and counts them by status.',
    input: z.strictObject({
      status: z.enum([...status.options, 'all']).optional(),
      starred: z.boolean().optional(),
      since: z.iso.date().optional().meta({ description: 'Jobs saved on this day or later.' }),
      sort: z.enum(['postedAt', 'createdAt', 'score', 'company']).optional(),
      limit: limit(50, DEFAULT_LIMIT),
    }),
    run: ({ since, sort = 'createdAt', limit: wanted = DEFAULT_LIMIT, ...filters }, { services }) => {
      const createdAfter = since === undefined ? {} : { createdAfter: `${since}T00:00:00.000Z` };
      const order = sort === 'company' ? 'asc' : 'desc';
      const found = listJobs(services, { ...defined(filters), ...createdAfter, sort, order, limit: wanted });
      const { byStatus } = countJobs(services);
      const counts = Object.entries(byStatus).map(([name, count]) => `${name} ${count}`);
      const details = { count: found.jobs.length, total: found.total, byStatus, jobs: found.jobs.map(toCard) };
      return { text: `${describeJobs(found)}\nAll saved jobs by status: ${counts.join(', ')}.`, details };
    },
  }),
];
