import { inTransaction } from '../database/in-transaction.ts';
import type { Actor, JobRow } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { OwnerServices } from '../services/services.ts';
import { findJobByURL } from './find-same-job.ts';
import type { NewJobInput } from './job-input.ts';
import { toJobView } from './job-view.ts';
import { scoreJob } from './score-job.ts';
import { toJobFields } from './to-job-fields.ts';
import { changeJob, insertJob } from './write-job.ts';

/**
 * Writes a job down. The same address twice is `duplicate_job`, or, with `upsert`, a change of the job that is there.
 */
export function createJob(
  services: OwnerServices,
  input: NewJobInput,
  { upsert = false, actor = 'user' }: { upsert?: boolean; actor?: Actor } = {},
): { job: JobRow; isNew: boolean } {
  const { source = 'manual', title, company, ...rest } = input;
  const fields = { ...toJobFields({ ...rest, title, company }), title, company };
  return inTransaction(services.database, () => {
    const existing = findJobByURL(services, fields.urlHash);
    if (existing === undefined) {
      return { job: insertJob(services, { ...fields, source }, actor), isNew: true };
    }
    if (!upsert) {
      throw new JobsError('duplicateJob', { values: { id: existing.id }, extra: { job: toJobView(existing) } });
    }
    return { job: scoreJob(services, changeJob(services, existing, fields, actor)), isNew: false };
  });
}
