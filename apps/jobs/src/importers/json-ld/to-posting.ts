import type { Posting, PostingSource, Remote } from '../../postings/posting.ts';
import { IMPORT_WARNINGS, type ImportWarning } from '../import-warnings.ts';
import { isFields, toList, toText, toWebUrl, type Fields } from '../importing.ts';
import { makePosting } from '../make-posting.ts';
import { readDate } from '../read-date.ts';
import { toEmploymentType, toRemote } from '../read-kind.ts';
import { decodeEntities } from '../html/decode-entities.ts';
import { toBaseSalary } from './to-base-salary.ts';
import { toDescription } from './to-description.ts';
import { toNamed, toPlaces } from './to-places.ts';

/** Why a JobPosting is none of ours. */
export interface Unreadable {
  warning: ImportWarning;
}

/** A schema.org JobPosting as a posting. It needs a title and an organisation. */
export function toPosting(
  node: Fields,
  { url, source }: { url?: string | undefined; source: PostingSource },
): Posting | Unreadable {
  const title = toPlain(node['title'] ?? node['name']);
  const company = toPlain(toNamed(node['hiringOrganization'])) ?? toPlain(toNamed(node['employerOverview']));
  if (title === undefined) return { warning: IMPORT_WARNINGS.noTitle() };
  if (company === undefined) return { warning: IMPORT_WARNINGS.noOrganisation(title) };
  const places = toPlaces(node['jobLocation']);
  const extra = toList(node['applicantLocationRequirements']).flatMap((place) => toNamed(place) ?? []);
  const own = toWebUrl(node['url'] ?? toNamed(node['mainEntityOfPage']), url);
  return makePosting({
    title,
    company,
    source,
    raw: node,
    places: places.length > 0 ? places : extra.map((text) => ({ text })),
    remote: readRemote(node, title, places.map((place) => place.text).join('\n')),
    employmentType: toEmploymentType(node['employmentType']),
    salary: toBaseSalary(node),
    descriptionMd: readDescription(node),
    requirements: readRequirementFields(node),
    postedAt: readDate(node['datePosted']),
    validThrough: readDate(node['validThrough']),
    url: url ?? own,
    applyUrl: own === url ? undefined : own,
    externalId: readIdentifier(node['identifier']),
  });
}

function toPlain(value: unknown): string | undefined {
  const text = toText(value);
  return text === undefined
    ? undefined
    : toText(decodeEntities(decodeEntities(text)).replaceAll(/<[^<>]{0,200}>/g, ' '));
}

function readRemote(node: Fields, title: string, places: string): Remote {
  const stated = toList(node['jobLocationType']).map((type) => String(type).toUpperCase());
  const text = toRemote(title, places);
  if (text === 'hybrid') return 'hybrid';
  return stated.some((type) => type.includes('TELECOMMUTE')) ? 'yes' : text;
}

function readDescription(node: Fields): string | undefined {
  const parts = [toDescription(node['description'])];
  const described = parts[0] ?? '';
  for (const [key, heading] of [
    ['responsibilities', 'Responsibilities'],
    ['jobBenefits', 'Benefits'],
    ['benefits', 'Benefits'],
    ['incentiveCompensation', 'Benefits'],
  ] as const) {
    const text = toList(node[key])
      .flatMap((item) => toDescription(item) ?? [])
      .join('\n');
    // Many pages say everything twice.
    if (text !== '' && !described.includes(text.slice(0, 60))) parts.push(`## ${heading}\n\n${text}`);
  }
  const markdown = parts.filter((part) => part !== undefined).join('\n\n');
  return markdown === '' ? undefined : markdown;
}

function readRequirementFields(node: Fields): string[] {
  const keys = ['qualifications', 'skills', 'experienceRequirements', 'educationRequirements'];
  const texts = keys.flatMap((key) => toList(node[key]).flatMap(toRequirement));
  return [...new Set(texts)].slice(0, 60);
}

function toRequirement(value: unknown): string[] {
  if (isFields(value)) {
    const months = Number(value['monthsOfExperience']);
    if (months > 0)
      return [months % 12 === 0 ? `${months / 12}+ years of experience` : `${months} months of experience`];
    return toRequirement(value['credentialCategory'] ?? value['name'] ?? value['description']);
  }
  if (typeof value === 'boolean') return [];
  const markdown = typeof value === 'string' ? toDescription(value) : undefined;
  const lines = (markdown ?? '')
    .split('\n')
    .flatMap((line) => toText(line.replace(/^\s*(?:[-*]|\d{1,2}\.)\s+/, '')) ?? []);
  return lines.filter((line) => !/^no requirements$/i.test(line)).slice(0, 40);
}

function readIdentifier(value: unknown): string | undefined {
  const [first] = toList(value);
  return toText(isFields(first) ? (first['value'] ?? first['@id']) : first);
}
