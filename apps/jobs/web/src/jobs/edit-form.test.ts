import { expect, test } from 'vitest';
import type { Job } from '../api/job.ts';
import { aJob } from './__fixtures__/a-job.ts';
import { toChange, toForm } from './edit-form.ts';

const job: Job = {
  ...aJob({ tags: ['remote first', 'small'] }),
  jdMarkdown: '## About\n\nWe make maps.',
  requirements: [],
  foundSkills: [],
  notes: null,
  enrichedAt: null,
};
const bare: Job = { ...job, location: null, url: null, remote: null, salary: null, tags: [], jdMarkdown: null };
const change = (from: Job, edits: Partial<ReturnType<typeof toForm>>) => toChange(from, { ...toForm(from), ...edits });

test('an untouched form changes nothing', () => {
  expect([toChange(job, toForm(job)), toChange(bare, toForm(bare))]).toEqual([undefined, undefined]);
  expect(change(job, { title: ` ${job.title} ` })).toBeUndefined();
});

test('only changed fields are sent, with the known time of the job', () => {
  const { updatedAt } = job;
  expect(change(job, { title: ' Lead Engineer ' })).toEqual({ title: 'Lead Engineer', updatedAt });
  expect(change(job, { remote: 'no', tags: 'small， big,,small' })).toEqual({
    remote: false,
    tags: ['small', 'big'],
    updatedAt,
  });
  expect(change(bare, { remote: 'yes', description: 'New.' })).toEqual({
    remote: true,
    description: 'New.',
    updatedAt,
  });
});

test('an emptied field is removed', () => {
  expect(change(job, { location: ' ', url: '', remote: 'unknown', payFrom: '', payTo: '', description: '' })).toEqual({
    location: null,
    url: null,
    remote: null,
    salary: null,
    description: null,
    updatedAt: job.updatedAt,
  });
});

test('pay is sent as a whole', () => {
  expect(change(job, { payTo: '200000.5' })?.salary).toEqual({
    min: 165_000,
    max: 200_000.5,
    currency: 'USD',
    period: 'year',
  });
  expect(change(bare, { payFrom: '20', currency: 'eur' })?.salary).toEqual({
    min: 20,
    max: null,
    currency: 'EUR',
    period: null,
  });
});
