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
    ...(location === null ? {} : { location }),
    ...(employmentType === null ? {} : { employmentType: employmentType as EmploymentType }),
    ...(seniority === null ? {} : { seniority: seniority as Seniority }),
    ...(descriptionMd === null ? {} : { descriptionMd }),
    ...(postedAt === null ? {} : { postedAt }),
    ...(validThrough === null ? {} : { validThrough }),
    ...(url === null ? {} : { url }),
    ...(applyUrl === null ? {} : { applyUrl }),
    ...(externalId === null ? {} : { externalId }),
    salary,
  };
}

function toSalary(job: JobRow): Posting['salary'] {
  if (job.salaryMin === null && job.salaryMax === null) return undefined;
  return {
    ...(job.salaryMin === null ? {} : { min: job.salaryMin }),
    ...(job.salaryMax === null ? {} : { max: job.salaryMax }),
    ...(job.salaryCurrency === null ? {} : { currency: job.salaryCurrency }),
    ...(job.salaryPeriod === null ? {} : { period: job.salaryPeriod as SalaryPeriod }),
  };
}
