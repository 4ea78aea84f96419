import { JOB_STATUSES, type JobStatus, type JobSummary } from '../api/job.ts';

/** A change that the server has not confirmed yet. The page shows it as done meanwhile. */
export type PendingChange = { number: number; id: number; change: Partial<Pick<JobSummary, 'status' | 'starred'>> };

/** The jobs as they will be when all changes are confirmed. Those that nothing happens to stay the very same. */
export function withChanges<Each extends JobSummary>(
  jobs: readonly Each[],
  pending: readonly PendingChange[],
): readonly Each[] {
  if (pending.length === 0) return jobs;
  return jobs.map((job) => withItsChanges(job, pending));
}

/** The same for one job. */
export function withItsChanges<Each extends JobSummary>(job: Each, pending: readonly PendingChange[]): Each {
  const mine = pending.filter(({ id }) => id === job.id);
  return mine.length === 0 ? job : Object.assign({}, job, ...mine.map(({ change }) => change));
}

export type StatusColumn = { status: JobStatus; jobs: JobSummary[]; total: number };

/**
 * The columns of the board. What has just been moved stands first, where the reader looks for it; the totals count what
 * is not loaded as well.
 */
export function toColumns(
  jobs: readonly JobSummary[],
  totals: Readonly<Record<JobStatus, number>>,
  pending: readonly PendingChange[],
): StatusColumn[] {
  const shown = withChanges(jobs, pending);
  return JOB_STATUSES.map((status) => {
    const here = jobs.filter((job) => job.status === status).length;
    const mine = shown.filter((job) => job.status === status);
    const arrived = mine.filter((job) => pending.some(({ id, change }) => id === job.id && change.status === status));
    const others = mine.filter((job) => !arrived.includes(job));
    return { status, jobs: [...arrived, ...others], total: totals[status] + mine.length - here };
  });
}
