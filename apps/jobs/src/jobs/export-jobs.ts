import { setImmediate } from 'node:timers/promises';
import { present } from '@posthouse/protocol';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type JobRow, jobs } from '../database/schema.ts';
import type { OwnerServices } from '../services/services.ts';
import { CSV_HEAD, toCSVLine } from './job-csv.ts';
import { newJobInput } from './job-input.ts';
import { JOB_SOURCES } from './job-sources.ts';
import { toJobView } from './job-view.ts';
import { findJobIds, type JobQuery } from './list-jobs.ts';

export const EXPORT_FORMATS = ['json', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A job as it can be handed in again. */
export const exportedJobView = newJobInput.extend({ postedAt: z.string().optional() }).meta({ id: 'ExportedJob' });
type ExportedJob = z.infer<typeof exportedJobView>;

const JOBS_AT_ONCE = 200;
const MAX_JOBS = 1_000_000;

/** The jobs that a query wants, all of them, as text in pieces: for spreadsheets, or as they can be handed in again. */
export async function* exportJobs(
  services: OwnerServices,
  query: JobQuery,
  format: ExportFormat,
): AsyncGenerator<string> {
  const { ids } = findJobIds(services, { ...query, limit: MAX_JOBS, offset: 0 });
  yield format === 'csv' ? CSV_HEAD : '{"jobs":[';
  for (let from = 0; from < ids.length; from += JOBS_AT_ONCE) {
    const rows = readRows(services, ids.slice(from, from + JOBS_AT_ONCE));
    if (format === 'csv') yield rows.map((row) => toCSVLine(toJobView(row))).join('');
    else yield `${from === 0 ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(toExported(row))).join(',\n')}`;
    // Others are waiting for their turn as well.
    await setImmediate();
  }
  if (format === 'json') yield '\n]}\n';
}

/** Rows in the order of their ids; one that was deleted meanwhile is missing. */
function readRows({ database: { db }, ownerId }: OwnerServices, ids: readonly number[]): JobRow[] {
  const rows = db
    .select()
    .from(jobs)
    .where(and(eq(jobs.ownerId, ownerId), inArray(jobs.id, [...ids])))
    .all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const MAX_NAME_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 500_000;

/** A job as it would be written down. What the API would not take is left out or cut. */
function toExported(row: JobRow): ExportedJob {
  const { url, location, remote, descriptionMd, notes, postedAt, tags, status } = row;
  const { salaryMin: min, salaryMax: max, salaryPeriod: period } = row;
  const currency = /^[A-Z]{3}$/.test(row.salaryCurrency ?? '') ? row.salaryCurrency : null;
  const salary = present({ min, max, currency, period }) as NonNullable<ExportedJob['salary']>;
  return {
    title: row.title.slice(0, MAX_NAME_LENGTH),
    company: row.company.slice(0, MAX_NAME_LENGTH),
    ...present({
      url,
      location: location?.slice(0, MAX_NAME_LENGTH),
      remote,
      description: descriptionMd?.slice(0, MAX_DESCRIPTION_LENGTH),
      salary: Object.keys(salary).length === 0 ? undefined : salary,
      source: JOB_SOURCES.find((source) => source === row.source),
    }),
    status,
    ...present({ tags: tags.length === 0 ? undefined : tags, notes, postedAt }),
  };
}
