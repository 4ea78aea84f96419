import type { Server } from '@posthouse/components';
import type { Analysis } from './analysis.ts';

/** How far an application has come. */
export const JOB_STATUSES = ['inbox', 'applied', 'interviewing', 'offer', 'rejected', 'skipped'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Sources of jobs. */
export const JOB_SOURCES = [
  'linkedin',
  'indeed',
  'glassdoor',
  'greenhouse',
  'lever',
  'ashby',
  'email',
  'extension',
  'web',
  'manual',
] as const;
export type JobSource = (typeof JOB_SOURCES)[number];

export type Salary = { min: number | null; max: number | null; currency: string | null; period: string | null };

/** A job as lists show it. */
export type JobSummary = {
  id: number;
  title: string;
  company: string;
  location: string | null;
  remote: boolean | null;
  workplace: 'remote' | 'hybrid' | 'on-site' | null;
  url: string | null;
  applyUrl: string | null;
  source: string;
  status: JobStatus;
  starred: boolean;
  matchScore: number | null;
  scoreSource: 'keyword' | 'llm' | null;
  salary: Salary | null;
  employmentType: string | null;
  seniority: string | null;
  skills: string[];
  tags: string[];
  postedAt: string | null;
  validThrough: string | null;
  createdAt: string;
  updatedAt: string;
  appliedAt: string | null;
  hasDescription: boolean;
};

/** A job with everything. */
export type Job = JobSummary & {
  jdMarkdown: string | null;
  requirements: string[];
  foundSkills: { name: string; category: string; required: boolean }[];
  notes: string | null;
  enrichedAt: string | null;
};

export type StatusChange = {
  oldStatus: JobStatus | null;
  newStatus: JobStatus;
  changedAt: string;
  actor: 'user' | 'agent' | 'sync';
};

/** A job with what has been done about it. */
export type JobFile = {
  job: Job;
  analysis: Analysis | null;
  tailored: { count: number; latestVersion: number | null };
  history: StatusChange[];
};

export type JobPage = { jobs: JobSummary[]; total: number; limit: number; offset: number };

/** What may be changed about a job. Null takes something away. */
export type JobChange = Partial<{
  title: string;
  company: string;
  location: string | null;
  remote: boolean | null;
  url: string | null;
  description: string | null;
  salary: Partial<Salary> | null;
  status: JobStatus;
  starred: boolean;
  tags: string[];
  notes: string | null;
  /** The time of the last change as the reader knows it; the server refuses if somebody was quicker. */
  updatedAt: string;
}>;

/** A part of the list. The query is what `GET /jobs` takes. */
export async function loadJobs(server: Server, query: URLSearchParams, signal?: AbortSignal): Promise<JobPage> {
  const words = query.toString();
  return (await server.ask(`/jobs${words === '' ? '' : `?${words}`}`, { signal })) as JobPage;
}

export async function loadJob(server: Server, id: number, signal?: AbortSignal): Promise<JobFile> {
  return (await server.ask(`/jobs/${id}`, { signal })) as JobFile;
}

export async function changeJob(server: Server, id: number, change: JobChange): Promise<Job> {
  const { job } = (await server.ask(`/jobs/${id}`, { method: 'PATCH', body: change })) as { job: Job };
  return job;
}

/** Writes a job down that somebody describes. */
export async function createJob(
  server: Server,
  job: { title: string; company: string; description?: string; url?: string },
): Promise<Job> {
  const answer = (await server.ask('/jobs', { method: 'POST', body: job })) as { job: Job };
  return answer.job;
}

export async function deleteJob(server: Server, id: number): Promise<void> {
  await server.ask(`/jobs/${id}`, { method: 'DELETE' });
}

/** Lets the server read more about a job at its address. Gives what has changed. */
export async function enrichJob(server: Server, id: number): Promise<{ job: Job; changed: string[] }> {
  return (await server.ask(`/jobs/${id}/enrich`, { method: 'POST' })) as { job: Job; changed: string[] };
}
