import { describe, expect, test } from 'vitest';
import { openTestOwners } from '../__fixtures__/test-owners.ts';
import { createResume } from '../resumes/save-resume.ts';
import { openJobFile } from '../routes/job-file.ts';
import { createJob } from './create-job.ts';
import { deleteJob } from './delete-job.ts';
import { countJobs } from './job-stats.ts';
import { listJobs } from './list-jobs.ts';
import { rescoreSome } from './rescorer.ts';
import { updateJob } from './update-job.ts';

const HOUR = 3_600_000;
const resume = { source: 'paste', parseStatus: 'success', parseErrors: [] };

describe('the history of a job', () => {
  test('the history starts when the job is created and has a line for every change of its status', () => {
    using owners = openTestOwners();
    const { ann, clock } = owners;
    const { job } = createJob(ann, { title: 'Cook', company: 'Inn' });
    clock.time += HOUR;
    updateJob(ann, job.id, { status: 'applied', notes: 'sent by post' });
    updateJob(ann, job.id, { status: 'applied', starred: true });
    clock.time += HOUR;
    updateJob(ann, job.id, { status: 'offer' }, { actor: 'agent' });
    expect(openJobFile(ann, job.id).history).toEqual([
      { oldStatus: null, newStatus: 'inbox', changedAt: '2026-03-01T12:00:00.000Z', actor: 'user' },
      { oldStatus: 'inbox', newStatus: 'applied', changedAt: '2026-03-01T13:00:00.000Z', actor: 'user' },
      { oldStatus: 'applied', newStatus: 'offer', changedAt: '2026-03-01T14:00:00.000Z', actor: 'agent' },
    ]);
  });

  test('keeps the first time of applying', () => {
    using owners = openTestOwners();
    const { ann, clock } = owners;
    const { job } = createJob(ann, { title: 'Cook', company: 'Inn' });
    const applied = updateJob(ann, job.id, { status: 'applied' }).appliedAt;
    clock.time += HOUR;
    updateJob(ann, job.id, { status: 'inbox' });
    clock.time += HOUR;
    expect(updateJob(ann, job.id, { status: 'applied' }).appliedAt).toBe(applied);
    expect(createJob(ann, { title: 'Waiter', company: 'Inn', status: 'applied' }).job.appliedAt).not.toBeNull();
  });
});

describe('a list of jobs', () => {
  function fill() {
    const owners = openTestOwners();
    const { ann, clock } = owners;
    createJob(ann, {
      title: 'A',
      company: 'zeta',
      location: 'Paris',
      remote: true,
      postedAt: '2026-01-03T00:00:00.000Z',
      tags: ['x'],
    });
    clock.time += HOUR;
    createJob(ann, {
      title: 'B',
      company: 'Alpha',
      location: 'São Paulo',
      remote: false,
      salary: { min: 10, max: 90 },
    });
    clock.time += HOUR;
    createJob(ann, {
      title: 'C',
      company: 'beta',
      postedAt: '2026-01-01T00:00:00.000Z',
      source: 'lever',
      salary: { min: 50 },
      url: 'https://www.linkedin.com/jobs/view/42/?trk=x',
    });
    return owners;
  }
  const titles = (list: ReturnType<typeof listJobs>): string => list.jobs.map(({ title }) => title).join('');

  test.each([
    [{}, 'CBA'],
    [{ order: 'asc' }, 'ABC'],
    [{ sort: 'company' }, 'BCA'],
    [{ sort: 'company', order: 'desc' }, 'ACB'],
    [{ sort: 'postedAt' }, 'ACB'],
    [{ sort: 'postedAt', order: 'asc' }, 'CAB'],
    [{ remote: true }, 'A'],
    [{ remote: false }, 'B'],
    [{ location: 'são' }, 'B'],
    [{ location: 'SÃO' }, 'B'],
    [{ company: 'ALPHA' }, 'B'],
    [{ company: '%' }, ''],
    [{ source: 'lever' }, 'C'],
    [{ tag: 'x' }, 'A'],
    [{ tag: 'y' }, ''],
    [{ url: 'http://linkedin.com/comm/jobs/view/42' }, 'C'],
    [{ url: 'https://linkedin.com/jobs/view/43' }, ''],
    [{ salaryMin: 60 }, 'B'],
    [{ postedAfter: '2026-01-02T00:00:00.000Z' }, 'A'],
    [{ createdAfter: '2026-03-01T12:30:00.000Z' }, 'CB'],
    [{ status: 'all' }, 'CBA'],
    [{ status: 'offer' }, ''],
    [{ minScore: 0 }, ''],
    [{ limit: 1, offset: 1 }, 'B'],
  ] as const)('the list for %j contains %s', (query, expected) => {
    using owners = fill();
    expect(titles(listJobs(owners.ann, query))).toBe(expected);
  });

  test('counts all jobs, not only the page', () => {
    using owners = fill();
    expect(listJobs(owners.ann, { limit: 1 })).toMatchObject({ total: 3, limit: 1, offset: 0 });
    expect(listJobs(owners.bob)).toEqual({ jobs: [], total: 0, limit: 20, offset: 0 });
  });
});

describe('a changed job', () => {
  test('a changed job is found by its new words and no longer by its old ones', () => {
    using owners = openTestOwners();
    const { job } = createJob(owners.ann, { title: 'Cook', company: 'Inn', description: 'Frying' });
    updateJob(owners.ann, job.id, { title: 'Baker', description: 'Baking' });
    expect(listJobs(owners.ann, { search: 'cook' }).total).toBe(0);
    expect(listJobs(owners.ann, { search: 'frying' }).total).toBe(0);
    expect(listJobs(owners.ann, { search: 'baker baking' }).total).toBe(1);
    deleteJob(owners.ann, job.id);
    expect(listJobs(owners.ann, { search: 'baker' }).total).toBe(0);
  });

  test('a changed job has a later time than before, even within one millisecond', () => {
    using owners = openTestOwners();
    const { job } = createJob(owners.ann, { title: 'Cook', company: 'Inn' });
    const times = [1, 2, 3].map((number) => updateJob(owners.ann, job.id, { notes: String(number) }).updatedAt);
    expect([job.updatedAt, ...times]).toEqual([...new Set([job.updatedAt, ...times])].toSorted());
  });

  test('drops the skills of a removed description', () => {
    using owners = openTestOwners();
    const { job } = createJob(owners.ann, { title: 'Dev', company: 'Inn', description: 'TypeScript and React' });
    expect(job.skills.map(({ name }) => name)).toEqual(['TypeScript', 'React']);
    expect(updateJob(owners.ann, job.id, { description: null })).toMatchObject({ skills: [], descriptionMd: null });
  });
});

describe('job statistics', () => {
  test('statistics count the jobs of their owner only', () => {
    using owners = openTestOwners();
    const { ann, bob, clock } = owners;
    createJob(ann, { title: 'Old', company: 'Inn', status: 'offer', source: 'lever' });
    clock.time += 8 * 24 * HOUR;
    const { job } = createJob(ann, { title: 'New', company: 'Inn', description: 'TypeScript' });
    updateJob(ann, job.id, { starred: true });
    createJob(bob, { title: 'Bob', company: 'Inn' });
    expect(countJobs(ann)).toEqual({
      total: 2,
      inbox: 1,
      applied: 0,
      interviewing: 0,
      offer: 1,
      rejected: 0,
      skipped: 0,
      byStatus: {
        inbox: 1,
        applied: 0,
        interviewing: 0,
        offer: 1,
        rejected: 0,
        skipped: 0,
      },
      starred: 1,
      enriched: 1,
      analyzed: 0,
      addedLast7Days: 1,
      averageScore: null,
      bySource: {
        lever: 1,
        manual: 1,
      },
    });
  });
});

describe('match scores', () => {
  test('match scores exist as soon as there are a resume and a description to compare', () => {
    using owners = openTestOwners();
    const { ann } = owners;
    const early = createJob(ann, {
      title: 'TypeScript Developer',
      company: 'Inn',
      description: 'TypeScript, React',
    }).job;
    expect(early.score).toBeNull();
    createResume(ann, { ...resume, name: 'Mine', content: '# Ann\n\n## Skills\n- TypeScript\n- React' });
    const late = createJob(ann, {
      title: 'TypeScript Developer',
      company: 'Pub',
      description: 'TypeScript, React',
    }).job;
    expect(late.score).toBeGreaterThan(50);
    expect(late.scoreSource).toBe('keyword');
    expect(createJob(ann, { title: 'Secret', company: 'Pub' }).job.score).toBeNull();
  });

  test('match scores follow the default resume, owner by owner, until all are done', () => {
    using owners = openTestOwners();
    const { ann, bob } = owners;
    const description = 'Kubernetes and Terraform are required.';
    for (let number = 0; number < 25; number += 1)
      createJob(ann, { title: `Job ${number}`, company: 'Inn', description });
    createJob(bob, { title: 'Bob', company: 'Inn', description });
    expect(rescoreSome(ann)).toBe(0);
    createResume(ann, { ...resume, name: 'Mine', content: '# Ann\n- Kubernetes, Terraform' });
    const rounds: number[] = [];
    for (let count = rescoreSome(ann); count > 0; count = rescoreSome(ann)) rounds.push(count);
    expect(rounds).toEqual([20, 5]);
    expect(listJobs(ann, { minScore: 50 }).total).toBe(25);
    expect(listJobs(bob).jobs[0]?.matchScore).toBeNull();
  });
});
