import { inTransaction } from '../database/in-transaction.ts';
import type { Actor, JobRow } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { OwnerServices } from '../services/services.ts';
import { findJob } from './find-job.ts';
import { findJobByURL } from './find-same-job.ts';
import type { JobChangeInput } from './job-input.ts';
import { toJobView } from './job-view.ts';
import { scoreJob } from './score-job.ts';
import { toJobFields } from './to-job-fields.ts';
import { changeJob, type JobChange } from './write-job.ts';

/** Of these a board has an opinion too, and a person's is kept. */
const CONTESTED = ['title', 'company', 'location', 'remote', 'url', 'descriptionMd', 'salaryMin', 'postedAt'] as const;

export type UpdateOptions = {
  actor?: Actor;
  /** The job must not have been changed after this time. */
  unmodifiedSince?: Date;
};

/** Changes what the input mentions. */
export function updateJob(
  services: OwnerServices,
  id: number,
  input: JobChangeInput,
  options: UpdateOptions = {},
): JobRow {
  const { updatedAt, ...rest } = input;
  const fields = toJobFields(rest);
  return inTransaction(services.database, () => {
    const before = findJob(services, id);
    const isStale =
      (updatedAt !== undefined && updatedAt !== before.updatedAt) ||
      (options.unmodifiedSince !== undefined && toSecond(before.updatedAt) > options.unmodifiedSince.getTime());
    if (isStale) throw new JobsError('changedMeanwhile', { values: { updatedAt: before.updatedAt } });
    const other = findJobByURL(services, fields.urlHash);
    if (other !== undefined && other.id !== id) {
      throw new JobsError('duplicateJob', { values: { id: other.id }, extra: { job: toJobView(other) } });
    }
    const edited = [...new Set([...before.edited, ...CONTESTED.filter((key) => key in fields)])];
    const after = changeJob(services, before, { ...fields, edited }, options.actor ?? 'user');
    return isScoredAnew(fields) ? scoreJob(services, after) : after;
  });
}

function isScoredAnew(fields: JobChange): boolean {
  return 'descriptionMd' in fields || 'title' in fields;
}

/** Times in headers have no milliseconds. */
function toSecond(time: string): number {
  return Math.floor(Date.parse(time) / 1_000) * 1_000;
}
