import { JOB_STATUSES, type JobStatus } from '../../api/job.ts';
import type { DetectedJob } from '../../platform/platform.ts';
import { toId } from '../../resumes/choose-resume.ts';

export type Filters = Partial<{
  search: string;
  location: string;
  status: JobStatus;
  remote: true;
  starred: true;
}>;

/** What the reader wants the assistant to know along with a message. */
export type ChatContext = {
  jobId?: number;
  resumeId?: number;
  filters?: Filters;
  /** The address of a posting on the page beside ours that the reader does not want to talk about. */
  ignored?: string;
};

const MAX_DESCRIPTION_LENGTH = 50_000;
const MAX_FIELD_LENGTH = 2_000;

/**
 * The same for the app. A posting on the page beside ours is told as well, unless the reader has put it aside; one that was
 * saved is the job that is meant, unless the reader has picked another.
 */
export function toContextBody(
  { jobId: picked, resumeId, filters }: ChatContext,
  detected: DetectedJob | undefined,
  savedAs?: number,
): object {
  return {
    jobId: picked ?? savedAs,
    resumeId,
    activeFilters: filters,
    detectedJob: detected && shorten(detected),
    activeTab: 'chat',
  };
}

/** The app refuses longer texts, and what a page says about itself may be of any length. */
function shorten(job: DetectedJob): DetectedJob {
  const entries = Object.entries(job).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[name, text.slice(0, name === 'description' ? MAX_DESCRIPTION_LENGTH : MAX_FIELD_LENGTH)]]
      : [],
  );
  return Object.fromEntries(entries) as DetectedJob;
}

/**
 * What an address asks to talk about.
 *
 * @example readContextQuery({ job: '12' }) // { jobId: 12 }
 */
export function readContextQuery({ job, resume }: Record<string, string>): ChatContext {
  const jobId = toId(job);
  const resumeId = toId(resume);
  return { ...(jobId === undefined ? {} : { jobId }), ...(resumeId === undefined ? {} : { resumeId }) };
}

/** What was kept for a tab; whatever is not a context is none. */
export function parseContext(text: string | null): ChatContext {
  try {
    const { jobId, resumeId, filters, ignored } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return {
      ...readContextQuery({ job: String(jobId), resume: String(resumeId) }),
      ...(typeof filters === 'object' && filters !== null ? { filters: readFilters(filters) } : {}),
      ...(typeof ignored === 'string' ? { ignored } : {}),
    };
  } catch {
    return {};
  }
}

/** Filters without those that are empty; undefined when all are. */
export function tidyFilters(filters: Filters): Filters | undefined {
  const tidy = readFilters(filters);
  return Object.keys(tidy).length === 0 ? undefined : tidy;
}

function readFilters(given: object): Filters {
  const { search, location, status, remote, starred } = given as Record<string, unknown>;
  const known = JOB_STATUSES.find((each) => each === status);
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, MAX_FIELD_LENGTH) : '');
  return {
    ...(text(search) === '' ? {} : { search: text(search) }),
    ...(text(location) === '' ? {} : { location: text(location) }),
    ...(known === undefined ? {} : { status: known }),
    ...(remote === true ? { remote } : {}),
    ...(starred === true ? { starred } : {}),
  };
}
