import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JOB_STATUSES, type JobStatus } from '../api/job.ts';
import { aJob } from './__fixtures__/a-job.ts';
import { type PendingChange, toColumns, withChanges } from './pending-changes.ts';

const NONE = Object.fromEntries(JOB_STATUSES.map((status) => [status, 0])) as Record<JobStatus, number>;

test('a change is shown before the server has confirmed it, and nothing else is touched', () => {
  const jobs = [aJob({ id: 1 }), aJob({ id: 2 })];
  const changed = withChanges(jobs, [{ number: 1, id: 2, change: { starred: true } }]);
  expect(changed[0]).toBe(jobs[0]);
  expect(changed[1]).toEqual({ ...jobs[1], starred: true });
});

test('the later of two changes is shown, and without it the earlier one', () => {
  const jobs = [aJob({ id: 1, status: 'inbox' })];
  const first: PendingChange = { number: 1, id: 1, change: { status: 'applied' } };
  const second: PendingChange = { number: 2, id: 1, change: { status: 'offer' } };
  expect(withChanges(jobs, [first, second])[0]!.status).toBe('offer');
  expect(withChanges(jobs, [first])[0]!.status).toBe('applied');
  expect(withChanges(jobs, [])).toBe(jobs);
});

test('a moved job stands first in its new column, and both columns count it', () => {
  const jobs = [aJob({ id: 1 }), aJob({ id: 2 }), aJob({ id: 3, status: 'applied' })];
  const columns = toColumns(jobs, { ...NONE, inbox: 40, applied: 1 }, [
    { number: 1, id: 2, change: { status: 'applied' } },
  ]);
  expect(columns.map(({ status, jobs: all, total }) => [status, all.map(({ id }) => id), total]).slice(0, 3)).toEqual([
    ['inbox', [1], 39],
    ['applied', [2, 3], 2],
    ['interviewing', [], 0],
  ]);
});

test('any moves leave every job in exactly one column, with the same total', () => {
  const status = fc.constantFrom(...JOB_STATUSES);
  const moves = fc.array(fc.record({ number: fc.nat(), id: fc.nat(9), change: fc.record({ status }) }), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.array(status, { minLength: 10, maxLength: 10 }), moves, (statuses, pending) => {
      const jobs = statuses.map((each, id) => aJob({ id, status: each }));
      const columns = toColumns(jobs, { ...NONE, inbox: 100 }, pending);
      const ids = columns.flatMap((column) => column.jobs.map(({ id }) => id));
      expect(ids.toSorted((left, right) => left - right)).toEqual(jobs.map(({ id }) => id));
      expect(columns.reduce((sum, { total }) => sum + total, 0)).toBe(100);
      for (const column of columns) expect(column.jobs.every((job) => job.status === column.status)).toBe(true);
    }),
  );
});
