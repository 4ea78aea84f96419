import type { AnalysisEngine, AnalysisResult } from '../engines/analysis-engine.ts';
import type { Posting, Salary } from '../postings/posting.ts';
import type { FoundSkill } from '../postings/skill.ts';
import { prescore } from '../prescore/prescore.ts';
import { readTitles } from '../prescore/read-titles.ts';
import { bestSimilarity } from '../prescore/title-similarity.ts';
import { askedYears, shownYears } from '../prescore/years.ts';
import { readOutline } from '../resumes/resume-outline.ts';
import { findSkills } from '../skills/find-skills.ts';
import { findHighlights, findRedFlags } from './find-signs.ts';
import { offlineMessages } from './offline-messages.ts';
import { yearsOfSkills } from './years-of-skill.ts';

/** What is compared, and in which language it is told. */
export interface AnalysisInput {
  posting: Pick<Posting, 'title'> & Partial<Pick<Posting, 'descriptionMd' | 'skills' | 'salary' | 'remote'>>;
  /** Markdown. */
  resume: string;
  language: 'en' | 'zh';
  /** `YYYY-MM-DD`, for roles that last until the present. */
  today?: string | undefined;
}

const MAX_SUGGESTIONS = 8;

/** The engine that needs nobody: rules. */
export const offlineAnalysis: AnalysisEngine = {
  name: 'offline',
  model: null,
  version: 'rules-1',
  analyze: async ({ posting, resume, language, today }) => analyzeOffline({ posting, resume, language, today }),
};

/** Compares by rules alone: the same question always gets the same answer, and each answer can be checked by hand. */
export function analyzeOffline({ posting, resume, language, today }: AnalysisInput): AnalysisResult {
  const messages = offlineMessages[language];
  const description = posting.descriptionMd ?? '';
  const skills = posting.skills?.length ? posting.skills : findSkills(`${posting.title}\n\n${description}`);
  const { score, matched, requiredCoverage } = prescore({
    posting: { ...posting, description, skills },
    resume: { content: resume },
    today,
  });
  const has = new Set(matched);
  const gaps = skills.filter((skill) => !has.has(skill.name)).map(({ name, required }) => ({ skill: name, required }));
  const fit = score === null ? null : toFit(score, requiredCoverage);
  const facts: Facts = { posting, description, resume, skills, has, gaps, today, language };
  return {
    overallScore: score,
    fit,
    strengths: toStrengths(facts),
    gaps: gaps.toSorted((a, b) => Number(b.required) - Number(a.required)),
    suggestions: toSuggestions(facts).slice(0, MAX_SUGGESTIONS),
    redFlags: findRedFlags(`${posting.title}\n${description}`, language),
    highlights: toHighlights(facts),
    summary: fit === null ? messages.unknown(posting.title) : toSummary(facts, fit),
  };
}

interface Facts {
  posting: AnalysisInput['posting'];
  description: string;
  resume: string;
  skills: readonly FoundSkill[];
  has: ReadonlySet<string>;
  gaps: readonly { skill: string; required: boolean }[];
  today: string | undefined;
  language: 'en' | 'zh';
}

/** Without most of what is required, nothing else makes a fit a good one. */
function toFit(score: number, requiredCoverage: number | null): 'High' | 'Medium' | 'Low' {
  const coverage = requiredCoverage ?? 1;
  if (score >= 70 && coverage >= 0.6) return 'High';
  return score >= 45 && coverage >= 0.3 ? 'Medium' : 'Low';
}

function toStrengths({ posting, description, resume, skills, has, today, language }: Facts): string[] {
  const messages = offlineMessages[language];
  const years = yearsOfSkills(resume, today);
  const known = skills
    .filter((skill) => has.has(skill.name))
    .toSorted((a, b) => Number(b.required) - Number(a.required));
  const strengths = known.map(({ name, required }) => {
    const used = Math.round(years.get(name) ?? 0);
    return messages.strength(name, used > 0 ? { years: used, required } : { required });
  });
  const [asked, shown] = [askedYears(description), shownYears(resume, today)];
  if (asked !== undefined && shown !== undefined && shown >= asked) strengths.push(messages.enoughYears(shown, asked));
  if ((bestSimilarity(posting.title, readTitles(resume)) ?? 0) >= 0.5) strengths.push(messages.similarTitle);
  return strengths;
}

function toSuggestions({ description, resume, skills, has, gaps, today, language }: Facts): string[] {
  const messages = offlineMessages[language];
  const used = yearsOfSkills(resume, today);
  const listedOnly = skills.filter((skill) => skill.required && has.has(skill.name) && !used.has(skill.name));
  const { sections } = readOutline(resume);
  const bullets = resume.split('\n').filter((line) => /^\s*[-*+•]\s/u.test(line));
  const counted = bullets.filter((line) => /\d/.test(line));
  const [asked, shown] = [askedYears(description), shownYears(resume, today)];
  return [
    ...gaps
      .filter((gap) => gap.required)
      .slice(0, 4)
      .map((gap) => messages.addSkill(gap.skill)),
    ...(asked !== undefined && shown !== undefined && shown < asked ? [messages.moreYears(asked, shown)] : []),
    ...listedOnly.slice(0, 2).map((skill) => messages.showSkill(skill.name)),
    ...gaps
      .filter((gap) => !gap.required)
      .slice(0, 2)
      .map((gap) => messages.learnSkill(gap.skill)),
    ...(bullets.length >= 4 && counted.length * 4 < bullets.length ? [messages.addNumbers] : []),
    ...(sections.length > 0 && !sections.some((section) => section.kind === 'summary') ? [messages.addSummary] : []),
  ];
}

function toHighlights({ posting, description, language }: Facts): string[] {
  const messages = offlineMessages[language];
  const pay = posting.salary === undefined ? undefined : toPay(posting.salary);
  return [
    ...(posting.remote === 'yes' ? [messages.remote] : []),
    ...(posting.remote === 'hybrid' ? [messages.hybrid] : []),
    ...(pay === undefined ? [] : [messages.pay(pay)]),
    ...findHighlights(description, language),
  ];
}

function toPay({ min, max, currency, period }: Salary): string | undefined {
  const amounts = [...new Set([min, max])].filter((amount) => amount !== undefined);
  if (amounts.length === 0) return undefined;
  return [amounts.join('–'), currency, period === undefined ? undefined : `/ ${period}`]
    .filter((part) => part !== undefined)
    .join(' ');
}

function toSummary({ posting, skills, has, gaps, language }: Facts, fit: 'High' | 'Medium' | 'Low'): string {
  const messages = offlineMessages[language];
  const missing = gaps.filter((gap) => gap.required).map((gap) => gap.skill);
  const told = messages.summary(messages.fits[fit], { title: posting.title, matched: has.size, total: skills.length });
  return missing.length === 0
    ? told
    : told + messages.missing(missing.slice(0, 5).join(language === 'zh' ? '、' : ', '));
}
