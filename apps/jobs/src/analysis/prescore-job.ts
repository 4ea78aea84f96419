import { findJob } from '../jobs/find-job.ts';
import { type Prescore, prescore } from '../prescore/prescore.ts';
import { chooseResume } from '../resumes/find-resume.ts';
import type { Desk } from '../services/services.ts';

/** A quick look at how well a job fits a resume, the default one unless named. Never asks a model, and keeps nothing. */
export function prescoreJob(desk: Desk, jobId: number, resumeId?: number): Prescore {
  const { title, descriptionMd, skills } = findJob(desk, jobId);
  const { content } = chooseResume(desk, resumeId);
  // Skills were looked for in the description; without one there may still be some in the title.
  const posting = descriptionMd === null ? { title } : { title, description: descriptionMd, skills };
  return prescore({ posting, resume: { content }, today: desk.now().toISOString().slice(0, 10) });
}
