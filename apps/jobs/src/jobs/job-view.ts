import { z } from 'zod';
import { JOB_STATUSES, type JobRow } from '../database/schema.ts';

/** Pay as it is shown. */
const salaryView = z
  .object({
    min: z.number().nullable(),
    max: z.number().nullable(),
    currency: z.string().nullable(),
    period: z.string().nullable(),
  })
  .meta({ id: 'Salary' });

/** A job as lists show it. */
export const jobSummaryView = z
  .object({
    id: z.number().int(),
    title: z.string(),
    company: z.string(),
    location: z.string().nullable(),
    remote: z.boolean().nullable(),
    workplace: z.enum(['remote', 'hybrid', 'on-site']).nullable(),
    url: z.string().nullable(),
    applyUrl: z.string().nullable(),
    source: z.string(),
    status: z.enum(JOB_STATUSES),
    starred: z.boolean(),
    matchScore: z.number().int().nullable(),
    scoreSource: z.enum(['keyword', 'llm']).nullable(),
    salary: salaryView.nullable(),
    employmentType: z.string().nullable(),
    seniority: z.string().nullable(),
    skills: z.array(z.string()),
    tags: z.array(z.string()),
    postedAt: z.string().nullable(),
    validThrough: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    appliedAt: z.string().nullable(),
    hasDescription: z.boolean(),
  })
  .meta({ id: 'JobSummary' });
export type JobSummary = z.infer<typeof jobSummaryView>;

/** A job with everything. */
export const jobView = jobSummaryView
  .extend({
    jdMarkdown: z.string().nullable(),
    requirements: z.array(z.string()),
    foundSkills: z.array(z.object({ name: z.string(), category: z.string(), required: z.boolean() })),
    notes: z.string().nullable(),
    enrichedAt: z.string().nullable(),
  })
  .meta({ id: 'Job' });
export type JobView = z.infer<typeof jobView>;

/** The columns that a list needs; descriptions stay where they are. */
export type SummaryRow = Omit<JobRow, 'descriptionMd' | 'raw' | 'requirements'> & { hasDescription: boolean };

/** Shows a row as lists do. */
export function toJobSummary(row: SummaryRow): JobSummary {
  return {
    id: row.id,
    title: row.title,
    company: row.company,
    location: row.location,
    remote: row.remote,
    workplace: row.workplace,
    url: row.url,
    applyUrl: row.applyUrl,
    source: row.source,
    status: row.status,
    starred: row.starred,
    matchScore: row.score,
    scoreSource: row.scoreSource,
    salary: toSalary(row),
    employmentType: row.employmentType,
    seniority: row.seniority,
    skills: row.skills.map(({ name }) => name),
    tags: row.tags,
    postedAt: row.postedAt,
    validThrough: row.validThrough,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    appliedAt: row.appliedAt,
    hasDescription: row.hasDescription,
  };
}

/** Shows a row with everything. */
export function toJobView(row: JobRow): JobView {
  return {
    ...toJobSummary({ ...row, hasDescription: row.descriptionMd !== null }),
    jdMarkdown: row.descriptionMd,
    requirements: row.requirements,
    foundSkills: row.skills,
    notes: row.notes,
    enrichedAt: row.enrichedAt,
  };
}

function toSalary(
  row: Pick<JobRow, 'salaryMin' | 'salaryMax' | 'salaryCurrency' | 'salaryPeriod'>,
): JobSummary['salary'] {
  if (row.salaryMin === null && row.salaryMax === null) return null;
  return { min: row.salaryMin, max: row.salaryMax, currency: row.salaryCurrency, period: row.salaryPeriod };
}
