import type { JobSummary } from '../jobs/job-view.ts';

/** A job in one line, for a model. */
export function describeJob({ id, title, company, location, remote, status, matchScore, salary }: JobSummary): string {
  const facts = [
    location,
    remote === true ? 'remote' : null,
    toPay(salary),
    status,
    matchScore === null ? null : `score ${matchScore}`,
  ].filter((fact) => fact !== null && fact !== '');
  return `#${id} ${title} at ${company} (${facts.join(', ')})`;
}

/** Jobs as lines, and how many there are beyond them. */
export function describeJobs({ jobs, total }: { jobs: readonly JobSummary[]; total: number }): string {
  if (total === 0) return 'No jobs found.';
  const rest = total > jobs.length ? [`… and ${total - jobs.length} more.`] : [];
  return [`${total} ${total === 1 ? 'job' : 'jobs'}:`, ...jobs.map(describeJob), ...rest].join('\n');
}

/** A job as pages show it in a list: without what only its own page needs. */
export function toCard(job: JobSummary): Record<string, unknown> {
  const { id, title, company, location, remote, status, starred, matchScore, salary, url, skills, postedAt } = job;
  return { id, title, company, location, remote, status, starred, matchScore, salary, url, skills, postedAt };
}

function toPay(salary: JobSummary['salary']): string | null {
  if (salary === null) return null;
  const range = [salary.min, salary.max].filter((amount) => amount !== null).join('–');
  return [range, salary.currency, salary.period === null ? null : `per ${salary.period}`].filter(Boolean).join(' ');
}
