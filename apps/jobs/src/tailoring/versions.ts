import { and, desc, eq, max } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import { type JobRow, type TailoredRow, tailoredResumes } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { findJob } from '../jobs/find-job.ts';
import { findDefaultResume, findResume } from '../resumes/find-resume.ts';
import type { Desk } from '../services/services.ts';
import { diffResumes } from './diff-resumes.ts';
import { keywordCoverage } from './keyword-coverage.ts';

/** Which version is meant: the latest unless a number is given, of the resume named or else of the one most likely meant. */
export type VersionChoice = { version?: number | 'latest' | undefined; resumeId?: number | undefined };

/** The versions that were made for a job, newest first, from all resumes or from one. */
export function listVersions(desk: Desk, jobId: number, resumeId?: number): TailoredRow[] {
  findJob(desk, jobId);
  if (resumeId !== undefined) findResume(desk, resumeId);
  return select(desk, { jobId, resumeId });
}

/** The versions that were made from a resume, newest first, for all jobs. */
export function listVersionsOfResume(desk: Desk, resumeId: number): TailoredRow[] {
  findResume(desk, resumeId);
  return select(desk, { resumeId });
}

/** One version. Without a resume named, the default one is meant if it was used, and else the one that was used last. */
export function findVersion(desk: Desk, jobId: number, { version = 'latest', resumeId }: VersionChoice): TailoredRow {
  const rows = listVersions(desk, jobId, resumeId);
  if (rows.length === 0) throw new JobsError('noTailoredVersion', { values: { jobId } });
  const preferred = findDefaultResume(desk)?.id;
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
export function addVersion(desk: Desk, next: NewVersion): TailoredRow {
  const { db } = desk.database;
  const now = desk.now().toISOString();
  return inTransaction(desk.database, () => {
    // Both may have been deleted while an engine was writing.
    const job = findJob(desk, next.jobId);
    const { content } = findResume(desk, next.resumeId);
    const siblings = and(
      eq(tailoredResumes.ownerId, desk.ownerId),
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
        ownerId: desk.ownerId,
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
  desk: Desk,
  jobId: number,
  { content, asNew = false, ...choice }: VersionChoice & { content: string; asNew?: boolean },
): { row: TailoredRow; isNew: boolean } {
  return inTransaction(desk.database, () => {
    const before = findVersion(desk, jobId, choice);
    if (asNew) {
      const { resumeId, suggestions, engine, model, promptHash } = before;
      const text = { contentMd: content, suggestions, warnings: [], engine, model, promptHash };
      return { row: addVersion(desk, { jobId, resumeId, ...text }), isNew: true };
    }
    const original = findResume(desk, before.resumeId).content;
    const row = desk.database.db
      .update(tailoredResumes)
      .set({
        contentMd: content,
        ...compare(original, content, findJob(desk, jobId)),
        updatedAt: desk.now().toISOString(),
      })
      .where(and(eq(tailoredResumes.ownerId, desk.ownerId), eq(tailoredResumes.id, before.id)))
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
  { database: { db }, ownerId }: Desk,
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
