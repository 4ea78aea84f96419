import type { Finding, Verdict } from '../findings/verdict.ts';

export const VERDICTS: readonly Verdict[] = ['pass', 'differs', 'fail', 'not-applicable'];

export type Counts = Record<Verdict, number>;

/** How often each verdict was given. */
export function countVerdicts(findings: readonly Finding[]): Counts {
  const counts: Counts = { pass: 0, differs: 0, fail: 0, 'not-applicable': 0 };
  for (const { verdict } of findings) counts[verdict] += 1;
  return counts;
}

/** The findings of each section, in the order of the report. */
export function bySection(findings: readonly Finding[]): [string, Finding[]][] {
  return [...Map.groupBy(findings, ({ section }) => section)];
}

/** Which checks saw each deliberate difference. */
export function byDifference(findings: readonly Finding[]): [NonNullable<Finding['differences']>[number], string[]][] {
  const seen = new Map<NonNullable<Finding['differences']>[number], string[]>();
  for (const { id, differences = [] } of findings) {
    for (const difference of differences) seen.set(difference, [...(seen.get(difference) ?? []), id]);
  }
  return [...seen].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
