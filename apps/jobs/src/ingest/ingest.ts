import { inTransaction } from '../database/in-transaction.ts';
import type { Actor } from '../database/schema.ts';
import type { Desk } from '../desk.ts';
import { JobsError } from '../http/jobs-error.ts';
import type { JobSource } from '../jobs/job-sources.ts';
import type { IngestInput } from './ingest-input.ts';
import { readPostings } from './read-postings.ts';
import { saveListed } from './save-listed.ts';
import { type SavedPosting, savePosting } from './save-posting.ts';

export type Ingested = {
  created: { id: number; title: string; company: string }[];
  updated: { id: number; title: string; company: string }[];
  skipped: { id: number; reason: 'duplicate'; url: string | null }[];
  warnings: string[];
};

/**
 * Takes postings in, in whichever way they come: all of them or, if something is wrong with one, none. What cannot be
 * read as a posting at all is `no_job_found`.
 */
export async function ingest(
  desk: Desk,
  input: IngestInput,
  { actor = 'user', signal }: { actor?: Actor; signal?: AbortSignal } = {},
): Promise<Ingested> {
  if ('jobs' in input) {
    return toIngested(
      inTransaction(desk.database, () => input.jobs.map((job) => saveListed(desk, job, actor))),
      [],
    );
  }
  const { postings, warnings } = await readPostings(desk, input, signal);
  if (postings.length === 0) {
    throw new JobsError('noJobFound', { details: warnings.map((message) => ({ path: '', message })) });
  }
  const source = sourceOf(input);
  const save = (): SavedPosting[] => postings.map((posting) => savePosting(desk, posting, { actor, source }));
  return toIngested(inTransaction(desk.database, save), warnings);
}

/** Whoever sends a page has a browser; an address alone was read from here. */
function sourceOf(input: IngestInput): JobSource {
  if ('email' in input || 'raw' in input || 'gmail' in input) return 'email';
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
