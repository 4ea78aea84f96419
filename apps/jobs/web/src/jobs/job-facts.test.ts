import { expect, test } from 'vitest';
import { en } from '../words/en.ts';
import { zh } from '../words/zh.ts';
import { aJob } from './__fixtures__/a-job.ts';
import { toFacts, toPay } from './job-facts.ts';

const salary = { min: 20, max: 20, currency: 'EUR', period: 'hour' };

test('a line says who, where, how, and for how much', () => {
  expect(toFacts(aJob({ salary }), en, 'en')).toEqual(['Larkspur Labs', 'San Francisco, CA', 'Remote', '€20 an hour']);
});

test('what is not known is left out, and nothing is said twice', () => {
  const job = aJob({ location: 'Remote, US', salary: null });
  expect(toFacts(job, en, 'en')).toEqual(['Larkspur Labs', 'Remote, US']);
  expect(toFacts({ ...job, location: null, workplace: null }, en, 'en')).toEqual(['Larkspur Labs']);
});

test('a period that nobody knows is not guessed', () => {
  expect(toPay({ salary: { ...salary, period: 'moon' } }, en, 'en')).toBe('€20');
  expect(toPay({ salary: { ...salary, period: null } }, en, 'en')).toBe('€20');
  expect(toPay({ salary }, zh, 'zh')).toBe('€20 每小时');
});
