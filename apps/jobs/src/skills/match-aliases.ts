import { skillTable } from './skill-table.ts';
import type { Skill, SkillAlias } from '../postings/skill.ts';

/** One spelling of a skill, found in a text. */
export interface SkillMatch {
  skill: Skill;
  start: number;
  end: number;
}

interface Entry {
  skill: Skill;
  alias: SkillAlias;
  folded: string;
  /** Chinese is written without spaces, so its words have no boundaries to look for. */
  bounded: boolean;
}

/** Texts are read up to here; no posting and no resume is longer. */
export const MAX_TEXT_LENGTH = 200_000;

const UNBOUNDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{L}\p{N}_+#]/u;
const index = buildIndex();

/**
 * Every spelling of a skill in a text, longest first and without overlaps. One pass: at the beginning of each word the
 * few spellings that begin alike are compared.
 */
export function matchAliases(input: string): SkillMatch[] {
  const text = input.slice(0, MAX_TEXT_LENGTH);
  const folded = foldCase(text);
  const candidates: (SkillMatch & { alias: SkillAlias })[] = [];
  for (let start = 0; start < text.length; start += 1) {
    // Nothing begins in the middle of a word, and most places in a text are one.
    if (isPlain(folded.charCodeAt(start)) && isPlain(folded.charCodeAt(start - 1))) continue;
    const entries = index.get(folded.slice(start, start + 2)) ?? index.get(folded[start] ?? '');
    const entry = entries?.find((candidate) => fits(candidate, { text, folded, start }));
    if (entry === undefined) continue;
    const end = start + entry.folded.length;
    candidates.push({ skill: entry.skill, alias: entry.alias, start, end });
    start = end - 1;
  }
  return keepWithContext(text, candidates);
}

/** Whether a character of the folded text is a small letter or a digit. */
function isPlain(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

interface Place {
  text: string;
  folded: string;
  start: number;
}

function fits(entry: Entry, { text, folded, start }: Place): boolean {
  if (!folded.startsWith(entry.folded, start)) return false;
  const end = start + entry.folded.length;
  if (entry.alias.mode !== 'word' && text.slice(start, end) !== entry.alias.text) return false;
  if (!entry.bounded) return true;
  return startsWord(text, start) && endsWord(text, end, entry);
}

function startsWord(text: string, start: number): boolean {
  const before = text[start - 1];
  if (before === undefined || UNBOUNDED.test(before)) return true;
  if (WORD.test(before)) return false;
  // "node.js" is not JavaScript, and neither is "-js" in a name like "d3-js".
  return before !== '.' || !WORD.test(text[start - 2] ?? ' ');
}

function endsWord(text: string, end: number, entry: Entry): boolean {
  const after = text[end];
  if (after === undefined || UNBOUNDED.test(after)) return true;
  if (WORD.test(after)) return false;
  // A single letter is a language only alone: not in "C-level", "R&D", "C.V." or "A/R".
  if (entry.folded.length === 1) return !/[-&.'’]/.test(after) || /^\.(?:\s|$)/.test(text.slice(end, end + 2));
  return true;
}

const SEPARATOR = /^\s*(?:[,/|;&+、，；（()）·•]|and|or|和|与|及|或|以及)+\s*$/iu;
const BEFORE =
  /(?:\b(?:in|with|using|of|knows?|languages?|frameworks?|stack|write|written|code|coding|programming|experienced?|proficien(?:t|cy)|fluen(?:t|cy)|expert(?:ise)?|skills?|tools?|learn(?:ing)?|modern|Apache|IBM)\s*[:：-]?\s*|[:：]\s*|熟悉|精通|掌握|了解|使用|会|用)$/iu;
const AFTER =
  /^\s*(?:\d|developers?\b|engineers?\b|engineering\b|programm(?:ers?|ing)\b|languages?\b|lang\b|code\b|codebases?\b|services?\b|microservices?\b|back-?end\b|applications?\b|apps?\b|framework\b|experience\b|libraries\b|pipelines?\b|clusters?\b|scripts?\b|modules?\b|jobs\b|语言|开发|工程师)/iu;

/** Words such as "Go" count beside another skill, after "experience with", before "developer", or alone in their line. */
function keepWithContext(text: string, found: readonly (SkillMatch & { alias: SkillAlias })[]): SkillMatch[] {
  const kept = found.map((match) => match.alias.mode !== 'context' || hasContext(text, match));
  // Neighbours lend each other credit, in both directions: "Go, R and Python".
  const lend = (one: number, other: number) => {
    const [a, b] = [found[Math.min(one, other)], found[Math.max(one, other)]];
    if (kept[one] || !kept[other] || a === undefined || b === undefined) return;
    if (b.start - a.end <= 12 && SEPARATOR.test(text.slice(a.end, b.start))) kept[one] = true;
  };
  for (let at = 1; at < found.length; at += 1) lend(at, at - 1);
  for (let at = found.length - 2; at >= 0; at -= 1) lend(at, at + 1);
  return found.filter((_, at) => kept[at]).map(({ skill, start, end }) => ({ skill, start, end }));
}

function hasContext(text: string, { start, end }: SkillMatch): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  const after = text.slice(end, end + 24);
  if (BEFORE.test(before) || AFTER.test(after)) return true;
  // An item of an enumeration is nothing but its name.
  if (/[,、，/|]\s*$/u.test(before) && /^\s*(?:[,、，/|]|$|\n)/u.test(after)) return true;
  return /(?:^|\n)[\s>*•·\-–]*$/u.test(before) && /^[\s*.]*(?:\n|$)/u.test(after);
}

/** Lower case that keeps the length, so that positions in it are positions in the text. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function buildIndex(): Map<string, Entry[]> {
  const built = new Map<string, Entry[]>();
  for (const skill of skillTable) {
    for (const alias of skill.aliases) {
      const folded = foldCase(alias.text);
      const key = folded.slice(0, 2);
      built.set(key, [...(built.get(key) ?? []), { skill, alias, folded, bounded: !UNBOUNDED.test(alias.text) }]);
    }
  }
  // A text may be one letter of a language and then anything, so single letters are tried after the longer ones.
  const singles = [...built].filter(([key]) => key.length === 1);
  for (const [letter, entries] of singles) {
    for (const [key, longer] of built) if (key.length === 2 && key.startsWith(letter)) longer.push(...entries);
  }
  for (const entries of built.values()) entries.sort((a, b) => b.folded.length - a.folded.length);
  return built;
}
