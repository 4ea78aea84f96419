import type { JobStatus } from '../database/schema.ts';

/** A change of a status; the first one of a job comes from nowhere. */
export type TimedChange = { oldStatus: JobStatus | null; newStatus: JobStatus; changedAt: string };

export type TimelinePoint = {
  /** The day, or the Monday of the week. */
  from: string;
  added: number;
  applied: number;
  interview: number;
  offer: number;
  rejected: number;
  skipped: number;
};

export type Timeline = { unit: 'day' | 'week'; points: TimelinePoint[] };

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS_SHOWN = 90;
const COUNTED = {
  applied: 'applied',
  interviewing: 'interview',
  offer: 'offer',
  rejected: 'rejected',
  skipped: 'skipped',
} as const;

/**
 * What happened when: how many jobs arrived and how many came to each status, by days, or, when that would be more than
 * ninety, by weeks. Days are those of UTC, and none is left out.
 */
export function toTimeline(
  changes: readonly TimedChange[],
  { days, now }: { days: number | undefined; now: Date },
): Timeline {
  const last = dayOf(now.getTime());
  const times = changes.map(({ changedAt }) => Date.parse(changedAt));
  const first = days === undefined ? Math.min(last, ...times.map(dayOf)) : last - (days - 1) * DAY_MS;
  const isByDay = (last - first) / DAY_MS < MAX_DAYS_SHOWN;
  const step = isByDay ? DAY_MS : 7 * DAY_MS;
  const start = isByDay ? first : mondayOf(first);
  if (changes.length === 0) return { unit: isByDay ? 'day' : 'week', points: [] };
  const points = Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, index) =>
    toPoint(start + index * step),
  );
  changes.forEach(({ oldStatus, newStatus }, index) => {
    const point = points[Math.floor((times[index]! - start) / step)];
    if (point === undefined) return;
    if (oldStatus === null) point.added += 1;
    if (newStatus !== 'inbox') point[COUNTED[newStatus]] += 1;
  });
  return { unit: isByDay ? 'day' : 'week', points };
}

function dayOf(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

function mondayOf(day: number): number {
  return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS;
}

function toPoint(time: number): TimelinePoint {
  const from = new Date(time).toISOString().slice(0, 10);
  return { from, added: 0, applied: 0, interview: 0, offer: 0, rejected: 0, skipped: 0 };
}
