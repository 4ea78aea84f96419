import type { Place, Posting, Salary } from '../../postings/posting.ts';
import { IMPORT_WARNINGS, type ImportWarning } from '../import-warnings.ts';
import { isFields, toList, toText, toWebUrl, type Fields, type Imported } from '../importing.ts';
import { toDescription } from '../json-ld/to-description.ts';
import { makePosting } from '../make-posting.ts';
import { readDate } from '../read-date.ts';
import { toEmploymentType } from '../read-kind.ts';
import { toSalary } from '../read-salary.ts';

/** Which board the answer came from. Its name stands for the company where the answer does not name one. */
export interface GreenhouseOptions {
  board: string;
  company?: string | undefined;
  jobId?: string | undefined;
}

/** Postings of a Greenhouse board: `{ jobs: […] }`, or one job. */
export function importGreenhouse(json: unknown, options: GreenhouseOptions): Imported {
  if (!isFields(json)) return { postings: [], warnings: [IMPORT_WARNINGS.notABoard('Greenhouse')] };
  const jobs = Array.isArray(json['jobs']) ? (json['jobs'] as unknown[]) : [json];
  const postings: Posting[] = [];
  const warnings: ImportWarning[] = [];
  for (const job of jobs) {
    if (!isFields(job)) continue;
    if (options.jobId !== undefined && toText(job['id']) !== options.jobId) continue;
    // A prospect post collects addresses of people; there is no job behind it.
    if (job['internal_job_id'] === null) continue;
    const posting = toPosting(job, options);
    if (posting === undefined) warnings.push(IMPORT_WARNINGS.noTitle());
    else postings.push(posting);
  }
  return { postings, warnings };
}

function toPosting(job: Fields, { board, company }: GreenhouseOptions): Posting | undefined {
  const title = toText(job['title']);
  if (title === undefined) return undefined;
  const location = isFields(job['location']) ? toText(job['location']['name']) : toText(job['location']);
  const metadata = toList(job['metadata']).filter(isFields);
  const types = metadata
    .filter((entry) => /employment|job type|commitment/i.test(String(entry['name'])))
    .map((entry) => entry['value']);
  return makePosting({
    title,
    company: toText(job['company_name']) ?? company ?? board,
    source: 'greenhouse',
    raw: job,
    location,
    places: toOffices(job, location),
    employmentType: toEmploymentType(...types),
    salary: readPay(job, metadata),
    descriptionMd: toDescription(job['content']),
    postedAt: readDate(job['first_published'] ?? job['updated_at']),
    validThrough: readDate(job['application_deadline']),
    url: toWebUrl(job['absolute_url']),
    externalId: toText(job['id']),
  });
}

function toOffices(job: Fields, location: string | undefined): Place[] {
  const offices = toList(job['offices']).filter(isFields);
  const texts = offices.flatMap((office) => toText(office['location']) ?? toText(office['name']) ?? []);
  return [...new Set(texts.length > 0 ? texts : location === undefined ? [] : [location])].map((text) => ({ text }));
}

/** Pay ranges come in cents. Several ranges, one per region, are not averaged: the widest stated range holds for all. */
function readPay(job: Fields, metadata: readonly Fields[]): Salary | undefined {
  const ranges = toList(job['pay_input_ranges']).filter(isFields);
  const currencies = new Set(ranges.map((range) => range['currency_type']));
  const usable = currencies.size > 1 ? ranges.slice(0, 1) : ranges;
  const amounts = usable
    .flatMap((range) => [range['min_cents'], range['max_cents']])
    .filter((cents) => typeof cents === 'number' && cents > 0) as number[];
  if (amounts.length > 0) {
    const title = String(usable[0]?.['title'] ?? '');
    return toSalary({
      min: Math.min(...amounts) / 100,
      max: Math.max(...amounts) / 100,
      currency: usable[0]?.['currency_type'],
      period: /hour/i.test(title) ? 'hour' : /annual|year|salary/i.test(title) ? 'year' : undefined,
    });
  }
  const range = metadata.find((entry) => entry['value_type'] === 'currency_range')?.['value'];
  return isFields(range)
    ? toSalary({ min: range['min_value'], max: range['max_value'], currency: range['unit'] })
    : undefined;
}
