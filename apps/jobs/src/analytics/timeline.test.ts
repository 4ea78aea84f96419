import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JOB_STATUSES, type JobStatus } from '../database/schema.ts';
import { type TimedChange, toTimeline } from './timeline.ts';

const now = new Date('2026-03-11T15:00:00.000Z');
const change = (changedAt: string, newStatus: JobStatus, oldStatus: JobStatus | null = null): TimedChange => ({
  oldStatus,
  newStatus,
  changedAt,
});

describe('the timeline of jobs', () => {
  test('the timeline has every day, without leaving one out', () => {
    const { unit, points } = toTimeline(
      [
        change('2026-03-01T00:00:00.000Z', 'inbox'),
        change('2026-03-09T23:59:59.999Z', 'inbox'),
        change('2026-03-11T00:00:00.000Z', 'applied', 'inbox'),
        change('2026-03-11T09:00:00.000Z', 'applied'),
      ],
      { days: 3, now },
    );
    const nothing = { added: 0, applied: 0, interview: 0, offer: 0, rejected: 0, skipped: 0 };
    expect([unit, points]).toEqual([
      'day',
      [
        { ...nothing, from: '2026-03-09', added: 1 },
        { ...nothing, from: '2026-03-10' },
        { ...nothing, from: '2026-03-11', added: 1, applied: 2 },
      ],
    ]);
  });

  test('a long timeline has weeks from Mondays on', () => {
    const { unit, points } = toTimeline(
      [change('2025-11-12T00:00:00.000Z', 'inbox'), change('2026-03-08T23:00:00.000Z', 'offer', 'inbox')],
      { days: undefined, now },
    );
    expect([unit, points[0], points.length]).toEqual([
      'week',
      expect.objectContaining({ from: '2025-11-10', added: 1 }),
      18,
    ]);
    expect(points.slice(-2)).toMatchObject([
      { from: '2026-03-02', offer: 1 },
      { from: '2026-03-09', offer: 0 },
    ]);
  });

  test.each([[7], [30], [90]])('the timeline has a point for each of %i days', (days) => {
    const { unit, points } = toTimeline([change('2020-01-01T00:00:00.000Z', 'inbox')], { days, now });
    expect([unit, points.length, points.at(-1)!.from]).toEqual(['day', days, '2026-03-11']);
  });

  test('a timeline without jobs is empty', () => {
    expect(toTimeline([], { days: 7, now })).toEqual({ unit: 'day', points: [] });
  });

  test('counts every change once', () => {
    const changes = fc.array(
      fc.record({
        oldStatus: fc.option(fc.constantFrom(...JOB_STATUSES)),
        newStatus: fc.constantFrom(...JOB_STATUSES),
        changedAt: fc
          .integer({ min: 0, max: 400 * 24 })
          .map((hours) => new Date(now.getTime() - hours * 3_600_000).toISOString()),
      }),
      { minLength: 1, maxLength: 50 },
    );
    fc.assert(
      fc.property(changes, (history) => {
        const { points } = toTimeline(history, { days: undefined, now });
        const sum = (key: 'added' | 'applied' | 'rejected'): number =>
          points.reduce((total, point) => total + point[key], 0);
        expect(sum('added')).toBe(history.filter(({ oldStatus }) => oldStatus === null).length);
        for (const status of ['applied', 'rejected'] as const) {
          expect(sum(status)).toBe(history.filter(({ newStatus }) => newStatus === status).length);
        }
      }),
    );
  });
});
