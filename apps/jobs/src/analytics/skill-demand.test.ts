import { describe, expect, test } from 'vitest';
import type { FoundSkill } from '../postings/skill.ts';
import { toSkillDemand } from './skill-demand.ts';

const skill = (name: string, required = true, category: FoundSkill['category'] = 'languages'): FoundSkill => ({
  name,
  required,
  category,
});
const jobs = [
  [skill('TypeScript'), skill('AWS', false, 'cloud')],
  [skill('TypeScript'), skill('Kubernetes', true, 'cloud')],
  [skill('Kubernetes', true, 'cloud'), skill('AWS', false, 'cloud')],
  [],
];

describe('the demand for skills', () => {
  test('the demand for skills is counted, as a share, and compared with the resume', () => {
    const { top, jobsConsidered } = toSkillDemand(jobs, { resumeSkills: ['TypeScript'], limit: 20 });
    expect(jobsConsidered).toBe(4);
    expect(top[2]).toEqual({ skill: 'TypeScript', category: 'languages', matchCount: 2, share: 0.5, inResume: true });
    expect(top.map((each) => each.skill)).toEqual(['AWS', 'Kubernetes', 'TypeScript']);
  });

  test('lists requirements that the resume does not show as gaps, required ones first', () => {
    const { gaps } = toSkillDemand(jobs, { resumeSkills: ['TypeScript'], limit: 20 });
    expect(gaps).toEqual([
      { skill: 'Kubernetes', category: 'cloud', mentionCount: 2, requiredCount: 2, inResume: false },
      { skill: 'AWS', category: 'cloud', mentionCount: 2, requiredCount: 0, inResume: false },
    ]);
  });

  test('the demand for skills is grouped by category', () => {
    const { byCategory } = toSkillDemand(jobs, { resumeSkills: [], limit: 20 });
    expect(byCategory).toEqual({ cloud: ['AWS', 'Kubernetes'], languages: ['TypeScript'] });
  });

  test('without a resume there are no gaps', () => {
    const { gaps, top } = toSkillDemand(jobs, { resumeSkills: undefined, limit: 1 });
    expect(gaps).toEqual([]);
    expect(top).toEqual([expect.objectContaining({ inResume: null })]);
  });
});
