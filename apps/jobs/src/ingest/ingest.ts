import type { Actor } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import type { JobSource } from '../jobs/job-sources.ts';
import { toJobStatus } from '../jobs/job-status.ts';
import type { Posting } from '../postings/posting.ts';
import type { OwnerServices } from '../services/services.ts';
import type { IngestInput } from './ingest-input.ts';
import { readPostings } from './read-postings.ts';
import { saveInParts } from './save-in-parts.ts';
import { saveListed } from './save-listed.ts';
import { type SavedPosting, savePosting } from './save-posting.ts';

export type Ingested = {
  created: { id: number; title: string; company: string }[];
  updated: { id: number; title: string; company: string }[];
  skipped: { id: number; reason: 'duplicate'; url: string | null }[];
  warnings: string[];
};

/**
 * Takes postings in, in whichever way they come. If something is wrong with one, none is taken: that is looked at before
 * the first is written. They are written some at a time, and whoever sends them again after a crash sends the rest,
 * because what is there is recognised. What cannot be read as a posting at all is `no_job_found`.
 */
export async function ingest(
  services: OwnerServices,
  input: IngestInput,
  { actor = 'user', language = 'en', signal }: { actor?: Actor; language?: Language; signal?: AbortSignal } = {},
): Promise<Ingested> {
  if ('jobs' in input) {
    for (const { status } of input.jobs) if (status !== undefined) toJobStatus(status);
    return toIngested(await saveInParts(services.database, input.jobs, (job) => saveListed(services, job, actor)), []);
  }
  const { postings, warnings: remarks } = await readPostings(services, input, signal);
  const warnings = remarks.map((remark) => remark[language]);
  if (postings.length === 0) {
    throw new JobsError('noJobFound', { details: warnings.map((message) => ({ path: '', message })) });
  }
  const source = sourceOf(input);
  const save = (posting: Posting): SavedPosting => savePosting(services, posting, { actor, source });
  return toIngested(await saveInParts(services.database, postings, save), warnings);
}

/** Whoever sends a page has a browser; an address alone was read from here. */
function sourceOf(input: IngestInput): JobSource {
  if ('email' in input || 'raw' in input || 'mbox' in input || 'gmail' in input) return 'email';
  return 'html' in input || 'content' in input ? 'extension' : 'web';
}

function toIngested(saved: readonly SavedPosting[], warnings: string[]): Ingested {
  const shown = (outcome: SavedPosting['outcome']) =>
    saved.filter((each) => each.outcome === outcome).map(({ job: { id, title, company } }) => ({ id, title, company }));
  const skipped = saved
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ job: { id, url } }) => ({ id, reason: 'duplicate' as const, url }));
  return { created: shown('created'), updated: shown('updated'), skipped, warnings };
}
