import type { Posting, Remote } from '../../postings/posting.ts';
import { IMPORT_WARNINGS, type ImportWarning } from '../import-warnings.ts';
import { isFields, toList, toText, toWebUrl, type Fields, type Imported } from '../importing.ts';
import { toDescription } from '../json-ld/to-description.ts';
import { makePosting } from '../make-posting.ts';
import { readDate } from '../read-date.ts';
import { toEmploymentType, toRemote } from '../read-kind.ts';
import { toSalary } from '../read-salary.ts';

/** Lever does not name the company, so its site does. */
export interface LeverOptions {
  site: string;
  jobId?: string | undefined;
}

/** Postings of a Lever site: a bare list, or one posting. */
export function importLever(json: unknown, options: LeverOptions): Imported {
  if (isFields(json) && json['ok'] === false) {
    return { postings: [], warnings: [IMPORT_WARNINGS.boardAnswered('Lever', toText(json['error']))] };
  }
  const postings: Posting[] = [];
  const warnings: ImportWarning[] = [];
  for (const job of toList(json)) {
    if (!isFields(job)) continue;
    if (options.jobId !== undefined && toText(job['id'])?.toLowerCase() !== options.jobId.toLowerCase()) continue;
    const posting = toPosting(job, options);
    if (posting === undefined) warnings.push(IMPORT_WARNINGS.noTitle());
    else postings.push(posting);
  }
  return { postings, warnings };
}

function toPosting(job: Fields, { site }: LeverOptions): Posting | undefined {
  const title = toText(job['text']);
  if (title === undefined) return undefined;
  const categories = isFields(job['categories']) ? job['categories'] : {};
  const location = toText(categories['location']);
  const all = toList(categories['allLocations']).flatMap((place) => toText(place) ?? []);
  const country = toText(job['country']);
  const places = all.length > 0 ? all : location === undefined ? [] : [location];
  const pay = isFields(job['salaryRange']) ? job['salaryRange'] : {};
  return makePosting({
    title,
    company: site,
    source: 'lever',
    raw: job,
    location,
    places: places.map((text, at) => ({ text, ...(at === 0 && country !== undefined && { country }) })),
    remote: readWorkplace(job['workplaceType'], title, location),
    employmentType: toEmploymentType(categories['commitment']),
    salary: toSalary({
      min: pay['min'],
      max: pay['max'],
      currency: pay['currency'],
      period: toInterval(pay['interval']),
    }),
    descriptionMd: readDescription(job),
    postedAt: readDate(job['createdAt']),
    url: toWebUrl(job['hostedUrl']),
    applyUrl: toWebUrl(job['applyUrl']),
    externalId: toText(job['id']),
  });
}

function readWorkplace(type: unknown, title: string, location: string | undefined): Remote {
  const stated = String(type).toLowerCase();
  if (stated === 'remote') return 'yes';
  if (stated === 'hybrid') return 'hybrid';
  return /^on-?site$/.test(stated) ? 'no' : toRemote(title, location);
}

/** "per-year-salary", "per-hour-wage", "one-time". */
function toInterval(value: unknown): string | undefined {
  return typeof value === 'string' ? /(hour|day|week|month|year)/.exec(value)?.[1] : undefined;
}

/** The text, the lists under their headings (where the requirements are), the closing words and the pay. */
function readDescription(job: Fields): string | undefined {
  const whole = toDescription(job['description']) ?? toDescription(job['descriptionPlain']);
  const parts = whole === undefined ? [toDescription(job['opening']), toDescription(job['descriptionBody'])] : [whole];
  for (const list of toList(job['lists'])) {
    if (!isFields(list)) continue;
    const content = typeof list['content'] === 'string' ? list['content'] : '';
    const items = toDescription(/<li/i.test(content) ? `<ul>${content}</ul>` : content);
    if (items !== undefined) parts.push(`## ${toText(list['text']) ?? ''}\n\n${items}`);
  }
  parts.push(toDescription(job['additional']) ?? toDescription(job['additionalPlain']));
  parts.push(toDescription(job['salaryDescription']) ?? toDescription(job['salaryDescriptionPlain']));
  const text = parts.filter((part) => part !== undefined).join('\n\n');
  return text === '' ? undefined : text;
}
