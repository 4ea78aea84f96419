import { inTransaction } from '../database/in-transaction.ts';
import { savePosting } from '../ingest/save-posting.ts';
import { updateJob } from '../jobs/update-job.ts';
import { createResume, listResumes } from '../resumes/save-resume.ts';
import type { OwnerServices } from '../services/services.ts';
import { DEMO_POSTINGS } from './demo-postings.ts';
import { DEMO_RESUME } from './demo-resume.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Gives an owner invented postings, a resume and some weeks of searching, so that there is something to look at. Whoever
 * has them already keeps them as they are.
 */
export function loadDemo(services: OwnerServices): { postings: number; isNew: boolean } {
  return inTransaction(services.database, () => {
    if (listResumes(services).length > 0) return { postings: DEMO_POSTINGS.length, isNew: false };
    createResume(services, {
      name: 'Robin Example',
      content: DEMO_RESUME,
      source: 'paste',
      parseStatus: 'success',
      parseErrors: [],
      isDefault: true,
    });
    const today = services.now().getTime();
    for (const { posting, daysAgo, statuses } of DEMO_POSTINGS) {
      const at = (days: number): OwnerServices => ({ ...services, now: () => new Date(today - days * DAY_MS) });
      const postedAt = at(daysAgo + 1)
        .now()
        .toISOString();
      const { job } = savePosting(at(daysAgo), { ...posting, postedAt }, { source: 'web' });
      // Every step took its share of the time since then.
      for (const [index, status] of statuses.entries()) {
        const days = (daysAgo * (statuses.length - index)) / (statuses.length + 1);
        updateJob(at(days), job.id, { status });
      }
    }
    return { postings: DEMO_POSTINGS.length, isNew: true };
  });
}
