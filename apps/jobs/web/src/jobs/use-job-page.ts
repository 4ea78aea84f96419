import { useQuery, useServer } from '@posthouse/components';
import { useCallback } from 'react';
import { type Job, type JobPage, loadJobs } from '../api/job.ts';
import { type JobFilters, PAGE_SIZE, toQuery } from './job-filters.ts';
import { useEdited } from './use-edited.ts';
import { useLast } from './use-last.ts';

export type JobPageQuery = {
  page: JobPage | undefined;
  /** Whether the page is an earlier one, which stays until the one that is wanted now is there. */
  isOld: boolean;
  failure: Error | undefined;
  refresh: () => void;
  /** Takes over what has become of a job. */
  replace: (job: Job) => void;
};

/** The page of the list that the filters want. Of several questions in a row only the newest is answered. */
export function useJobPage(filters: JobFilters, number: number): JobPageQuery {
  const server = useServer();
  const query = toQuery(filters);
  query.set('limit', String(PAGE_SIZE));
  if (number > 1) query.set('offset', String((number - 1) * PAGE_SIZE));
  const asked = useQuery(query.toString(), (signal) => loadJobs(server, query, signal));
  const [page, edit] = useEdited(asked.value);
  const last = useLast(page);
  const replace = useCallback(
    (job: Job) => edit((before) => ({ ...before, jobs: before.jobs.map((each) => (each.id === job.id ? job : each)) })),
    [edit],
  );
  return {
    page: last,
    isOld: page === undefined && last !== undefined,
    failure: asked.failure,
    refresh: asked.refresh,
    replace,
  };
}
