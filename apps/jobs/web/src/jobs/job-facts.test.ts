import { expect, test } from 'vitest';
import type { JobSummary } from '../api/job.ts';
import { en } from '../words/en.ts';
import { zh } from '../words/zh.ts';
import { aJob } from './__fixtures__/a-job.ts';
import { toFactLine, toNames, toPay } from './job-facts.ts';

const line = (job: JobSummary): string => toFactLine(job, en, 'en').replaceAll('\u00a0', ' ');
const salary = { min: 20, max: 20, currency: 'EUR', period: 'hour' };

test('the line of a job has company, place, workplace and pay', () => {
  expect(line(aJob({ salary }))).toBe('Larkspur Labs · San Francisco, CA · Remote · €20 an hour');
});

test('unknown facts are left out, and nothing is repeated', () => {
  const job = aJob({ location: 'Remote, US', salary: null });
  expect(line(job)).toBe('Larkspur Labs · Remote, US');
  expect(line({ ...job, location: null, workplace: null })).toBe('Larkspur Labs');
});

test('an unknown period is not guessed', () => {
  expect(toPay({ salary: { ...salary, period: 'moon' } }, en, 'en')).toBe('€20');
  expect(toPay({ salary: { ...salary, period: null } }, en, 'en')).toBe('€20');
  expect(toPay({ salary }, zh, 'zh')).toBe('€20 每小时');
});

test('fields have the names of the page, once each', () => {
  const { fields } = en.jobs.detail;
  expect(toNames(['salary', 'location', 'workplace', 'softKey'], fields)).toEqual(['pay', 'location']);
  expect(toNames([], fields)).toEqual([]);
});
