import type { JobRow } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { OwnerServices } from '../services/services.ts';
import { enrichJob } from './enrich-job.ts';

/** The job with its description, which is looked for at its address if it is missing; otherwise `not_enriched`. */
export async function requireDescription(services: OwnerServices, job: JobRow, signal?: AbortSignal): Promise<JobRow> {
  if (job.descriptionMd !== null) return job;
  const notEnriched = (cause?: unknown): JobsError => new JobsError('notEnriched', { values: { id: job.id }, cause });
  if (job.url === null) throw notEnriched();
  const { job: enriched } = await enrichJob(services, job.id, { signal }).catch((cause: unknown) => {
    throw cause instanceof JobsError && cause.problem !== 'jobNotFound' ? notEnriched(cause) : cause;
  });
  if (enriched.descriptionMd === null) throw notEnriched();
  return enriched;
}
