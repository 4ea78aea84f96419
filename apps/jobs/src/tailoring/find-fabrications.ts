import { findSpans } from '../prescore/years.ts';
import {
  readOutline,
  type ResumeEntry,
  type ResumeOutline,
  type ResumeSectionKind,
} from '../resumes/resume-outline.ts';
import { skillNames } from '../skills/find-skills.ts';
import { findNewChineseNames, findNewChineseWords, findNewNames, findNewWords, toWordSet } from './find-names.ts';
import { findNumbers } from './find-numbers.ts';

/** Something that a tailored resume says and the original does not, or no longer says as it did. */
export interface Violation {
  kind: 'contact' | 'skill' | 'number' | 'employer' | 'degree' | 'dates' | 'name' | 'link';
  value: string;
  /** A sentence for people. */
  text: string;
}

/** The resume before and after, and the language of the sentences. */
export interface GuardInput {
  original: string;
  tailored: string;
  language?: 'en' | 'zh' | undefined;
}

const MAX_VIOLATIONS = 100;
const DEGREES =
  /\b(?:ph\.?\s?d|doctorate|doctor of|m\.?b\.?a|master(?:['’]s)?|bachelor(?:['’]s)?|b\.?sc|m\.?sc|b\.?eng|m\.?eng|b\.?a|m\.?a|diploma|associate degree)\b|博士|硕士|本科|学士|大专/giu;
const LINKS = /https?:\/\/[^\s)\]>"]{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/giu;
const SENTENCES: Readonly<Record<'en' | 'zh', Readonly<Record<Violation['kind'], (value: string) => string>>>> = {
  en: {
    contact: () => 'The name and contact block was changed.',
    skill: (value) => `The skill ${value} is not in the original.`,
    number: (value) => `The number ${value} is not in the original.`,
    employer: (value) => `The role "${value}" is not as in the original.`,
    degree: (value) => `The degree "${value}" is not as in the original.`,
    dates: (value) => `The dates of "${value}" were changed.`,
    name: (value) => `The name ${value} is not in the original.`,
    link: (value) => `The address ${value} is not in the original.`,
  },
  zh: {
    contact: () => '姓名和联系方式被改动。',
    skill: (value) => `原简历中没有技能 ${value}。`,
    number: (value) => `原简历中没有数字 ${value}。`,
    employer: (value) => `职位「${value}」与原简历不符。`,
    degree: (value) => `学历「${value}」与原简历不符。`,
    dates: (value) => `「${value}」的日期被改动。`,
    name: (value) => `原简历中没有名称 ${value}。`,
    link: (value) => `原简历中没有地址 ${value}。`,
  },
};

/**
 * Holds a tailored resume against the original. Skills, numbers, names, degrees and addresses must have been there; the
 * roles, schools and their dates must all still be there; name and contact must be the same to the byte. It would rather
 * refuse a harmless word than let an invented one pass.
 *
 * @example
 * findFabrications({ original: '# A\n## Skills\n- Go', tailored: '# A\n## Skills\n- Go, Rust' })[0]?.value; // 'Rust'
 */
export function findFabrications({ original, tailored, language = 'en' }: GuardInput): Violation[] {
  const [before, after] = [readOutline(original), readOutline(tailored)];
  const found = [
    ...findContact(before, after),
    ...findMissing('skill', skillNames(tailored), new Set(skillNames(original))),
    ...findMissing('number', findNumbers(tailored), findNumbers(original)),
    ...findMissing('degree', findAll(DEGREES, tailored), new Set(findAll(DEGREES, original))),
    ...findMissing('link', findAll(LINKS, tailored), new Set(findAll(LINKS, original))),
    ...findEntries(before, after, 'employer', ['work', 'volunteer', 'projects']),
    ...findEntries(before, after, 'degree', ['education']),
    ...findUnknownWords(after, original),
  ];
  const unique = new Map(found.map((one) => [`${one.kind} ${one.value}`, one]));
  return [...unique.values()]
    .slice(0, MAX_VIOLATIONS)
    .map(({ kind, value }) => ({ kind, value, text: SENTENCES[language][kind](value) }));
}

type Finding = Pick<Violation, 'kind' | 'value'>;

function findMissing(kind: Violation['kind'], values: Iterable<string>, known: ReadonlySet<string>): Finding[] {
  return [...values].filter((value) => !known.has(value)).map((value) => ({ kind, value }));
}

function findAll(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([match]) =>
    match
      .toLowerCase()
      .replaceAll(/[.\s'’]/g, '')
      .replace(/s$/, ''),
  );
}

/** Everything before the first section, to the byte; of a resume without sections, its first line and its addresses. */
function findContact(before: ResumeOutline, after: ResumeOutline): Finding[] {
  const block = ({ header }: ResumeOutline) => header.join('\n').trim();
  if (before.sections.length > 0)
    return block(before) === block(after) ? [] : [{ kind: 'contact', value: block(after).slice(0, 200) }];
  const lines = before.header.filter((line) => line.trim() !== '');
  const contact = lines.filter((line, at) => at === 0 || /@|https?:|\+?\d[\d ()-]{6,}\d/.test(line));
  const kept = new Set(after.header);
  return contact.filter((line) => !kept.has(line)).map((line) => ({ kind: 'contact', value: line.slice(0, 200) }));
}

/** Roles and schools are known by their headings. Each must be there, no other may be, and their dates must be theirs. */
function findEntries(
  before: ResumeOutline,
  after: ResumeOutline,
  kind: 'employer' | 'degree',
  sections: readonly ResumeSectionKind[],
): Finding[] {
  const [old, now] = [toEntries(before, sections), toEntries(after, sections)];
  const findings: Finding[] = [];
  for (const [heading, dates] of now) {
    const known = old.get(heading);
    if (known === undefined) findings.push({ kind, value: heading });
    else if (known !== dates) findings.push({ kind: 'dates', value: heading });
  }
  for (const heading of old.keys()) if (!now.has(heading)) findings.push({ kind, value: heading });
  return findings;
}

function toEntries(outline: ResumeOutline, kinds: readonly ResumeSectionKind[]): Map<string, string> {
  const entries = outline.sections
    .filter((section) => kinds.includes(section.kind))
    .flatMap((section) => section.entries);
  const named = entries.filter((entry) => entry.heading !== undefined);
  const grouped = Map.groupBy(named, (entry) =>
    (entry.heading ?? '').replaceAll(/[#*_]/g, '').replaceAll(/\s+/g, ' ').trim(),
  );
  return new Map([...grouped].map(([heading, all]) => [heading, all.map(toDates).toSorted().join(' / ')]));
}

function toDates({ heading = '', lines }: ResumeEntry): string {
  const spans = findSpans([heading, ...lines].join('\n'), '2100-01-01');
  return spans
    .map((span) => `${span.start}-${span.open ? 'now' : span.end}`)
    .toSorted()
    .join(', ');
}

const ORDINARY_HEADINGS =
  /^(?:professional |work |technical |core |key )?(?:summary|profile|experience|employment|education|skills|projects|languages|certificat(?:es|ions)|awards|publications|volunteering|interests|references)$/i;

function findUnknownWords(after: ResumeOutline, original: string): Finding[] {
  const known = toWordSet(original);
  const findings: string[] = [];
  for (const section of after.sections) {
    if (!ORDINARY_HEADINGS.test(section.title)) findings.push(...findNewWords(section.title, known));
    if (section.kind === 'other') findings.push(...findNewChineseWords(section.title, original));
    for (const { heading, lines } of section.entries) {
      if (heading !== undefined)
        findings.push(...findNewWords(heading, known), ...findNewChineseWords(heading, original));
      if (section.kind === 'skills') findings.push(...lines.flatMap((line) => findNewChineseWords(line, original)));
      const find = section.kind === 'skills' ? findNewWords : findNewNames;
      for (const line of lines) findings.push(...find(line, known), ...findNewChineseNames(line, original));
    }
  }
  if (after.sections.length === 0) {
    for (const line of after.header)
      findings.push(...findNewNames(line, known), ...findNewChineseNames(line, original));
  }
  return findings.map((value) => ({ kind: 'name', value }));
}
