import { describe, expect, test } from 'vitest';
import { openTestOwners } from '../__fixtures__/test-owners.ts';
import { type PostingFacts, makePosting } from '../importers/make-posting.ts';
import { createJob } from '../jobs/create-job.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { updateJob } from '../jobs/update-job.ts';
import { openJobFile } from '../routes/job-file.ts';
import { savePosting } from './save-posting.ts';

const posting = (facts: Partial<PostingFacts> = {}) =>
  makePosting({
    title: 'Engineer',
    company: 'Acme',
    source: 'greenhouse',
    externalId: '1',
    raw: { from: 'board' },
    ...facts,
  });

describe('saving a posting', () => {
  test('creates a job with all its fields', () => {
    using owners = openTestOwners();
    const { outcome, job } = savePosting(owners.ann, {
      ...posting({
        location: 'Berlin',
        url: 'https://boards.greenhouse.io/acme/jobs/1?utm_source=x',
        salary: { min: 1, max: 2, currency: 'EUR', period: 'month' },
        descriptionMd: '## Requirements\n- TypeScript',
        postedAt: '2026-01-01T00:00:00.000Z',
      }),
      remote: 'hybrid',
    });
    expect(outcome).toBe('created');
    expect(job).toMatchObject({
      title: 'Engineer',
      company: 'Acme',
      location: 'Berlin',
      remote: false,
      workplace: 'hybrid',
      status: 'inbox',
      salaryMin: 1,
      salaryMax: 2,
      salaryCurrency: 'EUR',
      salaryPeriod: 'month',
      source: 'greenhouse',
      externalId: '1',
      postedAt: '2026-01-01T00:00:00.000Z',
      raw: { from: 'board' },
      requirements: ['TypeScript'],
    });
    expect(job.skills).toEqual([{ name: 'TypeScript', category: 'languages', required: true }]);
  });

  test.each([
    [
      'the same address in another spelling',
      { url: 'http://www.example.com/jobs/1/?utm_source=mail', source: 'page', externalId: undefined },
    ],
    ['the same number at the same board', { title: 'Other title' }],
    [
      'the same company, title and place',
      { company: 'ACME, Inc.', title: 'engineer', source: 'linkedin', externalId: '99' },
    ],
  ] as const)('finds the same job with %s', (_, facts) => {
    using owners = openTestOwners();
    const first = savePosting(owners.ann, posting({ url: 'https://example.com/jobs/1', location: 'Berlin' }));
    const again = savePosting(owners.ann, posting({ location: 'Berlin', ...facts }));
    expect(again.outcome).not.toBe('created');
    expect(again.job.id).toBe(first.job.id);
    expect(savePosting(owners.bob, posting({ location: 'Berlin', ...facts })).outcome).toBe('created');
  });

  test('creates another job for another number at the same board, however similar', () => {
    using owners = openTestOwners();
    savePosting(owners.ann, posting());
    expect(savePosting(owners.ann, posting({ externalId: '2' })).outcome).toBe('created');
  });

  test('skips a posting with nothing new', () => {
    using owners = openTestOwners();
    savePosting(owners.ann, posting({ descriptionMd: 'Come and join us.' }));
    expect(savePosting(owners.ann, posting({ descriptionMd: 'Come and join us.' }))).toMatchObject({
      outcome: 'skipped',
      changed: [],
    });
    expect(listJobs(owners.ann).total).toBe(1);
  });

  test("updates from the job's own board, and only fills gaps from others", () => {
    using owners = openTestOwners();
    savePosting(owners.ann, posting({ descriptionMd: 'Old words', location: 'Berlin' }));
    const news = savePosting(
      owners.ann,
      posting({ descriptionMd: 'New words', location: 'Berlin', salary: { min: 5 } }),
    );
    expect(news).toMatchObject({ outcome: 'updated', changed: ['salary', 'description'] });
    const gossip = posting({
      source: 'linkedin',
      externalId: '7',
      location: 'Berlin',
      descriptionMd: 'Gossip',
      employmentType: 'FULL_TIME',
    });
    expect(savePosting(owners.ann, gossip)).toMatchObject({
      outcome: 'updated',
      changed: ['employmentType'],
      job: { descriptionMd: 'New words', employmentType: 'FULL_TIME', source: 'greenhouse' },
    });
  });

  test('saving a posting does not undo what a person has changed', () => {
    using owners = openTestOwners();
    const { job } = savePosting(owners.ann, posting({ descriptionMd: 'Old words', location: 'Berlin' }));
    updateJob(owners.ann, job.id, { location: 'Potsdam', status: 'applied', notes: 'mine', starred: true });
    const { job: after } = savePosting(owners.ann, posting({ descriptionMd: 'New words', location: 'Berlin' }), {
      actor: 'sync',
    });
    expect(after).toMatchObject({
      location: 'Potsdam',
      status: 'applied',
      notes: 'mine',
      starred: true,
      descriptionMd: 'New words',
    });
    expect(openJobFile(owners.ann, job.id).history).toHaveLength(2);
  });

  test('fills the gaps of a job that was entered by hand', () => {
    using owners = openTestOwners();
    const { job } = createJob(owners.ann, { title: 'Engineer', company: 'Acme', url: 'https://example.com/1' });
    const saved = savePosting(owners.ann, posting({ url: 'https://example.com/1', descriptionMd: 'TypeScript' }));
    expect(saved).toMatchObject({
      outcome: 'updated',
      job: { id: job.id, source: 'manual', descriptionMd: 'TypeScript' },
    });
  });

  test.each([
    ['https://www.linkedin.com/jobs/view/5', 'linkedin'],
    ['https://uk.indeed.com/viewjob?jk=abc', 'indeed'],
    ['https://careers.example.com/5', 'extension'],
    ['https://notlinkedin.com/5', 'extension'],
  ])('gives a page of %s the source %s', (url, source) => {
    using owners = openTestOwners();
    const page = posting({ source: 'page', externalId: undefined, url });
    expect(savePosting(owners.ann, page, { source: 'extension' }).job.source).toBe(source);
  });
});
