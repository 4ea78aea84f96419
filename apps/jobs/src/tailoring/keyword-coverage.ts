import { skillNames } from '../skills/find-skills.ts';

type NamedSkill = { name: string; required: boolean };

/** What a text mentions of the skills that a posting asks for. */
export type KeywordCoverage = {
  /** From 0 to 1; null if the posting names none. */
  share: number | null;
  covered: NamedSkill[];
  missing: NamedSkill[];
};

/** Which of a posting's skills a text mentions, under whatever name, in the order of the posting. */
export function coverKeywords(content: string, skills: readonly NamedSkill[]): KeywordCoverage {
  const known = new Set(skillNames(content));
  const named = skills.map(({ name, required }) => ({ name, required }));
  const covered = named.filter(({ name }) => known.has(name));
  return {
    share: named.length === 0 ? null : Math.round((covered.length / named.length) * 100) / 100,
    covered,
    missing: named.filter(({ name }) => !known.has(name)),
  };
}

/** The share of a posting's skills that a text mentions. */
export function keywordCoverage(content: string, skills: readonly NamedSkill[]): number | null {
  return coverKeywords(content, skills).share;
}
