import { skillNames } from '../skills/find-skills.ts';

/** The share of a posting's skills that a text mentions, from 0 to 1; null if the posting names none. */
export function keywordCoverage(content: string, skills: readonly { name: string }[]): number | null {
  if (skills.length === 0) return null;
  const known = new Set(skillNames(content));
  return Math.round((skills.filter((skill) => known.has(skill.name)).length / skills.length) * 100) / 100;
}
