/** What a section of a resume tells. */
export type ResumeSectionKind =
  | 'summary'
  | 'work'
  | 'education'
  | 'skills'
  | 'projects'
  | 'languages'
  | 'certificates'
  | 'awards'
  | 'publications'
  | 'volunteer'
  | 'interests'
  | 'references'
  | 'other';

/** A role, a school, a project: a heading and the lines below it. The lines before the first heading have none. */
export interface ResumeEntry {
  heading?: string;
  lines: string[];
}

/** A section with its heading as it is written. */
export interface ResumeSection {
  kind: ResumeSectionKind;
  heading: string;
  title: string;
  entries: ResumeEntry[];
}

/** A resume in its parts. Joined again, they are the resume. */
export interface ResumeOutline {
  /** Name, contact and whatever stands before the first section. */
  header: string[];
  sections: ResumeSection[];
}

const KINDS: readonly (readonly [ResumeSectionKind, RegExp])[] = [
  ['volunteer', /\bvolunteer|志愿/iu],
  ['education', /\b(?:education|academic|studies)\b|教育|学历|學歷/iu],
  ['projects', /\bprojects?\b|项目|專案/iu],
  ['work', /\b(?:experience|employment|work history|career|work)\b|工作|经历|經歷|职业/iu],
  ['skills', /\b(?:skills?|technologies|competenc(?:e|ies|y)|tech(?:nical)? stack|expertise)\b|技能|专长|技术栈/iu],
  ['languages', /\blanguages?\b|语言|語言/iu],
  ['certificates', /\b(?:certificat(?:es?|ions?)|licen[cs]es?)\b|证书|认证/iu],
  ['awards', /\b(?:awards?|honou?rs?|achievements?)\b|奖|荣誉/iu],
  ['publications', /\b(?:publications?|papers?|patents?)\b|论文|出版|专利/iu],
  ['interests', /\b(?:interests?|hobbies)\b|兴趣|爱好/iu],
  ['references', /\breferences?\b|推荐人/iu],
  ['summary', /\b(?:summary|profile|about(?: me)?|objective|introduction)\b|简介|概述|自我评价|总结|摘要/iu],
];

/** What a heading of a resume announces. */
export function toResumeKind(title: string): ResumeSectionKind {
  return title.length > 60 ? 'other' : (KINDS.find(([, pattern]) => pattern.test(title))?.[0] ?? 'other');
}

/** A markdown resume in its parts. Nothing is changed: `toMarkdownText` gives the same text again. */
export function readOutline(markdown: string): ResumeOutline {
  const outline: ResumeOutline = { header: [], sections: [] };
  let named = false;
  for (const line of markdown.split('\n')) {
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(line);
    const level = heading?.[1]?.length ?? 0;
    const title = (heading?.[2] ?? '').replaceAll(/[*_]|\s#+$/g, '').trim();
    const section = outline.sections.at(-1);
    const opens = heading !== null && (level === 2 || (level === 1 && named) || (section === undefined && level > 2));
    if (opens && (level <= 2 || toResumeKind(title) !== 'other')) {
      outline.sections.push({ kind: toResumeKind(title), heading: line, title, entries: [{ lines: [] }] });
    } else if (section === undefined) outline.header.push(line);
    else if (heading !== null) section.entries.push({ heading: line, lines: [] });
    else section.entries.at(-1)?.lines.push(line);
    // The first heading of all is the name, unless it announces a section.
    if (level === 1) named = true;
  }
  return outline;
}

/** The text of an outline. */
export function toMarkdownText({ header, sections }: ResumeOutline): string {
  const lines = [...header];
  for (const section of sections) {
    lines.push(section.heading);
    for (const entry of section.entries)
      lines.push(...(entry.heading === undefined ? [] : [entry.heading]), ...entry.lines);
  }
  return lines.join('\n');
}
