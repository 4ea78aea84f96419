import { inTransaction } from '../database/in-transaction.ts';
import type { Actor, JobRow } from '../database/schema.ts';
import { findSameJob } from '../jobs/find-same-job.ts';
import { type JobSource, sourceOfURL } from '../jobs/job-sources.ts';
import { scoreJob } from '../jobs/score-job.ts';
import { toURLFields } from '../jobs/to-job-fields.ts';
import { changeJob, insertJob, type JobChange } from '../jobs/write-job.ts';
import type { Posting } from '../postings/posting.ts';
import type { OwnerServices } from '../services/services.ts';

export type SaveOptions = {
  actor?: Actor;
  /** Where postings come from that do not say so themselves. */
  source?: JobSource;
};

export type SavedPosting = {
  outcome: 'created' | 'updated' | 'skipped';
  job: JobRow;
  /** What was not known before, by its name in the API. */
  changed: string[];
};

/**
 * Keeps a posting: as a new job, or as news about one that is there. What a person has changed stays as they want it,
 * and so does everything that is about the application and not about the posting.
 */
export function savePosting(services: OwnerServices, posting: Posting, options: SaveOptions = {}): SavedPosting {
  const { actor = 'user' } = options;
  const fields = toFields(posting, options.source);
  return inTransaction(services.database, () => {
    const existing = findSameJob(services, fields);
    if (existing === undefined) {
      return { outcome: 'created', job: insertJob(services, { ...fields, raw: posting.raw }, actor), changed: [] };
    }
    return mergePosting(services, existing, {
      posting,
      actor,
      source: options.source,
    });
  });
}

/** Adds what a posting says to a job that it is known to be about. To be called in a transaction. */
export function mergePosting(
  services: OwnerServices,
  before: JobRow,
  { posting, actor, source }: { posting: Posting; actor: Actor; source?: JobSource },
): SavedPosting {
  const fields = toFields(posting, source);
  // Its own board knows a posting best; others only fill gaps.
  const isOwn = fields.source === before.source && (fields.externalId ?? null) === before.externalId;
  const news = Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => {
      const known = before[key as keyof JobRow];
      if (FIXED.has(key) || before.edited.includes(key) || isEmpty(value)) return false;
      return isEmpty(known) || (isOwn && JSON.stringify(known) !== JSON.stringify(value));
    }),
  ) as JobChange;
  const lastSeenAt = services.now().toISOString();
  const names = Object.keys(news);
  if (names.length === 0) return { outcome: 'skipped', job: before, changed: [] };
  const enriched = 'descriptionMd' in news ? { enrichedAt: lastSeenAt } : {};
  const after = changeJob(services, before, { ...news, ...enriched, lastSeenAt, raw: posting.raw }, actor);
  const job = 'descriptionMd' in news || 'title' in news ? scoreJob(services, after) : after;
  return { outcome: 'updated', job, changed: [...new Set(names.map((name) => SHOWN_AS[name] ?? name))] };
}

/** Never changed by news: how a job is recognised, and where it was found first. */
const FIXED = new Set(['source', 'urlHash', 'url', 'externalId']);

const SHOWN_AS: Record<string, string> = {
  descriptionMd: 'description',
  salaryMin: 'salary',
  salaryMax: 'salary',
  salaryCurrency: 'salary',
  salaryPeriod: 'salary',
};

type PostingFields = JobChange & Pick<JobRow, 'title' | 'company' | 'source'>;

function toFields(posting: Posting, fallback: JobSource = 'web'): PostingFields {
  const { salary, remote, descriptionMd } = posting;
  return {
    title: posting.title,
    company: posting.company,
    location: posting.location ?? null,
    remote: remote === 'unknown' ? null : remote === 'yes',
    workplace: remote === 'yes' ? 'remote' : remote === 'hybrid' ? 'hybrid' : remote === 'no' ? 'on-site' : null,
    employmentType: posting.employmentType ?? null,
    seniority: posting.seniority ?? null,
    salaryMin: salary?.min ?? null,
    salaryMax: salary?.max ?? null,
    salaryCurrency: salary?.currency ?? null,
    salaryPeriod: salary?.period ?? null,
    descriptionMd: descriptionMd ?? null,
    requirements: posting.requirements,
    skills: posting.skills,
    applyUrl: posting.applyUrl ?? null,
    ...toURLFields(posting.url),
    source: toSource(posting, fallback),
    externalId: posting.externalId ?? null,
    postedAt: posting.postedAt ?? null,
    validThrough: posting.validThrough ?? null,
  };
}

function toSource({ source, url }: Posting, fallback: JobSource): JobSource {
  if (source === 'json-ld' || source === 'microdata' || source === 'page') return sourceOfURL(url) ?? fallback;
  return source;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
