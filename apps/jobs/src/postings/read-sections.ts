/** What a part of a posting talks about. */
export type SectionKind = 'required' | 'preferred' | 'duties' | 'about' | 'other';

/** One line of a posting, without its marks. */
export interface SectionLine {
  text: string;
  /** Whether it is an item of a list. */
  item: boolean;
}

/** A heading of a posting and what stands below it. */
export interface PostingSection {
  kind: SectionKind;
  heading?: string;
  lines: SectionLine[];
}

const KINDS: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'preferred',
    /\b(?:nice[- ]to[- ]haves?|preferred|preferences|bonus(?: points)?|desir(?:ed|able)|good to have|plus(?:es)?|extra credit|optional)\b|加分|优先|優先|锦上添花/iu,
  ],
  [
    'about',
    /\b(?:about (?:us|the (?:company|team)|our)|who we are|benefits|perks|what we offer|we offer|why (?:join|us|work)|compensation|salary|equal opportunity|our (?:company|mission|values|culture))\b|公司介绍|公司简介|关于我们|关于公司|福利|薪资|待遇|我们提供/iu,
  ],
  [
    'required',
    /\b(?:requirements?|required|qualifications?|must[- ]haves?|you(?:['’]ll)? need|you(?:['’]ll)? bring|you have|your profile|your (?:skills|background|experience)|who you are|about you|skills|looking for|minimum|essentials?|tech(?:nical|nology)? stack|tech stack)\b|任职要求|任职资格|岗位要求|职位要求|工作要求|必备|要求|技能/iu,
  ],
  [
    'duties',
    /\b(?:responsibilit(?:y|ies)|you(?:['’]ll| will) (?:do|be doing|work on)|the role|your (?:tasks|role|mission|job)|duties|day[- ]to[- ]day)\b|岗位职责|工作职责|工作内容|职位描述|职责/iu,
  ],
];

const MAX_HEADING_LENGTH = 80;
const ITEM = /^(?:[-*+•·▪◦‣●○–—]|\d{1,2}[.)、．）]|[（(]\d{1,2}[)）])\s*/u;

/**
 * A posting's text as sections. Headings are recognised by their marks (`#`, bold, 【】, a colon at the end, capitals),
 * since few postings have real ones.
 */
export function readSections(text: string): PostingSection[] {
  const sections: PostingSection[] = [{ kind: 'other', lines: [] }];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const heading = readHeading(trimmed);
    if (heading !== undefined) {
      sections.push({ kind: toKind(heading.text), heading: heading.text, lines: [] });
      if (heading.rest !== undefined) sections.at(-1)?.lines.push({ text: heading.rest, item: false });
      continue;
    }
    const item = ITEM.test(trimmed);
    sections.at(-1)?.lines.push({ text: item ? trimmed.replace(ITEM, '') : trimmed, item });
  }
  return sections.filter((section) => section.lines.length > 0 || section.heading !== undefined);
}

/** What a heading announces. */
export function toKind(heading: string): SectionKind {
  return KINDS.find(([, pattern]) => pattern.test(heading))?.[0] ?? 'other';
}

function readHeading(line: string): { text: string; rest?: string } | undefined {
  if (line.startsWith('#'))
    return {
      text: line
        .replace(/^#{1,6}/, '')
        .replaceAll('*', '')
        .trim(),
    };
  const bracketed = /^[【［[]([^】］\]]{2,40})[】］\]](?!\()\s*[:：]?\s*(.*)$/u.exec(line);
  if (bracketed?.[1] !== undefined && (bracketed[2] === '' || toKind(bracketed[1]) !== 'other')) {
    return { text: bracketed[1], ...(bracketed[2] ? { rest: bracketed[2] } : {}) };
  }
  if (line.length > MAX_HEADING_LENGTH * 4) return undefined;
  const plain = line.replaceAll('*', '').replaceAll('__', '').trim();
  if (plain.length > MAX_HEADING_LENGTH) return readRunIn(plain);
  const item = ITEM.test(line) && !line.startsWith('**');
  if (!item && /^(?:\*\*|__).*(?:\*\*|__)[:：]?$/.test(line)) return { text: plain.replace(/[:：]$/, '') };
  if (!item && /[:：]$/.test(plain)) return { text: plain.slice(0, -1) };
  if (!item && /^[A-Z][A-Z '&/-]{3,}$/.test(plain) && toKind(plain) !== 'other') return { text: plain };
  if (!item && plain.length <= 40 && !/[.!?。；;,，]/.test(plain) && isKnownHeading(plain)) return { text: plain };
  return item ? undefined : readRunIn(plain);
}

/** "Requirements: Java, SQL" is a heading with its text in the same line. */
function readRunIn(line: string): { text: string; rest: string } | undefined {
  const colon = line.slice(0, 40).search(/[:：]/);
  if (colon < 1) return undefined;
  const text = line.slice(0, colon).trim();
  const rest = line.slice(colon + 1).trim();
  return rest !== '' && /^[\p{L}\s'’&/-]+$/u.test(text) && isKnownHeading(text) ? { text, rest } : undefined;
}

/** Headings without any mark are believed only if they say little else than what announces a section. */
function isKnownHeading(text: string): boolean {
  return toKind(text) !== 'other' && text.split(/\s+/).length <= 5 && text.length <= 40;
}
