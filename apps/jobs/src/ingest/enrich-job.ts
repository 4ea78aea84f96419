import { eq } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import { type Actor, type JobRow, jobs } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { importPage } from '../importers/pages/import-page.ts';
import { findJob } from '../jobs/find-job.ts';
import type { Posting } from '../postings/posting.ts';
import type { OwnerServices } from '../services/services.ts';
import { readAddress } from './read-postings.ts';
import { mergePosting } from './save-posting.ts';

export type Enriched = { job: JobRow; method: string; changed: string[] };

/** Reads more about a job: from the page that was handed in, or else from its address. */
export async function enrichJob(
  services: OwnerServices,
  id: number,
  { html, actor = 'user', signal }: { html?: string | undefined; actor?: Actor; signal?: AbortSignal | undefined } = {},
): Promise<Enriched> {
  const { url } = findJob(services, id);
  if (html === undefined && url === null) throw new JobsError('noURL', { values: { id } });
  const read =
    html === undefined ? await readAddress(services, url!, signal) : importPage({ html, url: url ?? undefined });
  return inTransaction(services.database, () => {
    const before = findJob(services, id);
    const posting = choose(read.postings, before);
    if (posting === undefined) throw new JobsError('noJobFound');
    const { job, changed } = mergePosting(services, before, { posting, actor });
    const enrichedAt = services.now().toISOString();
    services.database.db.update(jobs).set({ enrichedAt }).where(eq(jobs.id, job.id)).run();
    return { job: { ...job, enrichedAt }, method: toMethod(posting), changed };
  });
}

/** A page may hold several postings; the one with the same number or the same title is meant, or else the first. */
function choose(postings: readonly Posting[], { externalId, title }: JobRow): Posting | undefined {
  return (
    postings.find((posting) => externalId !== null && posting.externalId === externalId) ??
    postings.find((posting) => posting.title.toLowerCase() === title.toLowerCase()) ??
    postings[0]
  );
}

function toMethod({ source }: Posting): string {
  return source === 'page' ? 'readability' : source;
}
