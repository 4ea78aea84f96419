import { JOB_SOURCES, JOB_STATUSES, type JobSource, type JobStatus } from '../api/job.ts';

export const SORTS = ['postedAt', 'createdAt', 'score', 'company'] as const;
export type Sort = (typeof SORTS)[number];

/** Least scores that the reader can choose from. */
export const SCORES = [40, 60, 80] as const;

/** Which jobs the reader wants to see. What is undefined does not matter. */
export type JobFilters = {
  search: string;
  status: JobStatus | undefined;
  source: JobSource | undefined;
  minScore: number | undefined;
  remote: boolean;
  starred: boolean;
  sort: Sort | undefined;
};

/** How many jobs are on a page of the list. */
export const PAGE_SIZE = 25;

/** Reads the filters in an address. Whatever is odd about it does not matter. */
export function toFilters(query: Readonly<Record<string, string>>): JobFilters {
  const score = Number(query.score);
  return {
    search: (query.q ?? '').slice(0, 500),
    status: JOB_STATUSES.find((each) => each === query.status),
    source: JOB_SOURCES.find((each) => each === query.source),
    minScore: SCORES.find((each) => each === score),
    remote: query.remote === '1',
    starred: query.starred === '1',
    sort: SORTS.find((each) => each === query.sort),
  };
}

/** The filters for an address; those that do not matter are left out. */
export function toAddress({
  search,
  status,
  source,
  minScore,
  remote,
  starred,
  sort,
}: JobFilters): Record<string, string> {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(status === undefined ? {} : { status }),
    ...(source === undefined ? {} : { source }),
    ...(minScore === undefined ? {} : { score: String(minScore) }),
    ...(remote ? { remote: '1' } : {}),
    ...(starred ? { starred: '1' } : {}),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** The filters as the server takes them. */
export function toQuery({ search, status, source, minScore, remote, starred, sort }: JobFilters): URLSearchParams {
  return new URLSearchParams({
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(status === undefined ? {} : { status }),
    ...(source === undefined ? {} : { source }),
    ...(minScore === undefined ? {} : { minScore: String(minScore) }),
    ...(remote ? { remote: 'true' } : {}),
    ...(starred ? { starred: 'true' } : {}),
    ...(sort === undefined ? {} : { sort }),
  });
}

/** How many filters, beside search and order, leave jobs out. */
export function countFilters({ status, source, minScore, remote, starred }: JobFilters): number {
  return [status !== undefined, source !== undefined, minScore !== undefined, remote, starred].filter(Boolean).length;
}

/** The page in an address; the first one if it is none. */
export function toPageNumber(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
