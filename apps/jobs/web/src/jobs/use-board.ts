import { useQuery, useServer } from '@posthouse/components';
import { useCallback } from 'react';
import { type Job, JOB_STATUSES, type JobStatus, type JobSummary, loadJobs } from '../api/job.ts';
import { type JobFilters, toQuery } from './job-filters.ts';
import { useEdited } from './use-edited.ts';
import { useLast } from './use-last.ts';

/** How many cards a column has at most; the list has the others. */
const COLUMN_SIZE = 50;

type BoardJobs = { jobs: JobSummary[]; totals: Record<JobStatus, number> };

export type BoardQuery = {
  board: BoardJobs | undefined;
  failure: Error | undefined;
  replace: (job: Job) => void;
};

/** The jobs of every status, those first that the order wants. */
export function useBoard(filters: JobFilters): BoardQuery {
  const server = useServer();
  const asked = useQuery(toQuery({ ...filters, status: undefined }).toString(), async (signal): Promise<BoardJobs> => {
    const pages = await Promise.all(
      JOB_STATUSES.map(async (status) => {
        const query = toQuery({ ...filters, status });
        query.set('limit', String(COLUMN_SIZE));
        return { status, ...(await loadJobs(server, query, signal)) };
      }),
    );
    return {
      jobs: pages.flatMap(({ jobs }) => jobs),
      totals: Object.fromEntries(pages.map(({ status, total }) => [status, total])) as BoardJobs['totals'],
    };
  });
  const [board, edit] = useEdited(asked.value);
  const replace = useCallback((job: Job) => edit((before) => moveTo(before, job)), [edit]);
  return { board: useLast(board), failure: asked.failure, replace };
}

/** The board after the server has confirmed a change. What has moved stands first in its column, as it did before. */
export function moveTo({ jobs, totals }: BoardJobs, job: Job): BoardJobs {
  const before = jobs.find(({ id }) => id === job.id);
  if (before === undefined || before.status === job.status) {
    return { totals, jobs: jobs.map((each) => (each.id === job.id ? job : each)) };
  }
  return {
    jobs: [job, ...jobs.filter(({ id }) => id !== job.id)],
    totals: { ...totals, [before.status]: totals[before.status] - 1, [job.status]: totals[job.status] + 1 },
  };
}
