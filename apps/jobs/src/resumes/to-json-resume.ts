import type { JsonResume } from './json-resume.ts';
import { readBasics } from './read-basics.ts';
import { readOutline, type ResumeEntry, type ResumeSection, type ResumeSectionKind } from './resume-outline.ts';

/**
 * A markdown resume as JSON Resume, as far as its form tells what is what. Lines that do not fit stay in the summary of
 * their entry, so that nothing is lost.
 */
export function toJsonResume(markdown: string): JsonResume {
  const { header, sections } = readOutline(markdown);
  const of = (kind: ResumeSectionKind) => sections.filter((section) => section.kind === kind);
  const filled = (kind: ResumeSectionKind) =>
    of(kind).flatMap((section) => section.entries.filter((entry) => entry.heading !== undefined));
  const summary = of('summary')
    .flatMap((section) => section.entries.flatMap((entry) => entry.lines))
    .join(' ');
  const basics = { ...readBasics(header), ...(summary.trim() !== '' && { summary: squeeze(summary) }) };
  const resume: JsonResume = {
    ...(Object.keys(basics).length > 0 && { basics }),
    work: filled('work').map((entry) => toRole(entry, 'name')),
    volunteer: filled('volunteer').map((entry) => toRole(entry, 'organization')),
    education: filled('education').map(toSchool),
    projects: filled('projects').map(toProject),
    skills: items(of('skills')).flatMap(toSkill),
    languages: items(of('languages')).map((item) => split(item, 'language', 'fluency')),
    certificates: items(of('certificates')).map(toCertificate),
    awards: items(of('awards')).map((item) => ({ title: item })),
    publications: items(of('publications')).map((item) => ({ name: item })),
    interests: items(of('interests')).map((item) => {
      const [name = item, keywords] = item.split(/:\s+/u);
      return { name, keywords: keywords?.split(/,\s*/) };
    }),
    references: items(of('references')).map((item) => {
      const [name = item, ...reference] = item.split(': ');
      return reference.length > 0 ? { name, reference: reference.join(': ') } : { reference: item };
    }),
  };
  return Object.fromEntries(Object.entries(resume).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

const TITLE =
  /\b(?:engineer|developer|programmer|architect|manager|lead|director|analyst|scientist|designer|consultant|administrator|specialist|intern|officer|head|assistant|teacher|founder)\b|工程师|经理|设计师|分析师|架构师|总监|主管|实习/iu;

/** "Engineer — Acme", or the other way round if only the second part is a title. */
function splitHeading(entry: ResumeEntry): [string, string | undefined] {
  const text = plain((entry.heading ?? '').replace(/^#{1,6}\s+/, ''));
  const [first = text, ...rest] = text.split(/\s+(?:[—–|@·-]|at)\s+/u);
  const second = rest.length > 0 ? rest.join(' — ') : undefined;
  return second !== undefined && !TITLE.test(first) && TITLE.test(second) ? [second, first] : [first, second];
}

interface Meta {
  startDate?: string;
  endDate?: string;
  url?: string;
  location?: string;
  score?: string;
}

function readEntry(entry: ResumeEntry): { meta: Meta; text: string; bullets: string[] } {
  const lines = entry.lines.filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const meta = readMeta(plain(first));
  const rest = meta === undefined ? lines : lines.slice(1);
  const bullets = rest.filter((line) => BULLET.test(line)).map((line) => plain(line.replace(BULLET, '')));
  const text = squeeze(rest.filter((line) => !BULLET.test(line)).join(' '));
  return { meta: meta ?? {}, text, bullets };
}

const BULLET = /^\s*(?:[-*+•]|\d{1,2}\.)\s+/u;
const DAY = '((?:19|20)\\d\\d(?:-\\d\\d(?:-\\d\\d)?)?)';
const DATES = new RegExp(`^${DAY}\\s*(?:[-–—~至]|to)+\\s*(?:${DAY}|present|now|current|至今|今)$|^${DAY}$`, 'iu');

/** The line below a heading: dates, and whatever else it names beside them. */
function readMeta(line: string): Meta | undefined {
  const meta: Meta = {};
  for (const part of line.split(/\s*[|·]\s*/u)) {
    const dates = DATES.exec(part.trim());
    if (dates !== null) {
      if (dates[1] !== undefined) meta.startDate = dates[1];
      const end = dates[2] ?? dates[3];
      if (end !== undefined) meta.endDate = end;
    } else if (/^https?:\/\/\S+$/.test(part)) meta.url = part;
    else if (/^(?:score|gpa|grade)\s*:/i.test(part)) meta.score = part.replace(/^[^:]*:\s*/, '');
    else if (part !== '') meta.location = part;
  }
  return meta.startDate === undefined && meta.endDate === undefined ? undefined : meta;
}

function toRole(entry: ResumeEntry, key: 'name' | 'organization'): Record<string, unknown> {
  const [position, company] = splitHeading(entry);
  const { meta, text, bullets } = readEntry(entry);
  return {
    position,
    [key]: company,
    ...meta,
    ...(text !== '' && { summary: text }),
    ...(bullets.length > 0 && { highlights: bullets }),
  };
}

function toSchool(entry: ResumeEntry): Record<string, unknown> {
  const [study, institution] = splitHeading(entry);
  const { meta, bullets } = readEntry(entry);
  const [studyType, ...area] = study.split(/,\s*/);
  return {
    ...(institution === undefined ? { institution: study } : { institution, ...(studyType && { studyType }) }),
    ...(institution !== undefined && area.length > 0 && { area: area.join(', ') }),
    ...meta,
    ...(bullets.length > 0 && { courses: bullets }),
  };
}

function toProject(entry: ResumeEntry): Record<string, unknown> {
  const text = plain((entry.heading ?? '').replace(/^#{1,6}\s+/, ''));
  const [name, entity] = text.split(/\s+—\s+/u);
  const { meta, text: description, bullets } = readEntry(entry);
  const [told, keywords] = description.split(/\s*Keywords: /);
  return {
    name,
    entity,
    ...meta,
    ...(told && { description: told }),
    ...(bullets.length > 0 && { highlights: bullets }),
    keywords: keywords?.split(/,\s*/),
  };
}

function items(sections: readonly ResumeSection[]): string[] {
  const lines = sections.flatMap((section) => section.entries.flatMap((entry) => entry.lines));
  return lines.map((line) => line.replace(BULLET, '').trim()).filter((line) => line !== '');
}

/** "**Databases** (expert): SQL, Redis" is a group; "SQL, Redis" are two skills. */
function toSkill(item: string): { name: string; level?: string; keywords?: string[] }[] {
  const group =
    /^(?:\*\*)?([^*:：(（]{1,60}?)(?:\*\*)?\s*(?:[(（]([^)）]{1,40})[)）])?\s*(?:\*\*)?[:：](?:\*\*)?\s*(.+)$/u.exec(
      item,
    );
  if (group?.[1] !== undefined && group[3] !== undefined) {
    return [
      {
        name: plain(group[1]),
        level: group[2],
        keywords: splitList(plain(group[3])),
      },
    ];
  }
  return splitList(plain(item)).map((one) => split(one, 'name', 'level'));
}

function splitList(text: string): string[] {
  return text.split(/\s*[,，、;；]\s*/u).filter((one) => one !== '');
}

function toCertificate(item: string): { name: string; date?: string; issuer?: string } {
  const match = /^(.*?)\s*\((\d{4}(?:-\d\d(?:-\d\d)?)?)\)$/.exec(plain(item));
  const [name = item, issuer] = (match?.[1] ?? plain(item)).split(/,\s+/);
  return { name, issuer, date: match?.[2] };
}

/** "English (native)". */
function split<First extends string, Second extends string>(
  item: string,
  first: First,
  second: Second,
): Record<First, string> & Partial<Record<Second, string>> {
  const match = /^(.*?)\s*[(（]([^()（）]{1,60})[)）]$/u.exec(plain(item));
  return { [first]: match?.[1] ?? plain(item), [second]: match?.[2] } as Record<First, string> &
    Partial<Record<Second, string>>;
}

function plain(text: string): string {
  return squeeze(text.replaceAll('**', '').replaceAll(/(^|\s)[*_](?=\S)|(\S)[*_](?=\s|$)/g, '$1$2'));
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
