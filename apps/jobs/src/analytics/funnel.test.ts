import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JOB_STATUSES, type JobStatus } from '../database/schema.ts';
import { type StatusChange, toFunnel } from './funnel.ts';

const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString();
const journey = (jobId: number, ...statuses: [JobStatus, number][]): StatusChange[] =>
  statuses.map(([newStatus, number]) => ({ jobId, newStatus, changedAt: day(number) }));

describe('the funnel', () => {
  test('counts what jobs have ever reached, not where they are now', () => {
    const { stages, rejected, conversionRates } = toFunnel([
      ...journey(1, ['inbox', 1], ['applied', 2], ['interviewing', 5], ['offer', 9]),
      ...journey(2, ['inbox', 1], ['applied', 4], ['rejected', 6]),
      ...journey(3, ['inbox', 1], ['skipped', 2]),
      ...journey(4, ['inbox', 1]),
    ]);
    expect(stages.map(({ count }) => count)).toEqual([4, 2, 1, 1]);
    expect(rejected).toBe(1);
    expect(conversionRates).toEqual({ applyRate: 0.5, interviewRate: 0.5, offerRate: 1 });
  });

  test('counts stages that were skipped', () => {
    expect(toFunnel(journey(1, ['inbox', 1], ['offer', 3]))).toMatchObject({
      inbox: 1,
      applied: 1,
      interview: 1,
      offer: 1,
    });
  });

  test('the funnel has the median durations', () => {
    const { medianDays } = toFunnel([
      ...journey(1, ['inbox', 1], ['applied', 2], ['interviewing', 12]),
      ...journey(2, ['inbox', 1], ['applied', 4]),
      ...journey(3, ['inbox', 1], ['applied', 11]),
    ]);
    expect(medianDays).toEqual({ toApply: 3, toInterview: 10 });
  });

  test('a funnel without jobs is empty', () => {
    expect(toFunnel([])).toMatchObject({ inbox: 0, offer: 0, medianDays: { toApply: null, toInterview: null } });
  });

  test('never grows from stage to stage, and no rate is more than one', () => {
    const changes = fc.array(
      fc.record({
        jobId: fc.integer({ min: 1, max: 10 }),
        newStatus: fc.constantFrom(...JOB_STATUSES),
        changedAt: fc.integer({ min: 1, max: 300 }).map(day),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(changes, (history) => {
        const { stages, conversionRates, inbox } = toFunnel(history);
        const counts = stages.map(({ count }) => count);
        expect(counts).toEqual(counts.toSorted((left, right) => right - left));
        expect(inbox).toBe(new Set(history.map(({ jobId }) => jobId)).size);
        for (const rate of Object.values(conversionRates)) expect(rate >= 0 && rate <= 1).toBe(true);
      }),
    );
  });
});
