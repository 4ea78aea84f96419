import { businessSkills } from './skill-table-business.ts';
import { engineeringSkills } from './skill-table-engineering.ts';
import { platformSkills } from './skill-table-platform.ts';
import type { Skill, SkillAlias, SkillCategory, SkillsByCategory } from '../postings/skill.ts';

/** Every skill that we recognise, in English and in Chinese. */
export const skillTable: readonly Skill[] = [engineeringSkills, platformSkills, businessSkills].flatMap(readCategories);

function readCategories(skills: SkillsByCategory): Skill[] {
  return Object.entries(skills).flatMap(([category, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => readSkill(line.trim(), category as SkillCategory)),
  );
}

function readSkill(line: string, category: SkillCategory): Skill {
  const aliases = line.split(/\s*[|]\s*/).map(readAlias);
  return { name: aliases[0]?.text ?? line, category, aliases };
}

function readAlias(spelling: string): SkillAlias {
  if (spelling.startsWith('=')) return { text: spelling.slice(1), mode: 'exact' };
  if (spelling.startsWith('~')) return { text: spelling.slice(1), mode: 'context' };
  return { text: spelling, mode: 'word' };
}
