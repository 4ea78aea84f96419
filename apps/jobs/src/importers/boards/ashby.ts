import type { Place, Posting, Remote, Salary } from '../../postings/posting.ts';
import { IMPORT_WARNINGS, type ImportWarning } from '../import-warnings.ts';
import { isFields, toList, toText, toWebUrl, type Fields, type Imported } from '../importing.ts';
import { toDescription } from '../json-ld/to-description.ts';
import { toPlaces } from '../json-ld/to-places.ts';
import { makePosting } from '../make-posting.ts';
import { readDate } from '../read-date.ts';
import { toEmploymentType, toRemote } from '../read-kind.ts';
import { toSalary } from '../read-salary.ts';

/** Ashby does not name the company, so its board does. */
export interface AshbyOptions {
  board: string;
  company?: string | undefined;
  jobId?: string | undefined;
}

/** Postings of an Ashby board. Those that are not listed are left out. */
export function importAshby(json: unknown, options: AshbyOptions): Imported {
  if (!isFields(json) || !Array.isArray(json['jobs'])) {
    return { postings: [], warnings: [IMPORT_WARNINGS.notABoard('Ashby')] };
  }
  const postings: Posting[] = [];
  const warnings: ImportWarning[] = [];
  for (const job of json['jobs'] as unknown[]) {
    if (!isFields(job) || job['isListed'] === false) continue;
    if (options.jobId !== undefined && toText(job['id'])?.toLowerCase() !== options.jobId.toLowerCase()) continue;
    const posting = toPosting(job, options);
    if (posting === undefined) warnings.push(IMPORT_WARNINGS.noTitle());
    else postings.push(posting);
  }
  return { postings, warnings };
}

function toPosting(job: Fields, { board, company }: AshbyOptions): Posting | undefined {
  const title = toText(job['title']);
  if (title === undefined) return undefined;
  const location = toText(job['location']);
  return makePosting({
    title,
    company: company ?? board,
    source: 'ashby',
    raw: job,
    location,
    places: readPlaces(job, location),
    remote: readWorkplace(job, title, location),
    employmentType: toEmploymentType(job['employmentType']),
    salary: readCompensation(job['compensation']),
    descriptionMd: toDescription(job['descriptionHtml']) ?? toDescription(job['descriptionPlain']),
    postedAt: readDate(job['publishedAt']),
    url: toWebUrl(job['jobUrl']),
    applyUrl: toWebUrl(job['applyUrl']),
    externalId: toText(job['id']),
  });
}

function readPlaces(job: Fields, location: string | undefined): Place[] {
  const main = isFields(job['address']) ? toPlaces({ address: job['address']['postalAddress'] })[0] : undefined;
  const first: Place[] = location === undefined ? (main === undefined ? [] : [main]) : [{ ...main, text: location }];
  const others = toList(job['secondaryLocations']).flatMap((place): Place[] => {
    const text = isFields(place) ? toText(place['location']) : toText(place);
    return text === undefined ? [] : [{ ...(isFields(place) ? toPlaces({ address: place['address'] })[0] : {}), text }];
  });
  return [...first, ...others];
}

function readWorkplace(job: Fields, title: string, location: string | undefined): Remote {
  const stated = String(job['workplaceType'] ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  if (stated === 'hybrid') return 'hybrid';
  if (stated === 'remote' || (job['isRemote'] === true && stated === '')) return 'yes';
  return stated === 'onsite' ? 'no' : toRemote(title, location);
}

/** Only what is paid as a salary counts: equity and bonuses are something else. */
function readCompensation(value: unknown): Salary | undefined {
  if (!isFields(value)) return undefined;
  const tiers = toList(value['compensationTiers'])
    .filter(isFields)
    .flatMap((tier) => toList(tier['components']));
  const components = [...toList(value['summaryComponents']), ...tiers].filter(isFields);
  const salary = components.find(
    (one) => one['compensationType'] === 'Salary' && (one['minValue'] ?? one['maxValue']) !== null,
  );
  if (salary === undefined) return undefined;
  return toSalary({
    min: salary['minValue'],
    max: salary['maxValue'],
    currency: salary['currencyCode'],
    period: salary['interval'],
  });
}
