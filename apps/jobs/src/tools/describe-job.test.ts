import { expect, test } from 'vitest';
import type { JobSummary } from '../jobs/job-view.ts';
import { describeJob, describeJobs, toCard } from './describe-job.ts';

const job = {
  id: 12,
  title: 'Engineer',
  company: 'Acme',
  location: 'Berlin',
  remote: true,
  status: 'inbox',
  matchScore: 78,
  salary: { min: 50_000, max: 70_000, currency: 'EUR', period: 'year' },
  tags: ['private'],
} as JobSummary;

test.each<[Partial<JobSummary>, string]>([
  [{}, '#12 Engineer at Acme (Berlin, remote, 50000–70000 EUR per year, inbox, score 78)'],
  [{ location: null, remote: null, matchScore: null, salary: null }, '#12 Engineer at Acme (inbox)'],
  [
    { remote: false, salary: { min: 30, max: null, currency: null, period: 'hour' } },
    '#12 Engineer at Acme (Berlin, 30 per hour, inbox, score 78)',
  ],
])('a job with %j is described in one line', (change, text) => {
  expect(describeJob({ ...job, ...change })).toBe(text);
});

test('lists say how many there are, and how many are not shown', () => {
  expect(describeJobs({ jobs: [], total: 0 })).toBe('No jobs found.');
  expect(describeJobs({ jobs: [job], total: 1 })).toMatch(/^1 job:\n#12 /);
  expect(describeJobs({ jobs: [job], total: 5 })).toMatch(/^5 jobs:\n#12 .*\n… and 4 more\.$/);
});

test('a card has what a list shows, and nothing that is private', () => {
  expect(toCard(job)).toMatchObject({ id: 12, company: 'Acme', matchScore: 78 });
  expect(toCard(job)).not.toHaveProperty('tags');
});
