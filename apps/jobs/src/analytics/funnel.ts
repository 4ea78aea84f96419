import type { JobStatus } from '../database/schema.ts';

/** How a job came to the status it has: one change after the other. */
export type StatusChange = { jobId: number; newStatus: JobStatus; changedAt: string };

const STAGES = ['inbox', 'applied', 'interviewing', 'offer'] as const;
type Stage = (typeof STAGES)[number];
const DAY_MS = 24 * 3_600_000;

export type Funnel = {
  stages: { stage: Stage; count: number }[];
  inbox: number;
  applied: number;
  interview: number;
  offer: number;
  conversionRates: { applyRate: number; interviewRate: number; offerRate: number };
  rejected: number;
  skipped: number;
  medianDays: { toApply: number | null; toInterview: number | null };
};

/**
 * How far jobs have come, counted by what each of them has ever reached: whoever has an offer has applied. So no stage
 * counts more than the one before, and no rate is more than one.
 */
export function toFunnel(changes: readonly StatusChange[]): Funnel {
  const byJob = Map.groupBy(changes, ({ jobId }) => jobId);
  const journeys = [...byJob.values()].map(toJourney);
  const reached = (stage: Stage): number => journeys.filter(({ furthest }) => furthest >= STAGES.indexOf(stage)).length;
  const [inbox, applied, interview, offer] = STAGES.map(reached) as [number, number, number, number];
  return {
    stages: STAGES.map((stage) => ({ stage, count: reached(stage) })),
    inbox,
    applied,
    interview,
    offer,
    conversionRates: {
      applyRate: rate(applied, inbox),
      interviewRate: rate(interview, applied),
      offerRate: rate(offer, interview),
    },
    rejected: journeys.filter(({ last }) => last === 'rejected').length,
    skipped: journeys.filter(({ last }) => last === 'skipped').length,
    medianDays: {
      toApply: medianDays(journeys.map(({ began, applied: then }) => [began, then])),
      toInterview: medianDays(journeys.map(({ applied: then, interviewed }) => [then, interviewed])),
    },
  };
}

type Journey = {
  furthest: number;
  last: JobStatus;
  began: string;
  applied: string | undefined;
  interviewed: string | undefined;
};

function toJourney(changes: readonly StatusChange[]): Journey {
  const firstAt = (stage: Stage): string | undefined =>
    changes.find(({ newStatus }) => rankOf(newStatus) >= STAGES.indexOf(stage))?.changedAt;
  return {
    furthest: Math.max(...changes.map(({ newStatus }) => rankOf(newStatus))),
    last: changes.at(-1)!.newStatus,
    began: changes[0]!.changedAt,
    applied: firstAt('applied'),
    interviewed: firstAt('interviewing'),
  };
}

/** What was rejected or skipped had at least arrived. */
function rankOf(status: JobStatus): number {
  return Math.max(0, (STAGES as readonly string[]).indexOf(status));
}

function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000;
}

function medianDays(spans: (readonly [string | undefined, string | undefined])[]): number | null {
  const days = spans
    .flatMap(([from, to]) =>
      from === undefined || to === undefined ? [] : [(Date.parse(to) - Date.parse(from)) / DAY_MS],
    )
    .toSorted((left, right) => left - right);
  if (days.length === 0) return null;
  const middle = Math.floor(days.length / 2);
  const median = days.length % 2 === 1 ? days[middle]! : (days[middle - 1]! + days[middle]!) / 2;
  return Math.round(median * 10) / 10;
}
