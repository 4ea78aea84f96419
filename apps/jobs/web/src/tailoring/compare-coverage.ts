import type { AskedSkill, Coverage } from '../api/coverage.ts';

/** A skill that a posting asks for, and which of two texts mention it. */
export type CoveredSkill = AskedSkill & { before: boolean; after: boolean };

/** Puts what two texts mention side by side: what is missing first, and what is required before what is not. */
export function compareCoverage(before: Coverage, after: Coverage): CoveredSkill[] {
  const known = new Set(before.covered.map(({ name }) => name));
  const rows = [
    ...after.missing.map((skill) => ({ ...skill, before: known.has(skill.name), after: false })),
    ...after.covered.map((skill) => ({ ...skill, before: known.has(skill.name), after: true })),
  ];
  return rows.toSorted((a, b) => Number(a.after) - Number(b.after) || Number(b.required) - Number(a.required));
}

/** A share as a whole number of percent. */
export function toWholePercent(share: number): number {
  return Math.round(share * 100);
}
