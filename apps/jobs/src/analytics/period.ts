/** Spans of time that numbers are asked for. */
export const PERIODS = ['7d', '30d', '90d', 'week', 'month', 'all'] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MS = 24 * 3_600_000;
const DAYS: Record<Exclude<Period, 'all'>, number> = { '7d': 7, week: 7, '30d': 30, month: 30, '90d': 90 };

/** How many days a period has; undefined when it has no beginning. */
export function daysOf(period: Period): number | undefined {
  return period === 'all' ? undefined : DAYS[period];
}

/** When a period began; undefined when it has no beginning. */
export function startOf(period: Period, now: Date): string | undefined {
  return period === 'all' ? undefined : new Date(now.getTime() - DAYS[period] * DAY_MS).toISOString();
}
