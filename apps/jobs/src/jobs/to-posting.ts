import { present } from '@posthouse/protocol';
import type { JobRow } from '../database/schema.ts';
import type { EmploymentType, Posting, SalaryPeriod, Seniority } from '../postings/posting.ts';

/** A job as the engines see it: a posting, without what its owner has done with it. */
export function toPosting(job: JobRow): Posting {
  const { location, employmentType, seniority, descriptionMd, postedAt, validThrough, url, applyUrl, externalId } = job;
  const salary = toSalary(job);
  return {
    title: job.title,
    company: job.company,
    places: location === null ? [] : [{ text: location }],
    remote: job.workplace === 'hybrid' ? 'hybrid' : job.remote === null ? 'unknown' : job.remote ? 'yes' : 'no',
    requirements: job.requirements,
    skills: job.skills,
    source: 'page',
    raw: null,
    ...present({
      location,
      employmentType: employmentType as EmploymentType | null,
      seniority: seniority as Seniority | null,
      descriptionMd,
      postedAt,
      validThrough,
      url,
      applyUrl,
      externalId,
    }),
    salary,
  };
}

function toSalary({
  salaryMin: min,
  salaryMax: max,
  salaryCurrency: currency,
  salaryPeriod,
}: JobRow): Posting['salary'] {
  if (min === null && max === null) return undefined;
  return present({ min, max, currency, period: salaryPeriod as SalaryPeriod | null });
}
