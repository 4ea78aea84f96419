import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { FoundSkill } from '../postings/skill.ts';

/**
 * The tables as queries see them. What holds between rows (keys, uniqueness, cascades) is said once, in the migrations;
 * a test compares the columns of both.
 */

export const owners = sqliteTable('owners', {
  id: integer().primaryKey(),
  name: text().notNull(),
  createdAt: text('created_at').notNull(),
});

export const authTokens = sqliteTable('auth_tokens', {
  id: integer().primaryKey(),
  ownerId: integer('owner_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  name: text().notNull(),
  createdAt: text('created_at').notNull(),
  lastUsedAt: text('last_used_at'),
});

export const settings = sqliteTable('settings', {
  ownerId: integer('owner_id').notNull(),
  key: text().notNull(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
  updatedAt: text('updated_at').notNull(),
});

export const jobs = sqliteTable('jobs', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer('owner_id').notNull(),
  title: text().notNull(),
  company: text().notNull(),
  location: text(),
  remote: integer({ mode: 'boolean' }),
  workplace: text().$type<'remote' | 'hybrid' | 'on-site'>(),
  employmentType: text('employment_type'),
  seniority: text(),
  salaryMin: real('salary_min'),
  salaryMax: real('salary_max'),
  salaryCurrency: text('salary_currency'),
  salaryPeriod: text('salary_period'),
  descriptionMd: text('description_md'),
  descriptionHtmlHash: text('description_html_hash'),
  requirements: text({ mode: 'json' }).$type<string[]>().notNull(),
  skills: text({ mode: 'json' }).$type<FoundSkill[]>().notNull(),
  url: text(),
  urlHash: text('url_hash'),
  applyUrl: text('apply_url'),
  source: text().notNull(),
  externalId: text('external_id'),
  softKey: text('soft_key').notNull(),
  status: text().$type<JobStatus>().notNull(),
  starred: integer({ mode: 'boolean' }).notNull(),
  score: integer(),
  scoreSource: text('score_source').$type<'keyword' | 'llm'>(),
  scoreFor: text('score_for'),
  notes: text(),
  tags: text({ mode: 'json' }).$type<string[]>().notNull(),
  edited: text({ mode: 'json' }).$type<string[]>().notNull(),
  postedAt: text('posted_at'),
  validThrough: text('valid_through'),
  appliedAt: text('applied_at'),
  enrichedAt: text('enriched_at'),
  firstSeenAt: text('first_seen_at').notNull(),
  lastSeenAt: text('last_seen_at').notNull(),
  raw: text({ mode: 'json' }).$type<unknown>(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
});
export type JobRow = typeof jobs.$inferSelect;

/** How far an application has come. */
export const JOB_STATUSES = ['inbox', 'applied', 'interviewing', 'offer', 'rejected', 'skipped'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const jobStatusHistory = sqliteTable('job_status_history', {
  id: integer().primaryKey(),
  ownerId: integer('owner_id').notNull(),
  jobId: integer('job_id').notNull(),
  oldStatus: text('old_status').$type<JobStatus>(),
  newStatus: text('new_status').$type<JobStatus>().notNull(),
  changedAt: text('changed_at').notNull(),
  actor: text().$type<Actor>().notNull(),
});
/** Who changed a status. */
export type Actor = 'user' | 'agent' | 'sync';

export const resumes = sqliteTable('resumes', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer('owner_id').notNull(),
  name: text().notNull(),
  content: text().notNull(),
  contentHash: text('content_hash').notNull(),
  structured: text({ mode: 'json' }).$type<unknown>(),
  skills: text({ mode: 'json' }).$type<string[]>().notNull(),
  isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
  useCount: integer('use_count').notNull(),
  source: text().notNull(),
  originalFilename: text('original_filename'),
  parseStatus: text('parse_status').notNull(),
  parseErrors: text('parse_errors', { mode: 'json' }).$type<string[]>().notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
});
export type ResumeRow = typeof resumes.$inferSelect;

export const tailoredResumes = sqliteTable('tailored_resumes', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer('owner_id').notNull(),
  jobId: integer('job_id').notNull(),
  resumeId: integer('resume_id').notNull(),
  version: integer().notNull(),
  contentMd: text('content_md').notNull(),
  suggestions: text({ mode: 'json' }).$type<unknown[]>().notNull(),
  warnings: text({ mode: 'json' }).$type<string[]>().notNull(),
  diff: text({ mode: 'json' }).$type<{ added: number; removed: number; moved: number }>().notNull(),
  keywordCoverage: text('keyword_coverage', { mode: 'json' })
    .$type<{ before: number | null; after: number | null }>()
    .notNull(),
  engine: text().$type<EngineName>().notNull(),
  model: text(),
  promptHash: text('prompt_hash').notNull(),
  parentId: integer('parent_id'),
  isLatest: integer('is_latest', { mode: 'boolean' }).notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
});
export type TailoredRow = typeof tailoredResumes.$inferSelect;
/** Who did the thinking: a language model, or the rules that come with the app. */
export type EngineName = 'llm' | 'offline';

export const tailoredPdfs = sqliteTable('tailored_pdfs', {
  id: integer().primaryKey(),
  ownerId: integer('owner_id').notNull(),
  tailoredId: integer('tailored_id').notNull(),
  template: text().notNull(),
  pageSize: text('page_size').notNull(),
  contentHash: text('content_hash').notNull(),
  file: text().notNull(),
  warnings: text({ mode: 'json' }).$type<string[]>().notNull(),
  createdAt: text('created_at').notNull(),
});

export const jobAnalyses = sqliteTable('job_analyses', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer('owner_id').notNull(),
  jobId: integer('job_id').notNull(),
  resumeId: integer('resume_id').notNull(),
  engine: text().$type<EngineName>().notNull(),
  model: text(),
  promptHash: text('prompt_hash').notNull(),
  result: text({ mode: 'json' }).$type<unknown>().notNull(),
  createdAt: text('created_at').notNull(),
});

export const syncRuns = sqliteTable('sync_runs', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer('owner_id').notNull(),
  sources: text({ mode: 'json' }).$type<string[]>().notNull(),
  status: text().$type<'running' | 'complete' | 'error'>().notNull(),
  code: text(),
  found: integer().notNull(),
  created: integer().notNull(),
  updated: integer().notNull(),
  skipped: integer().notNull(),
  errors: text({ mode: 'json' })
    .$type<{ source: string; code: string; message: string; retryAfter?: number | undefined }[]>()
    .notNull(),
  startedAt: text('started_at').notNull(),
  finishedAt: text('finished_at'),
});
export type SyncRunRow = typeof syncRuns.$inferSelect;
