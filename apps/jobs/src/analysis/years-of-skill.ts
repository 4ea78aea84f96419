import { coveredYears, findSpans, type MonthSpan } from '../prescore/years.ts';
import { readOutline } from '../resumes/resume-outline.ts';
import { skillNames } from '../skills/find-skills.ts';

/**
 * How many years the roles and projects that mention a skill cover together. Skills that stand in a list only are not
 * in it.
 */
export function yearsOfSkills(resume: string, today?: string): Map<string, number> {
  const spans = new Map<string, MonthSpan[]>();
  for (const section of readOutline(resume).sections) {
    if (section.kind === 'education' || section.kind === 'skills') continue;
    for (const entry of section.entries) {
      const text = [entry.heading ?? '', ...entry.lines].join('\n');
      const found = findSpans(text, today);
      // Without dates a role proves that the skill was used, but not for how long.
      for (const skill of skillNames(text)) spans.set(skill, [...(spans.get(skill) ?? []), ...found]);
    }
  }
  return new Map([...spans].map(([skill, found]) => [skill, coveredYears(found)]));
}
