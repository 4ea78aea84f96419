import { and, eq } from 'drizzle-orm';
import { type ResumeRow, resumes } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { OwnerDatabase } from '../services/services.ts';

/** A resume of this owner, or `not_found`. */
export function findResume({ database, ownerId }: OwnerDatabase, id: number): ResumeRow {
  const row = database.db
    .select()
    .from(resumes)
    .where(and(eq(resumes.ownerId, ownerId), eq(resumes.id, id)))
    .get();
  if (row === undefined) throw new JobsError('resumeNotFound', { values: { id } });
  return row;
}

/** The resume that is meant when none is named; undefined only when there is none at all. */
export function findDefaultResume({ database, ownerId }: OwnerDatabase): ResumeRow | undefined {
  return database.db
    .select()
    .from(resumes)
    .where(and(eq(resumes.ownerId, ownerId), eq(resumes.isDefault, true)))
    .get();
}

/** The resume that was named, or else the default one; `no_default_resume` when there is none. */
export function chooseResume(services: OwnerDatabase, id: number | undefined): ResumeRow {
  if (id !== undefined) return findResume(services, id);
  const resume = findDefaultResume(services);
  if (resume === undefined) throw new JobsError('noDefaultResume');
  return resume;
}

/** The same, as long as it says something: there is nothing to work with in a picture of a resume. */
export function chooseText(services: OwnerDatabase, id: number | undefined): ResumeRow {
  const resume = chooseResume(services, id);
  if (resume.content.trim() === '') throw new JobsError('emptyResume', { values: { id: resume.id } });
  return resume;
}
