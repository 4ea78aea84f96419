import type { JsonResume } from './json-resume.ts';

type Entry<Key extends keyof JsonResume> = NonNullable<JsonResume[Key]> extends readonly (infer One)[] ? One : never;

/** A JSON Resume as markdown, in the form that `toJsonResume` reads. Empty sections are left out. */
export function toMarkdown(resume: JsonResume): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Summary', resume.basics?.summary ? [line(resume.basics.summary)] : []],
    ['Experience', (resume.work ?? []).map(toWork)],
    ['Projects', (resume.projects ?? []).map(toProject)],
    ['Education', (resume.education ?? []).map(toEducation)],
    ['Skills', [list((resume.skills ?? []).map(toSkill))]],
    ['Languages', [list((resume.languages ?? []).map((one) => withNote(one.language, one.fluency)))]],
    [
      'Certificates',
      [list((resume.certificates ?? []).map((one) => withNote(join([one.name, one.issuer], ', '), one.date)))],
    ],
    [
      'Awards',
      [
        list(
          (resume.awards ?? []).map((one) =>
            join([withNote(join([one.title, one.awarder], ', '), one.date), one.summary], ': '),
          ),
        ),
      ],
    ],
    ['Publications', [list((resume.publications ?? []).map(toPublication))]],
    ['Volunteering', (resume.volunteer ?? []).map((one) => toWork({ ...one, name: one.organization }))],
    ['Interests', [list((resume.interests ?? []).map((one) => join([one.name, one.keywords?.join(', ')], ': ')))]],
    ['References', [list((resume.references ?? []).map((one) => join([one.name, one.reference], ': ')))]],
  ];
  const written = sections.flatMap(([title, parts]) => {
    const filled = parts.filter((part) => part !== '');
    return filled.length === 0 ? [] : [`## ${title}\n\n${filled.join('\n\n')}`];
  });
  return [toHeader(resume), ...written].filter((part) => part !== '').join('\n\n');
}

function toHeader({ basics = {} }: JsonResume): string {
  const { location, profiles } = basics;
  const place = join(
    [location?.address, location?.postalCode, location?.city, location?.region, location?.countryCode],
    ', ',
  );
  const links = (profiles ?? []).map((profile) => {
    const name = join([profile.network, profile.username], ': ') || profile.url || '';
    return profile.url ? `[${name}](${profile.url})` : name;
  });
  const contact = join([basics.email, basics.phone, basics.url, place, ...links], ' | ');
  return [`# ${line(basics.name ?? 'Resume')}`, line(basics.label ?? ''), contact]
    .filter((part) => part !== '')
    .join('\n\n');
}

function toWork(work: Entry<'work'>): string {
  const heading = join([work.position, work.name], ' — ');
  const meta = join([toDates(work.startDate, work.endDate), work.location, work.url], ' | ');
  return block(heading, [meta && `*${meta}*`, work.description, work.summary, list(work.highlights ?? [])]);
}

function toProject(project: Entry<'projects'>): string {
  const meta = join([toDates(project.startDate, project.endDate), project.url], ' | ');
  const keywords = project.keywords?.length ? `Keywords: ${project.keywords.join(', ')}` : '';
  const heading = join([project.name, project.entity], ' — ');
  return block(heading, [meta && `*${meta}*`, project.description, list(project.highlights ?? []), keywords]);
}

function toEducation(school: Entry<'education'>): string {
  const heading = join([join([school.studyType, school.area], ', '), school.institution], ' — ');
  const meta = join(
    [toDates(school.startDate, school.endDate), school.score && `Score: ${school.score}`, school.url],
    ' | ',
  );
  return block(heading, [meta && `*${meta}*`, list(school.courses ?? [])]);
}

function toSkill({ name, level, keywords }: Entry<'skills'>): string {
  if (!keywords?.length) return withNote(name, level);
  return name
    ? `**${line(name)}**${level ? ` (${line(level)})` : ''}: ${keywords.map(line).join(', ')}`
    : keywords.map(line).join(', ');
}

function toPublication(one: Entry<'publications'>): string {
  const named = withNote(join([one.name, one.publisher], ', '), one.releaseDate);
  return join([join([named, one.url], ' '), one.summary], ': ');
}

function toDates(start?: string, end?: string): string {
  if (start === undefined) return end ?? '';
  return `${start} – ${end ?? 'Present'}`;
}

function block(heading: string, parts: readonly (string | undefined)[]): string {
  const filled = parts.filter((part) => part !== undefined && part !== '');
  return [...(heading === '' ? [] : [`### ${heading}`]), ...filled].join('\n\n');
}

function list(items: readonly string[]): string {
  return items
    .filter((item) => item.trim() !== '')
    .map((item) => `- ${line(item)}`)
    .join('\n');
}

function withNote(text: string | undefined, note: string | undefined): string {
  return text && note ? `${line(text)} (${line(note)})` : line(text ?? note ?? '');
}

function join(parts: readonly (string | undefined)[], separator: string): string {
  return parts.flatMap((part) => (part ? [line(part)] : [])).join(separator);
}

/** One line, since a line break would end the item or the heading. */
function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
