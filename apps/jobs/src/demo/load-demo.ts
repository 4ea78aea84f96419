import { inTransaction } from '../database/in-transaction.ts';
import { savePosting } from '../ingest/save-posting.ts';
import { updateJob } from '../jobs/update-job.ts';
import { createResume, listResumes } from '../resumes/save-resume.ts';
import type { Desk } from '../services/services.ts';
import { DEMO_POSTINGS } from './demo-postings.ts';
import { DEMO_RESUME } from './demo-resume.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Fills a desk with invented postings, a resume and some weeks of searching, so that there is something to look at. A
 * desk that has been filled before is left as it is.
 */
export function loadDemo(desk: Desk): { postings: number; isNew: boolean } {
  return inTransaction(desk.database, () => {
    if (listResumes(desk).length > 0) return { postings: DEMO_POSTINGS.length, isNew: false };
    createResume(desk, {
      name: 'Robin Example',
      content: DEMO_RESUME,
      source: 'paste',
      parseStatus: 'success',
      parseErrors: [],
      isDefault: true,
    });
    const today = desk.now().getTime();
    for (const { posting, daysAgo, statuses } of DEMO_POSTINGS) {
      const at = (days: number): Desk => ({ ...desk, now: () => new Date(today - days * DAY_MS) });
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
