import { present } from '@posthouse/protocol';
import type { Actor } from '../database/schema.ts';
import { findSameJob } from '../jobs/find-same-job.ts';
import type { NewJobInput } from '../jobs/job-input.ts';
import { toJobFields } from '../jobs/to-job-fields.ts';
import { insertJob } from '../jobs/write-job.ts';
import type { Posting } from '../postings/posting.ts';
import type { OwnerServices } from '../services/services.ts';
import { mergePosting, type SavedPosting } from './save-posting.ts';

/** Keeps one job of a list that somebody has put together. To be called in a transaction. */
export function saveListed(services: OwnerServices, input: NewJobInput, actor: Actor): SavedPosting {
  const { source = 'manual', title, company, ...rest } = input;
  const fields = { ...toJobFields({ ...rest, title }), title, company, source };
  const existing = findSameJob(services, fields);
  if (existing === undefined) {
    return { outcome: 'created', job: insertJob(services, fields, actor), changed: [] };
  }
  const { url, location, description, salary, remote, postedAt } = input;
  const posting: Posting = {
    title,
    company,
    source: 'page',
    raw: existing.raw,
    places: [],
    remote: remote === undefined ? 'unknown' : remote ? 'yes' : 'no',
    requirements: fields.requirements ?? [],
    skills: fields.skills ?? [],
    url,
    location,
    descriptionMd: description,
    salary: salary && present(salary),
    postedAt,
  };
  return mergePosting(services, existing, { posting, actor, source });
}
