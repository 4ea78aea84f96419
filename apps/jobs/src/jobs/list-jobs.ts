import { and, asc, desc, eq, getTableColumns, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import { contains } from '../database/contains.ts';
import { type JobStatus, jobs } from '../database/schema.ts';
import { DEFAULT_LIMIT } from '../http/fields.ts';
import { hashUrl } from '../importers/canonical-url.ts';
import type { OwnerServices } from '../services/services.ts';
import { type JobSummary, toJobSummary } from './job-view.ts';
import { planSearch } from './search-words.ts';

/** Which jobs are wanted, and in which order. */
export type JobQuery = {
  status?: JobStatus | 'all';
  starred?: boolean;
  /** Words that all have to be found, in title, company, location or description. */
  search?: string;
  source?: string;
  location?: string;
  remote?: boolean;
  minScore?: number;
  /** Jobs that pay at least this, as far as they say. */
  salaryMin?: number;
  postedAfter?: string;
  createdAfter?: string;
  company?: string;
  tag?: string;
  /** The address of the job, in any spelling that means the same posting. */
  url?: string;
  /** By how well they fit the search, unless given; without a search, or for very common words, the newest first. */
  sort?: 'postedAt' | 'createdAt' | 'score' | 'company';
  order?: 'asc' | 'desc';
  limit?: number;
  offset?: number;
};

export type JobList = { jobs: JobSummary[]; total: number; limit: number; offset: number };

const SORTED_BY = { postedAt: jobs.postedAt, createdAt: jobs.createdAt, score: jobs.score, company: jobs.company };
const { descriptionMd, raw: _raw, requirements: _requirements, ...columns } = getTableColumns(jobs);
const summaryColumns = { ...columns, hasDescription: sql<number>`${descriptionMd} IS NOT NULL`.mapWith(Boolean) };
/** Beyond this, a word says so little that the newest come first. */
const MAX_RANKED_JOBS = 2_000;
/** How much a word counts where it stands: owner, title, company, location, description. */
const WEIGHTS = sql.raw('0, 10, 5, 3, 1');

/** The jobs of an owner that a query wants, without their descriptions. */
export function listJobs(services: OwnerServices, query: JobQuery = {}): JobList {
  const { database, ownerId } = services;
  // First which ones, then what they say: rows are long, and only those of this page are needed.
  const { ids, ...page } = findJobIds(services, query);
  const rows =
    ids.length === 0
      ? []
      : database.db
          .select(summaryColumns)
          .from(jobs)
          .where(and(eq(jobs.ownerId, ownerId), inArray(jobs.id, ids)))
          .all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { jobs: ids.flatMap((id) => byId.get(id) ?? []).map(toJobSummary), ...page };
}

/** The ids of the jobs that a query wants, in its order. */
export function findJobIds(
  { database: { db }, ownerId }: OwnerServices,
  query: JobQuery,
): Omit<JobList, 'jobs'> & { ids: number[] } {
  const { limit = DEFAULT_LIMIT, offset = 0, search = '' } = query;
  const { match, literals } = planSearch(search, ownerId);
  const conditions = [...toConditions(query), ...literals.map(standsSomewhere)].filter((each) => each !== undefined);
  const mine = and(eq(jobs.ownerId, ownerId), ...conditions);
  // The index of words knows the owner, so that jobs themselves are read only for what it does not know.
  const words =
    match === undefined
      ? undefined
      : conditions.length === 0
        ? sql`jobs_fts WHERE jobs_fts MATCH ${match}`
        : sql`jobs_fts JOIN ${jobs} ON ${jobs.id} = jobs_fts.rowid WHERE jobs_fts MATCH ${match} AND ${mine}`;
  const places = words ?? sql`${jobs} WHERE ${mine}`;
  const { total } = db.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${places}`);
  const order = toOrder(query, words === undefined ? 'none' : total <= MAX_RANKED_JOBS ? 'ranked' : 'many');
  const needsJobs = words !== undefined && conditions.length === 0 && query.sort !== undefined;
  const from = needsJobs
    ? sql`jobs_fts JOIN ${jobs} ON ${jobs.id} = jobs_fts.rowid WHERE jobs_fts MATCH ${match}`
    : places;
  const id = words === undefined ? sql`${jobs.id}` : sql`jobs_fts.rowid`;
  const page = sql`SELECT ${id} AS id FROM ${from} ORDER BY ${sql.join(order, sql`, `)} LIMIT ${limit} OFFSET ${offset}`;
  return { ids: db.all<{ id: number }>(page).map((row) => row.id), total, limit, offset };
}

function toConditions(query: JobQuery): (SQL | undefined)[] {
  return [
    query.status === undefined || query.status === 'all' ? undefined : eq(jobs.status, query.status),
    query.starred === undefined ? undefined : eq(jobs.starred, query.starred),
    query.source === undefined ? undefined : eq(jobs.source, query.source),
    query.remote === undefined ? undefined : eq(jobs.remote, query.remote),
    query.minScore === undefined ? undefined : gte(jobs.score, query.minScore),
    query.salaryMin === undefined
      ? undefined
      : sql`coalesce(${jobs.salaryMax}, ${jobs.salaryMin}) >= ${query.salaryMin}`,
    query.postedAfter === undefined ? undefined : gte(jobs.postedAt, query.postedAfter),
    query.createdAfter === undefined ? undefined : gte(jobs.createdAt, query.createdAfter),
    query.location === undefined ? undefined : contains(jobs.location, query.location),
    query.company === undefined ? undefined : contains(jobs.company, query.company),
    query.url === undefined ? undefined : eq(jobs.urlHash, hashUrl(query.url) ?? ''),
    query.tag === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM json_each(${jobs.tags}) WHERE json_each.value = ${query.tag})`,
  ];
}

function standsSomewhere(text: string): SQL | undefined {
  return or(...[jobs.title, jobs.company, jobs.location, jobs.descriptionMd].map((column) => contains(column, text)));
}

type Matching = 'none' | 'ranked' | 'many';

function toOrder({ sort, order }: JobQuery, matching: Matching): SQL[] {
  if (sort === undefined && matching !== 'none') {
    // Later jobs have higher numbers.
    const newest = order === 'asc' ? sql`jobs_fts.rowid` : sql`jobs_fts.rowid DESC`;
    return matching === 'ranked' && order === undefined ? [sql`bm25(jobs_fts, ${WEIGHTS})`, newest] : [newest];
  }
  const column = SORTED_BY[sort ?? 'createdAt'];
  const isRising = (order ?? (sort === 'company' ? 'asc' : 'desc')) === 'asc';
  const direction = isRising ? asc : desc;
  const key = sort === 'company' ? sql`fold(${column})` : sql`${column}`;
  // What does not say stands at the end, whichever the direction; the id makes the order of pages certain.
  return [...(isRising && !column.notNull ? [sql`${column} IS NULL`] : []), direction(key), direction(jobs.id)];
}
