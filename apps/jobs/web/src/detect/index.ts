export { detectJobs } from './detect-jobs.ts';
export { type PageFacts, READ_LIMITS, SHOWN_AT } from './page-facts.ts';
export type { FoundJob } from './page-job.ts';
