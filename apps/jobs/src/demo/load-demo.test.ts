import { describe, expect, test } from 'vitest';
import { openTestOwners } from '../__fixtures__/test-owners.ts';
import { readFunnel, readSkillDemand } from '../analytics/read-analytics.ts';
import { countJobs } from '../jobs/job-stats.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { listResumes } from '../resumes/save-resume.ts';
import { DEMO_POSTINGS } from './demo-postings.ts';
import { loadDemo } from './load-demo.ts';

describe('the demonstration data', () => {
  test('the demonstration has forty different postings, each with skills', () => {
    expect(DEMO_POSTINGS).toHaveLength(40);
    expect(new Set(DEMO_POSTINGS.map(({ posting }) => `${posting.title}|${posting.company}`)).size).toBe(40);
    for (const { posting } of DEMO_POSTINGS)
      expect([posting.title, posting.skills.length > 0]).toEqual([posting.title, true]);
  });

  test('shows a newcomer jobs, scores, a funnel and gaps', () => {
    using owners = openTestOwners();
    expect(loadDemo(owners.ann)).toEqual({ postings: 40, isNew: true });
    expect(countJobs(owners.ann)).toMatchObject({ total: 40, enriched: 40 });
    const best = listJobs(owners.ann, { sort: 'score', limit: 5 }).jobs;
    expect(best[0]?.matchScore).toBeGreaterThan(70);
    expect(best.map(({ title }) => title).join()).toMatch(/Engineer|工程师/);
    const { applied, offer, interview } = readFunnel(owners.ann);
    expect([applied > interview, interview > offer, offer]).toEqual([true, true, 1]);
    expect(readSkillDemand(owners.ann).gaps.map(({ skill }) => skill)).toContain('Kubernetes');
  });

  test('the demonstration has remote software engineers in San Francisco, in two languages', () => {
    using owners = openTestOwners();
    loadDemo(owners.ann);
    const here = { location: 'San Francisco', remote: true };
    expect(listJobs(owners.ann, { ...here, search: '软件工程师' }).jobs.map(({ company }) => company)).toEqual([
      '青石软件',
    ]);
    expect(listJobs(owners.ann, { ...here, search: 'software engineer' }).total).toBeGreaterThan(0);
  });

  test('the demonstration is loaded once, and only for one owner', () => {
    using owners = openTestOwners();
    loadDemo(owners.ann);
    expect(loadDemo(owners.ann).isNew).toBe(false);
    expect(listResumes(owners.ann)).toHaveLength(1);
    expect(listJobs(owners.bob).total).toBe(0);
  });
});
