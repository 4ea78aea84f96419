import type { Funnel, SkillDemand, TimelinePoint } from '../api/stats.ts';

export type FunnelRow = { stage: string; count: number; rate: number | null };

/** The stages of the funnel, each with its share of the one before. The first has none. */
export function toFunnelRows({ stages, conversionRates: rates }: Funnel): FunnelRow[] {
  const shares: Record<string, number> = {
    applied: rates.applyRate,
    interviewing: rates.interviewRate,
    offer: rates.offerRate,
  };
  return stages.map(({ stage, count }) => ({ stage, count, rate: shares[stage] ?? null }));
}

/** How many of the most wanted skills a chart has room for. */
const MAX_CHART_ROWS = 12;

export function toSkillRows({ top }: SkillDemand): SkillDemand['top'] {
  return top.slice(0, MAX_CHART_ROWS);
}

export function toGapRows({ gaps }: SkillDemand): SkillDemand['gaps'] {
  return gaps.slice(0, MAX_CHART_ROWS);
}

/** Whether anything happened at all. */
export function isQuiet(points: readonly TimelinePoint[]): boolean {
  return points.every(({ from: _from, ...counts }) => Object.values(counts).every((count) => count === 0));
}

/** The points at which something happened, the newest first, as a table has them. */
export function toBusyPoints(points: readonly TimelinePoint[]): TimelinePoint[] {
  return points.filter((point) => !isQuiet([point])).toReversed();
}

/**
 * A day without a time as a language writes it. It is the same day wherever the reader is.
 *
 * @example toDayText('2026-01-22', 'en') // 'Jan 22'
 */
export function toDayText(day: string, language: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.toLocaleDateString(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** A share as a language writes it. */
export function toPercent(share: number, language: string): string {
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 });
}
