import { and, asc, count, eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { inTransaction } from '../database/in-transaction.ts';
import { type ResumeRow, resumes, tailoredResumes } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { OwnerServices } from '../services/services.ts';
import { skillNames } from '../skills/find-skills.ts';
import { promoteResume, setDefaultResume } from './default-resume.ts';
import { findDefaultResume, findResume } from './find-resume.ts';

/** What a resume was read from, and what came of it. */
export type NewResume = {
  name: string;
  content: string;
  structured?: unknown;
  source: string;
  originalFilename?: string | null;
  parseStatus: string;
  parseErrors: string[];
  isDefault?: boolean;
};

/** All resumes, in the order in which they came. */
export function listResumes({ database, ownerId }: OwnerServices): ResumeRow[] {
  return database.db.select().from(resumes).where(eq(resumes.ownerId, ownerId)).orderBy(asc(resumes.id)).all();
}

/** Keeps a resume. The first one becomes the default one, whatever is asked. */
export function createResume(services: OwnerServices, { isDefault = false, ...resume }: NewResume): ResumeRow {
  const now = services.now().toISOString();
  return inTransaction(services.database, () => {
    const isFirst = findDefaultResume(services) === undefined;
    const row = services.database.db
      .insert(resumes)
      .values({
        ...resume,
        ...toContentFields(resume.content),
        ownerId: services.ownerId,
        isDefault: isFirst,
        useCount: 0,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get();
    return isDefault && !isFirst ? setDefaultResume(services, row.id).resume : row;
  });
}

export type ResumeChange = { name?: string | undefined; content?: string | undefined; isDefault?: boolean | undefined };

/** Changes a resume. A text that a person has written is a text that was read without errors. */
export function updateResume(
  services: OwnerServices,
  id: number,
  { isDefault, name, content }: ResumeChange,
): ResumeRow {
  return inTransaction(services.database, () => {
    const before = findResume(services, id);
    if (isDefault === false && before.isDefault) {
      const details = [{ path: 'isDefault', message: 'true' }];
      throw new JobsError('validation', { values: { what: 'isDefault: true' }, details });
    }
    const repaired = { parseStatus: 'success', parseErrors: [], structured: null };
    const after = services.database.db
      .update(resumes)
      .set({
        name,
        ...(content === undefined ? {} : { content, ...toContentFields(content), ...repaired }),
        updatedAt: services.now().toISOString(),
      })
      .where(and(eq(resumes.ownerId, services.ownerId), eq(resumes.id, before.id)))
      .returning()
      .get();
    return isDefault === true ? setDefaultResume(services, id).resume : after;
  });
}

/** Removes a resume and what was made from it; with `restrict`, only if nothing was. Says which one is the default now. */
export function deleteResume(
  services: OwnerServices,
  id: number,
  { restrict = false } = {},
): { newDefaultId: number | null } {
  const { db } = services.database;
  return inTransaction(services.database, () => {
    findResume(services, id);
    const uses = and(eq(tailoredResumes.ownerId, services.ownerId), eq(tailoredResumes.resumeId, id));
    const used = db.select({ count: count() }).from(tailoredResumes).where(uses).get()?.count ?? 0;
    if (restrict && used > 0) throw new JobsError('resumeInUse', { values: { count: used } });
    db.delete(resumes)
      .where(and(eq(resumes.ownerId, services.ownerId), eq(resumes.id, id)))
      .run();
    return { newDefaultId: promoteResume(services) };
  });
}

/** Counts that a resume was used. */
export function countUse({ database, ownerId }: OwnerServices, id: number): void {
  database.db
    .update(resumes)
    .set({ useCount: sql`${resumes.useCount} + 1` })
    .where(and(eq(resumes.ownerId, ownerId), eq(resumes.id, id)))
    .run();
}

function toContentFields(content: string): Pick<ResumeRow, 'contentHash' | 'skills'> {
  return { contentHash: createHash('sha256').update(content).digest('hex'), skills: skillNames(content) };
}
