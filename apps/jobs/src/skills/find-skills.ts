import { readSections, type SectionKind } from '../postings/read-sections.ts';
import { findNegated } from './find-negated.ts';
import { MAX_TEXT_LENGTH, matchAliases } from './match-aliases.ts';
import type { FoundSkill, Skill } from '../postings/skill.ts';

const WISHED =
  /\b(?:nice[- ]to[- ]have|preferred|preferably|ideally|(?:is |are |as )?an? (?:big |huge |strong )?(?:plus|bonus|advantage|asset)|bonus(?: points)?|desirable|good to have|optional(?:ly)?)\b|加分|优先|優先|更佳/iu;
const DEMANDED = /\b(?:must[- ]haves?|must|required|mandatory|essential)\b|必须|必備|必备|务必/iu;

/**
 * The skills that a posting asks for. What stands under "Requirements" is required; what stands under "Nice to have",
 * or is called a plus in its own sentence, is not; what a posting expressly does not want is not listed at all.
 *
 * @example
 * findSkills('We need C++. Rust is a plus.');
 * // [{ name: 'C++', …, required: true }, { name: 'Rust', …, required: false }]
 */
export function findSkills(text: string): FoundSkill[] {
  const sections = readSections(text.slice(0, MAX_TEXT_LENGTH));
  const demanding = sections.some(
    (section) => section.kind === 'required' && section.lines.some((line) => matchAliases(line.text).length > 0),
  );
  const found = new Map<Skill, boolean>();
  for (const section of sections) {
    // A heading such as "Python developer" names skills as well.
    const heading = section.heading === undefined ? [] : [section.heading];
    for (const sentence of [...heading, ...section.lines.map((line) => line.text)].flatMap(toSentences)) {
      const required = isRequired({ sentence, kind: section.kind, demanding });
      for (const skill of findWanted(sentence)) found.set(skill, (found.get(skill) ?? false) || required);
    }
  }
  return [...found].map(([{ name, category }, required]) => ({ name, category, required }));
}

/** The names of the skills that a resume mentions, in the order in which it does. */
export function skillNames(text: string): string[] {
  return [...new Set(matchAliases(text).map((match) => match.skill.name))];
}

function findWanted(sentence: string): Skill[] {
  const matches = matchAliases(sentence);
  const negated = findNegated(sentence, matches);
  return matches.filter((match) => !negated.has(match)).map((match) => match.skill);
}

function isRequired({
  sentence,
  kind,
  demanding,
}: {
  sentence: string;
  kind: SectionKind;
  demanding: boolean;
}): boolean {
  if (WISHED.test(sentence)) return false;
  if (kind === 'preferred' || kind === 'about') return false;
  return kind === 'required' || !demanding || DEMANDED.test(sentence);
}

/** Sentences end with a full stop and a space, so that "Node.js" stays whole; an initial ends none. */
function toSentences(line: string): string[] {
  return line.split(/(?<=[.!?;])(?<!\b\p{Lu}\.)\s+|[。；！？，]/u).filter((sentence) => sentence.trim() !== '');
}
