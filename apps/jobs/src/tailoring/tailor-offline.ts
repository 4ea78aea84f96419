import type { TailoringEngine } from '../engines/tailoring-engine.ts';
import type { Posting } from '../postings/posting.ts';
import type { FoundSkill } from '../postings/skill.ts';
import { readOutline, toMarkdownText, type ResumeOutline, type ResumeSection } from '../resumes/resume-outline.ts';
import { findSkills } from '../skills/find-skills.ts';
import { matchAliases } from '../skills/match-aliases.ts';
import { findFabrications } from './find-fabrications.ts';
import { sortEnumeration, sortItems, type LineScore } from './sort-lines.ts';
import { tailoringMessages } from './tailoring-messages.ts';

/** What is tailored, and for what. */
export interface TailoringInput {
  /** Markdown. */
  resume: string;
  posting: Pick<Posting, 'title'> & Partial<Pick<Posting, 'descriptionMd' | 'skills'>>;
  instructions?: string | undefined;
  language: 'en' | 'zh';
}

/** A change that was made, or one that only the owner of the resume can make. */
export interface TailoringSuggestion {
  type: 'reorder' | 'add' | 'consider';
  section: string;
  original?: string;
  suggested?: string;
  reason: string;
}

/** A resume that puts first what a posting asks for. */
export interface OfflineTailoring {
  content: string;
  suggestions: TailoringSuggestion[];
  warnings: string[];
}

const MAX_NAMED_SKILLS = 6;
const MAX_MISSING_SKILLS = 5;

/** The engine that needs nobody: it only puts things into another order. */
export const offlineTailoring: TailoringEngine = {
  name: 'offline',
  model: null,
  version: 'rules-1',
  tailor: async ({ resume, posting, instructions, language }) =>
    tailorOffline({ resume, posting, language, instructions }),
};

/**
 * Tailors by order alone: items of roles and entries of skill lists that the posting asks for come first, and one
 * sentence names what both have in common, in the resume's own words. Nothing is invented and nothing is left out.
 */
export function tailorOffline({ resume, posting, instructions, language }: TailoringInput): OfflineTailoring {
  const messages = tailoringMessages[language];
  const skills = posting.skills?.length
    ? posting.skills
    : findSkills(`${posting.title}\n\n${posting.descriptionMd ?? ''}`);
  const named = findNamed(resume, skills);
  const outline = readOutline(resume);
  const warnings = instructions?.trim() ? [messages.noInstructions] : [];
  const missing = skills.filter((skill) => skill.required && !named.has(skill.name)).slice(0, MAX_MISSING_SKILLS);
  const considered = missing.map((skill): TailoringSuggestion => ({
    type: 'consider',
    section: 'Skills',
    suggested: skill.name,
    reason: messages.missing(skill.name),
  }));
  if (named.size === 0)
    return { content: resume, suggestions: considered, warnings: [...warnings, messages.nothingInCommon] };
  const suggestions: TailoringSuggestion[] = [];
  const sections = outline.sections.map((section) =>
    sortSection(section, { score: toScore(skills), suggestions, reason: messages.moved }),
  );
  const summarised = addSummary(
    { ...outline, sections },
    [...named.values()].slice(0, MAX_NAMED_SKILLS),
    suggestions,
    messages.summarised,
  );
  const content = toMarkdownText(summarised);
  // Another order can make a word look like something else. In doubt the resume stays as its owner wrote it.
  if (findFabrications({ original: resume, tailored: content }).length > 0) {
    return { content: resume, suggestions: considered, warnings: [...warnings, messages.unsure] };
  }
  return { content, suggestions: [...suggestions, ...considered], warnings };
}

/** The posting's skills that the resume has, required ones first, each as the resume spells it. */
function findNamed(resume: string, skills: readonly FoundSkill[]): Map<string, string> {
  const spelled = new Map<string, string>();
  for (const { skill, start, end } of matchAliases(resume)) {
    if (!spelled.has(skill.name)) spelled.set(skill.name, resume.slice(start, end));
  }
  const wanted = skills.toSorted((a, b) => Number(b.required) - Number(a.required));
  return new Map(wanted.flatMap(({ name }) => (spelled.has(name) ? [[name, spelled.get(name) ?? name] as const] : [])));
}

/** Two for each required skill, one for each other. */
function toScore(skills: readonly FoundSkill[]): LineScore {
  const weights = new Map(skills.map((skill) => [skill.name, skill.required ? 2 : 1]));
  return (line) => {
    // In a list of its own, a word such as "Go" has no context but itself.
    const names = new Set(matchAliases(line.trim()).map((match) => match.skill.name));
    return [...names].reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);
  };
}

interface Sorting {
  score: LineScore;
  suggestions: TailoringSuggestion[];
  reason: string;
}

function sortSection(section: ResumeSection, { score, suggestions, reason }: Sorting): ResumeSection {
  const listed = section.kind === 'skills';
  if (!listed && !['work', 'projects', 'volunteer'].includes(section.kind)) return section;
  const entries = section.entries.map((entry) => {
    const enumerated = listed ? entry.lines.map((line) => sortEnumeration(line, score)) : entry.lines;
    const lines = sortItems(enumerated, score);
    const at = lines.findIndex((line, index) => line !== entry.lines[index]);
    if (at !== -1) {
      const [original, suggested] = [entry.lines[at] ?? '', lines[at] ?? ''];
      suggestions.push({ type: 'reorder', section: section.title, original, suggested, reason });
    }
    return { ...entry, lines };
  });
  return { ...section, entries };
}

/** The sentence joins the summary, or stands in one of its own before everything else. */
function addSummary(
  outline: ResumeOutline,
  named: readonly string[],
  suggestions: TailoringSuggestion[],
  reason: string,
): ResumeOutline {
  const text = toMarkdownText(outline);
  // The sentence is part of the resume, so it speaks the resume's language.
  const chinese = (text.match(/\p{Script=Han}/gu)?.length ?? 0) * 2 > (text.match(/[A-Za-z]/g)?.length ?? 0);
  const sentence = chinese ? `相关经验：${named.join('、')}。` : `Relevant experience: ${named.join(', ')}.`;
  if (text.includes(sentence)) return outline;
  const at = outline.sections.findIndex((section) => section.kind === 'summary');
  suggestions.push({
    type: 'add',
    section: outline.sections[at]?.title ?? (chinese ? '简介' : 'Summary'),
    suggested: sentence,
    reason,
  });
  const summary = outline.sections[at];
  if (summary === undefined) {
    const header =
      outline.header.at(-1)?.trim() === '' || outline.header.length === 0 ? outline.header : [...outline.header, ''];
    const own: ResumeSection = {
      kind: 'summary',
      heading: chinese ? '## 简介' : '## Summary',
      title: '',
      entries: [{ lines: ['', sentence, ''] }],
    };
    return { header, sections: [own, ...outline.sections] };
  }
  const [first = { lines: [] }, ...others] = summary.entries;
  const end = first.lines.findLastIndex((line) => line.trim() !== '') + 1;
  const lines = [...first.lines.slice(0, end), '', sentence, ...first.lines.slice(end)];
  return { ...outline, sections: outline.sections.with(at, { ...summary, entries: [{ ...first, lines }, ...others] }) };
}
