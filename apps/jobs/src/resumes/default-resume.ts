import { and, desc, eq, ne } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import { type ResumeRow, resumes } from '../database/schema.ts';
import type { OwnerServices } from '../services/services.ts';
import { findDefaultResume, findResume } from './find-resume.ts';

/**
 * Makes a resume the default one, which the one before then no longer is. An unknown one changes nothing.
 */
export function setDefaultResume(
  services: OwnerServices,
  id: number,
): { resume: ResumeRow; previousDefaultId: number | null } {
  return inTransaction(services.database, () => {
    const resume = findResume(services, id);
    const previous = findDefaultResume(services);
    if (previous?.id === id) return { resume, previousDefaultId: id };
    return { resume: moveDefault(services, id), previousDefaultId: previous?.id ?? null };
  });
}

/**
 * After the default resume is gone, the one that was changed last takes its place, of those that could be read if there
 * are any. Says which one that is.
 */
export function promoteResume(services: OwnerServices): number | null {
  const { database, ownerId } = services;
  const current = findDefaultResume(services);
  if (current !== undefined) return current.id;
  const heir = database.db
    .select({ id: resumes.id })
    .from(resumes)
    .where(eq(resumes.ownerId, ownerId))
    .orderBy(eq(resumes.content, ''), desc(resumes.updatedAt), desc(resumes.id))
    .limit(1)
    .get();
  return heir === undefined ? null : moveDefault(services, heir.id).id;
}

function moveDefault({ database: { db }, ownerId }: OwnerServices, id: number): ResumeRow {
  const mine = eq(resumes.ownerId, ownerId);
  db.update(resumes)
    .set({ isDefault: false })
    .where(and(mine, eq(resumes.isDefault, true), ne(resumes.id, id)))
    .run();
  return db
    .update(resumes)
    .set({ isDefault: true })
    .where(and(mine, eq(resumes.id, id)))
    .returning()
    .get();
}
