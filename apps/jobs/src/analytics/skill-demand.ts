import type { FoundSkill } from '../postings/skill.ts';

export type SkillDemand = {
  top: { skill: string; category: string; matchCount: number; share: number; inResume: boolean | null }[];
  gaps: { skill: string; category: string; mentionCount: number; requiredCount: number; inResume: false }[];
  byCategory: Record<string, string[]>;
  jobsConsidered: number;
};

/**
 * Which skills jobs ask for, and which of them a resume does not show. Without a resume nothing is known about gaps, so
 * none are named.
 */
export function toSkillDemand(
  jobs: readonly (readonly FoundSkill[])[],
  { resumeSkills, limit }: { resumeSkills: readonly string[] | undefined; limit: number },
): SkillDemand {
  const counts = new Map<string, { category: string; mentions: number; required: number }>();
  for (const skills of jobs) {
    for (const { name, category, required } of skills) {
      const before = counts.get(name) ?? { category, mentions: 0, required: 0 };
      counts.set(name, {
        category,
        mentions: before.mentions + 1,
        required: before.required + (required ? 1 : 0),
      });
    }
  }
  const known = resumeSkills === undefined ? undefined : new Set(resumeSkills);
  const ranked = [...counts]
    .map(([skill, count]) => ({ skill, ...count }))
    .toSorted((left, right) => right.mentions - left.mentions || (left.skill < right.skill ? -1 : 1));
  const top = ranked.slice(0, limit).map(({ skill, category, mentions }) => ({
    skill,
    category,
    matchCount: mentions,
    share: Math.round((mentions / jobs.length) * 1_000) / 1_000,
    inResume: known?.has(skill) ?? null,
  }));
  const gaps = ranked
    .filter(({ skill }) => known !== undefined && !known.has(skill))
    .toSorted((left, right) => right.required - left.required || right.mentions - left.mentions)
    .slice(0, limit)
    .map(({ skill, category, mentions, required }) => ({
      skill,
      category,
      mentionCount: mentions,
      requiredCount: required,
      inResume: false as const,
    }));
  const categories = Map.groupBy(top, ({ category }) => category);
  const byCategory = Object.fromEntries(
    [...categories].map(([name, skills]) => [name, skills.map(({ skill }) => skill)]),
  );
  return { top, gaps, byCategory, jobsConsidered: jobs.length };
}
