import type { JobSummary } from '../../api/job.ts';

/** A job, as lists show it, with whatever matters to a test. */
export function aJob(about: Partial<JobSummary> = {}): JobSummary {
  return {
    id: 1,
    title: 'Software Engineer',
    company: 'Larkspur Labs',
    location: 'San Francisco, CA',
    remote: true,
    workplace: 'remote',
    url: 'https://careers.example.com/1',
    applyUrl: null,
    source: 'web',
    status: 'inbox',
    starred: false,
    matchScore: 72,
    scoreSource: 'keyword',
    salary: { min: 165_000, max: 195_000, currency: 'USD', period: 'year' },
    employmentType: null,
    seniority: null,
    skills: ['TypeScript'],
    tags: [],
    postedAt: '2026-01-20T00:00:00.000Z',
    validThrough: null,
    createdAt: '2026-01-21T00:00:00.000Z',
    updatedAt: '2026-01-21T00:00:00.000Z',
    appliedAt: null,
    hasDescription: true,
    ...about,
  };
}
