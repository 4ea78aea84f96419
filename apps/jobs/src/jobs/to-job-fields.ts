import { hashUrl } from '../importers/canonical-url.ts';
import { readRequirements } from '../postings/read-requirements.ts';
import { findSkills } from '../skills/find-skills.ts';
import type { JobChange } from './write-job.ts';
import type { JobChangeInput } from './job-input.ts';
import { toJobStatus } from './job-status.ts';

/** The columns that an input is about. What it does not mention is not among them. */
export function toJobFields(input: Omit<JobChangeInput, 'updatedAt'>): JobChange {
  const { description, salary, status, remote, url, ...same } = input;
  return {
    ...same,
    ...(status === undefined ? {} : { status: toJobStatus(status) }),
    ...(remote === undefined ? {} : { remote, workplace: remote === null ? null : remote ? 'remote' : null }),
    ...(url === undefined ? {} : toURLFields(url)),
    ...(description === undefined ? {} : toDescriptionFields(description, input.title)),
    ...(salary === undefined ? {} : toSalaryFields(salary)),
  };
}

/** An address and how it is recognised again. */
export function toURLFields(url: string | null | undefined): Pick<JobChange, 'url' | 'urlHash'> {
  return url === null || url === undefined ? { url: null, urlHash: null } : { url, urlHash: hashUrl(url) ?? null };
}

function toDescriptionFields(text: string | null, title = ''): JobChange {
  const description = text?.trim() ?? '';
  if (description === '') return { descriptionMd: null, skills: [], requirements: [] };
  return {
    descriptionMd: description,
    skills: findSkills(`${title}\n\n${description}`),
    requirements: readRequirements(description),
  };
}

function toSalaryFields(salary: NonNullable<JobChangeInput['salary']> | null): JobChange {
  return {
    salaryMin: salary?.min ?? null,
    salaryMax: salary?.max ?? null,
    salaryCurrency: salary?.currency ?? null,
    salaryPeriod: salary?.period ?? null,
  };
}
