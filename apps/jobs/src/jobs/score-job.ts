import { and, eq } from 'drizzle-orm';
import { type JobRow, jobs } from '../database/schema.ts';
import { prescore } from '../prescore/prescore.ts';
import { findDefaultResume } from '../resumes/find-resume.ts';
import type { OwnerServices } from '../services/services.ts';

type Scored = Pick<JobRow, 'score' | 'scoreSource' | 'scoreFor'>;
type Scorable = Pick<JobRow, 'title'> & Partial<Pick<JobRow, 'descriptionMd' | 'skills'>>;

/**
 * Scores a job by the words it has in common with the default resume. Without a resume or a description there is
 * nothing to compare, and there is no score.
 */
export function toScore(services: OwnerServices, { title, descriptionMd, skills }: Scorable): Scored | undefined {
  const resume = findDefaultResume(services);
  if (resume === undefined || descriptionMd === null || descriptionMd === undefined) return undefined;
  const { score } = prescore({
    posting: { title, description: descriptionMd, skills },
    resume: { content: resume.content },
    today: services.now().toISOString().slice(0, 10),
  });
  return { score, scoreSource: score === null ? null : 'keyword', scoreFor: resume.contentHash };
}

/** Scores a job that is there already, anew; one that cannot be scored stays as it is. */
export function scoreJob(services: OwnerServices, job: JobRow): JobRow {
  const scored = toScore(services, job);
  return scored === undefined ? job : keepScore(services, job.id, scored);
}

/** Writes down how well a job fits the default resume, and who says so. */
export function keepScore({ database, ownerId }: OwnerServices, id: number, scored: Scored): JobRow {
  return database.db
    .update(jobs)
    .set(scored)
    .where(and(eq(jobs.ownerId, ownerId), eq(jobs.id, id)))
    .returning()
    .get();
}
