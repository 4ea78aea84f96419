import { findJob } from '../jobs/find-job.ts';
import { type Prescore, prescore } from '../prescore/prescore.ts';
import { chooseResume } from '../resumes/find-resume.ts';
import type { OwnerServices } from '../services/services.ts';

/** A quick look at how well a job fits a resume, the default one unless named. Never asks a model, and keeps nothing. */
export function prescoreJob(services: OwnerServices, jobId: number, resumeId?: number): Prescore {
  const { title, descriptionMd, skills } = findJob(services, jobId);
  const { content } = chooseResume(services, resumeId);
  // Skills were looked for in the description; without one there may still be some in the title.
  const posting = descriptionMd === null ? { title } : { title, description: descriptionMd, skills };
  return prescore({ posting, resume: { content }, today: services.now().toISOString().slice(0, 10) });
}
