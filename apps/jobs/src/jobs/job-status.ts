import { JOB_STATUSES, type JobStatus } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';

/** The status somebody named, or `invalid_status` with those that there are. */
export function toJobStatus(text: string): JobStatus {
  const status = JOB_STATUSES.find((each) => each === text);
  if (status !== undefined) return status;
  const allowed = JOB_STATUSES.join(', ');
  throw new JobsError('invalidStatus', {
    values: { allowed },
    details: [{ path: 'status', message: allowed }],
    extra: { allowed: JOB_STATUSES },
  });
}

/** Whether a job with this status has been applied for. */
export function isApplied(status: JobStatus): boolean {
  return status === 'applied' || status === 'interviewing' || status === 'offer';
}
