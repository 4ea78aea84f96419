import type { Seniority } from '../postings/posting.ts';
import { toSeniority } from '../postings/seniority.ts';
import { findSkills, skillNames } from '../skills/find-skills.ts';
import type { FoundSkill } from '../postings/skill.ts';
import { readTitles } from './read-titles.ts';
import { bestSimilarity } from './title-similarity.ts';
import { askedYears, shownYears } from './years.ts';

/** How much of the posting the score rests on. `none`: there was nothing to compare, and there is no score. */
export type Confidence = 'none' | 'low' | 'medium' | 'high';

/** What is compared. */
export interface PrescoreInput {
  posting: { title: string; description?: string | undefined; skills?: readonly FoundSkill[] | undefined };
  resume: { content: string };
  /** `YYYY-MM-DD`, for roles that last until the present; without it the latest date of the resume is taken. */
  today?: string | undefined;
}

/** How well a resume covers a posting. */
export interface Prescore {
  /** 0…100, or null if the posting names no skill. */
  score: number | null;
  matched: string[];
  missing: string[];
  /** The share of the required skills that the resume has, or null if none is required. */
  requiredCoverage: number | null;
  confidence: Confidence;
}

const WEIGHTS = { required: 0.6, preferred: 0.15, title: 0.15, level: 0.1 };
const RANK: Readonly<Record<Seniority, number>> = { intern: 0, junior: 1, mid: 2, senior: 3, lead: 4, executive: 5 };
const DESCRIPTION_LIMIT = 60_000;

/**
 * A quick estimate of how well a resume fits, from its words alone: required skills 60 %, preferred skills 15 %, titles
 * 15 %, level and years 10 %. What a posting does not say is left out, and the others weigh more.
 *
 * @example
 * prescore({ posting: { title: 'Go developer', description: 'Go, SQL' }, resume: { content: '- Go' } }).missing; // ['SQL']
 */
export function prescore({ posting, resume, today }: PrescoreInput): Prescore {
  const description = (posting.description ?? '').slice(0, DESCRIPTION_LIMIT);
  const skills = posting.skills ?? findSkills(`${posting.title}\n${description}`);
  const known = new Set(skillNames(resume.content));
  const matched = skills.filter((skill) => known.has(skill.name));
  const requiredCoverage = coverage(
    skills.filter((skill) => skill.required),
    known,
  );
  const parts = {
    required: requiredCoverage,
    preferred: coverage(
      skills.filter((skill) => !skill.required),
      known,
    ),
    title: bestSimilarity(posting.title, readTitles(resume.content)) ?? null,
    level: levelFit({ title: posting.title, description, resume: resume.content, today }),
  };
  return {
    score: skills.length === 0 ? null : toScore(parts),
    matched: matched.map((skill) => skill.name),
    missing: skills.filter((skill) => !known.has(skill.name)).map((skill) => skill.name),
    requiredCoverage: requiredCoverage === null ? null : Math.round(requiredCoverage * 100) / 100,
    confidence: toConfidence(skills, description),
  };
}

function coverage(skills: readonly FoundSkill[], known: ReadonlySet<string>): number | null {
  return skills.length === 0 ? null : skills.filter((skill) => known.has(skill.name)).length / skills.length;
}

function toScore(parts: Readonly<Record<keyof typeof WEIGHTS, number | null>>): number {
  const present = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).filter((part) => parts[part] !== null);
  const weight = present.reduce((sum, part) => sum + WEIGHTS[part], 0);
  const score = present.reduce((sum, part) => sum + WEIGHTS[part] * (parts[part] ?? 0), 0);
  return weight === 0 ? 0 : Math.round((score / weight) * 100);
}

interface Levels {
  title: string;
  description: string;
  resume: string;
  today?: string | undefined;
}

/** Years if the posting asks for any, else the distance between the levels that both name. */
function levelFit({ title, description, resume, today }: Levels): number | null {
  const asked = askedYears(description);
  const shown = shownYears(resume, today);
  if (asked !== undefined && shown !== undefined) return Math.min(1, shown / asked);
  const wanted = toSeniority(title);
  const [latest] = readTitles(resume);
  const held = latest === undefined ? undefined : toSeniority(latest);
  if (wanted === undefined || held === undefined) return null;
  return Math.max(0, 1 - Math.abs(RANK[wanted] - RANK[held]) / 3);
}

function toConfidence(skills: readonly FoundSkill[], description: string): Confidence {
  if (skills.length === 0) return 'none';
  if (skills.length < 3 || description.length < 80) return 'low';
  return skills.length >= 6 && skills.some((skill) => skill.required) ? 'high' : 'medium';
}
