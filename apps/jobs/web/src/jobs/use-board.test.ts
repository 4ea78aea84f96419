import { expect, test } from 'vitest';
import type { Job, JobStatus } from '../api/job.ts';
import { aJob } from './__fixtures__/a-job.ts';
import { moveTo } from './use-board.ts';

const totals: Record<JobStatus, number> = { inbox: 60, applied: 2, interviewing: 0, offer: 0, rejected: 0, skipped: 0 };
const jobs = [aJob({ id: 1 }), aJob({ id: 2 }), aJob({ id: 3, status: 'applied' })];
const confirmed = (about: Partial<Job>): Job => ({
  ...aJob(),
  jdMarkdown: null,
  requirements: [],
  foundSkills: [],
  notes: null,
  enrichedAt: null,
  ...about,
});

test('a moved job stands first in its column, which counts it', () => {
  const board = moveTo({ jobs, totals }, confirmed({ id: 2, status: 'applied' }));
  expect(board.jobs.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(board.totals).toEqual({ ...totals, inbox: 59, applied: 3 });
});

test('a job that has not moved stays where it is', () => {
  const board = moveTo({ jobs, totals }, confirmed({ id: 2, starred: true }));
  expect(board.jobs.map(({ id, starred }) => [id, starred])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  expect(board.totals).toBe(totals);
});

test('a job that is not on the board changes nothing', () => {
  expect(moveTo({ jobs, totals }, confirmed({ id: 9, status: 'offer' }))).toEqual({ jobs, totals });
});
