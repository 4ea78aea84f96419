import { and, desc, eq, max } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import { type JobRow, type TailoredRow, tailoredResumes } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { findJob } from '../jobs/find-job.ts';
import { findDefaultResume, findResume } from '../resumes/find-resume.ts';
import type { OwnerServices } from '../services/services.ts';
import { diffResumes } from './diff-resumes.ts';
import { keywordCoverage } from './keyword-coverage.ts';

/** Which version is meant: the latest unless a number is given, of the resume named or else of the one most likely meant. */
export type VersionChoice = { version?: number | 'latest' | undefined; resumeId?: number | undefined };

/** The versions that were made for a job, newest first, from all resumes or from one. */
export function listVersions(services: OwnerServices, jobId: number, resumeId?: number): TailoredRow[] {
  findJob(services, jobId);
  if (resumeId !== undefined) findResume(services, resumeId);
  return select(services, { jobId, resumeId });
}

/** The versions that were made from a resume, newest first, for all jobs. */
export function listVersionsOfResume(services: OwnerServices, resumeId: number): TailoredRow[] {
  findResume(services, resumeId);
  return select(services, { resumeId });
}

/** One version. Without a resume named, the default one is meant if it was used, and else the one that was used last. */
export function findVersion(
  services: OwnerServices,
  jobId: number,
  { version = 'latest', resumeId }: VersionChoice,
): TailoredRow {
  const rows = listVersions(services, jobId, resumeId);
  if (rows.length === 0) throw new JobsError('noTailoredVersion', { values: { jobId } });
  const preferred = findDefaultResume(services)?.id;
  const chosen = rows.some((row) => row.resumeId === preferred) ? preferred : rows[0]!.resumeId;
  const found = rows.find(
    (row) => row.resumeId === (resumeId ?? chosen) && (version === 'latest' ? row.isLatest : row.version === version),
  );
  if (found === undefined) throw new JobsError('versionNotFound', { values: { version, jobId } });
  return found;
}

export type NewVersion = Pick<
  TailoredRow,
  'jobId' | 'resumeId' | 'contentMd' | 'suggestions' | 'warnings' | 'engine' | 'model' | 'promptHash'
>;

/** Keeps a text as the next version for a job and a resume, and as their latest. */
export function addVersion(services: OwnerServices, next: NewVersion): TailoredRow {
  const { db } = services.database;
  const now = services.now().toISOString();
  return inTransaction(services.database, () => {
    // Both may have been deleted while an engine was writing.
    const job = findJob(services, next.jobId);
    const { content } = findResume(services, next.resumeId);
    const siblings = and(
      eq(tailoredResumes.ownerId, services.ownerId),
      eq(tailoredResumes.jobId, next.jobId),
      eq(tailoredResumes.resumeId, next.resumeId),
    );
    const highest = db
      .select({ version: max(tailoredResumes.version) })
      .from(tailoredResumes)
      .where(siblings)
      .get();
    const [parent] = db
      .update(tailoredResumes)
      .set({ isLatest: false })
      .where(and(siblings, eq(tailoredResumes.isLatest, true)))
      .returning({ id: tailoredResumes.id })
      .all();
    return db
      .insert(tailoredResumes)
      .values({
        ...next,
        ...compare(content, next.contentMd, job),
        ownerId: services.ownerId,
        version: (highest?.version ?? 0) + 1,
        parentId: parent?.id ?? null,
        isLatest: true,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get();
  });
}

/** Takes a person's text into a version, or keeps it as a version of its own. */
export function editVersion(
  services: OwnerServices,
  jobId: number,
  { content, asNew = false, ...choice }: VersionChoice & { content: string; asNew?: boolean },
): { row: TailoredRow; isNew: boolean } {
  return inTransaction(services.database, () => {
    const before = findVersion(services, jobId, choice);
    if (asNew) {
      const { resumeId, suggestions, engine, model, promptHash } = before;
      const text = { contentMd: content, suggestions, warnings: [], engine, model, promptHash };
      return { row: addVersion(services, { jobId, resumeId, ...text }), isNew: true };
    }
    const original = findResume(services, before.resumeId).content;
    const row = services.database.db
      .update(tailoredResumes)
      .set({
        contentMd: content,
        ...compare(original, content, findJob(services, jobId)),
        updatedAt: services.now().toISOString(),
      })
      .where(and(eq(tailoredResumes.ownerId, services.ownerId), eq(tailoredResumes.id, before.id)))
      .returning()
      .get();
    return { row, isNew: false };
  });
}

function compare(before: string, after: string, { skills }: JobRow): Pick<TailoredRow, 'diff' | 'keywordCoverage'> {
  return {
    diff: diffResumes(before, after),
    keywordCoverage: { before: keywordCoverage(before, skills), after: keywordCoverage(after, skills) },
  };
}

function select(
  { database: { db }, ownerId }: OwnerServices,
  { jobId, resumeId }: { jobId?: number; resumeId?: number },
): TailoredRow[] {
  return db
    .select()
    .from(tailoredResumes)
    .where(
      and(
        eq(tailoredResumes.ownerId, ownerId),
        jobId === undefined ? undefined : eq(tailoredResumes.jobId, jobId),
        resumeId === undefined ? undefined : eq(tailoredResumes.resumeId, resumeId),
      ),
    )
    .orderBy(desc(tailoredResumes.id))
    .all();
}
