import { describe, expect, test } from 'vitest';
import { IMPORT_WARNINGS } from '../import-warnings.ts';
import { readFixture } from '../__fixtures__/read-fixture.ts';
import { importAshby } from './ashby.ts';
import { findImporter, importBoard, toBoardUrl } from './find-importer.ts';
import { importGreenhouse } from './greenhouse.ts';
import { importLever } from './lever.ts';

const greenhouse = JSON.parse(readFixture('greenhouse.json')) as { jobs: unknown[] };
const lever = JSON.parse(readFixture('lever.json')) as unknown[];
const ashby = JSON.parse(readFixture('ashby.json')) as { jobs: unknown[] };

describe('Greenhouse', () => {
  test('reads a job with its pay in whole units', () => {
    const { postings, warnings } = importGreenhouse(greenhouse, { board: 'harborpay' });
    expect(warnings).toEqual([]);
    expect(postings[0]).toMatchObject({
      title: 'Senior Backend Engineer, Payments',
      company: 'Harbor Pay',
      location: 'Lisbon, Portugal (Hybrid)',
      places: [{ text: 'Lisbon, Portugal' }, { text: 'Porto' }],
      remote: 'hybrid',
      employmentType: 'FULL_TIME',
      seniority: 'senior',
      salary: { min: 65_000, max: 82_000, currency: 'EUR', period: 'year' },
      postedAt: '2026-01-12T13:00:00.000Z',
      url: 'https://boards.greenhouse.io/harborpay/jobs/4012345?gh_jid=4012345',
      source: 'greenhouse',
      externalId: '4012345',
      requirements: ['5+ years with **Java** or Kotlin', 'PostgreSQL and Kafka'],
    });
  });

  test('unescapes the content once', () => {
    const [posting] = importGreenhouse(greenhouse, { board: 'harborpay' }).postings;
    expect(posting?.descriptionMd).toBe(
      'Harbor Pay moves money & receipts for small shops.\n\n### What you bring\n\n- 5+ years with **Java** or Kotlin\n- PostgreSQL and Kafka\n\n### Nice to have\n\n- Kubernetes',
    );
    expect(posting?.skills.map(({ name, required }) => [name, required])).toEqual([
      ['Java', true],
      ['Kotlin', true],
      ['PostgreSQL', true],
      ['Apache Kafka', true],
      ['Kubernetes', false],
    ]);
  });

  test('leaves out prospect posts, which have no job', () => {
    const { postings } = importGreenhouse(greenhouse, { board: 'harborpay' });
    expect(postings.map((posting) => posting.title)).toEqual(['Senior Backend Engineer, Payments', 'Office Gardener']);
    expect(postings[1]).toMatchObject({ company: 'harborpay', remote: 'yes', places: [{ text: 'Remote' }] });
    expect(postings[1]).not.toHaveProperty('salary');
  });

  test('reads a single job, and picks one of many', () => {
    expect(importGreenhouse(greenhouse.jobs[0], { board: 'x', company: 'Y' }).postings).toHaveLength(1);
    expect(importGreenhouse(greenhouse, { board: 'x', jobId: '4012347' }).postings.map((one) => one.title)).toEqual([
      'Office Gardener',
    ]);
  });

  test('ranges in several currencies are not mixed', () => {
    const job = {
      id: 1,
      title: 'Cook',
      pay_input_ranges: [
        { min_cents: 2_000, max_cents: 3_000, currency_type: 'USD', title: 'Hourly pay' },
        { min_cents: 9_000_000, max_cents: 9_500_000, currency_type: 'JPY', title: 'Annual' },
      ],
    };
    expect(importGreenhouse(job, { board: 'x' }).postings[0]?.salary).toEqual({
      min: 20,
      max: 30,
      currency: 'USD',
      period: 'hour',
    });
  });
});

describe('Lever', () => {
  test('reads a posting with its lists, which hold the requirements', () => {
    const [posting] = importLever(lever, { site: 'kiteworks' }).postings;
    expect(posting).toMatchObject({
      title: 'Staff Frontend Engineer',
      company: 'kiteworks',
      location: 'Berlin',
      places: [{ text: 'Berlin', country: 'DE' }, { text: 'Vienna' }],
      remote: 'hybrid',
      employmentType: 'FULL_TIME',
      seniority: 'lead',
      salary: { min: 85_000, max: 105_000, currency: 'EUR', period: 'year' },
      postedAt: '2026-01-15T12:00:00.000Z',
      applyUrl: 'https://jobs.lever.co/kiteworks/5f0c1d2e-3b4a-4c5d-8e9f-0a1b2c3d4e5f/apply',
      externalId: '5f0c1d2e-3b4a-4c5d-8e9f-0a1b2c3d4e5f',
      requirements: ['TypeScript and React', 'No jQuery needed'],
    });
    expect(posting?.descriptionMd).toContain('## What you will do\n\n- Lead the web team\n- Measure with Grafana');
    expect(posting?.descriptionMd).toContain('We answer everybody.\n\nPlus a kite.');
    expect(posting?.descriptionMd?.match(/flies kites/g)).toHaveLength(1);
    expect(posting?.skills.map(({ name, required }) => [name, required])).toEqual([
      ['Grafana', false],
      ['TypeScript', true],
      ['React', true],
      ['WebGL', false],
    ]);
  });

  test('reads an unspecified workplace from the location, and plain text where HTML is empty', () => {
    expect(importLever(lever[1], { site: 'kiteworks' }).postings[0]).toMatchObject({
      remote: 'yes',
      employmentType: 'INTERN',
      descriptionMd: 'Test kites in the wind.',
    });
  });

  test('turns an error into a warning', () => {
    expect(importLever({ ok: false, error: 'Document not found' }, { site: 'x' })).toEqual({
      postings: [],
      warnings: [IMPORT_WARNINGS.boardAnswered('Lever', 'Document not found')],
    });
  });
});

describe('Ashby', () => {
  test('reads a job with its salary, and without its equity', () => {
    const [posting] = importAshby(ashby, { board: 'lantern', company: 'Lantern' }).postings;
    expect(posting).toMatchObject({
      title: 'Machine Learning Engineer',
      company: 'Lantern',
      location: 'Toronto',
      places: [
        { text: 'Toronto', locality: 'Toronto', region: 'Ontario', country: 'Canada' },
        { text: 'New York City', locality: 'New York', region: 'NY', country: 'USA' },
      ],
      remote: 'hybrid',
      employmentType: 'FULL_TIME',
      salary: { min: 140_000, max: 180_000, currency: 'CAD', period: 'year' },
      postedAt: '2026-01-05T14:00:00.000Z',
    });
  });

  test('leaves out unlisted jobs', () => {
    const { postings } = importAshby(ashby, { board: 'lantern' });
    expect(postings.map((posting) => [posting.title, posting.remote, posting.employmentType])).toEqual([
      ['Machine Learning Engineer', 'hybrid', 'FULL_TIME'],
      ['Night Porter', 'no', 'PART_TIME'],
    ]);
    expect(postings[1]).not.toHaveProperty('salary');
  });

  test('picks one job out of the board', () => {
    const jobId = '0D2D8C5E-1111-4222-8333-444455558888';
    expect(importAshby(ashby, { board: 'lantern', jobId }).postings.map((posting) => posting.title)).toEqual([
      'Night Porter',
    ]);
  });
});

test.each([null, 1, 'text', [], {}, { jobs: 7 }, { jobs: [null, 1, [], {}] }, [null, 1, {}]])(
  'an answer that is not of a board gives no postings: %j',
  (json) => {
    for (const source of ['greenhouse', 'lever', 'ashby'] as const) {
      expect(importBoard(source, json, { board: 'x' }).postings).toEqual([]);
    }
  },
);

test('a known board is read by its own importer', () => {
  expect(importBoard('greenhouse', greenhouse, { board: 'x' }).postings).toHaveLength(2);
  expect(importBoard('lever', lever, { board: 'x' }).postings).toHaveLength(2);
  expect(importBoard('ashby', ashby, { board: 'x' }).postings).toHaveLength(2);
});

describe('board addresses', () => {
  const uuid = '5f0c1d2e-3b4a-4c5d-8e9f-0a1b2c3d4e5f';
  const job = 'https://boards-api.greenhouse.io/v1/boards/acme/jobs/12?questions=false&pay_transparency=true';
  test.each([
    ['https://boards.greenhouse.io/acme/jobs/12', 'greenhouse', 'acme', '12', job],
    ['https://job-boards.greenhouse.io/acme/jobs/12?gh_src=x', 'greenhouse', 'acme', '12', job],
    ['https://boards.greenhouse.io/embed/job_app?for=acme&token=12', 'greenhouse', 'acme', '12', job],
    ['https://boards.greenhouse.io/acme?gh_jid=12', 'greenhouse', 'acme', '12', job],
    ['https://boards-api.greenhouse.io/v1/boards/acme/jobs/12', 'greenhouse', 'acme', '12', job],
    [
      'https://boards.greenhouse.io/acme',
      'greenhouse',
      'acme',
      undefined,
      'https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true',
    ],
    [
      `https://jobs.lever.co/acme/${uuid}/apply`,
      'lever',
      'acme',
      uuid,
      `https://api.lever.co/v0/postings/acme/${uuid}?mode=json`,
    ],
    ['https://jobs.eu.lever.co/acme', 'lever', 'acme', undefined, 'https://api.eu.lever.co/v0/postings/acme?mode=json'],
    [
      `https://jobs.ashbyhq.com/acme/${uuid}`,
      'ashby',
      'acme',
      uuid,
      'https://api.ashbyhq.com/posting-api/job-board/acme?includeCompensation=true',
    ],
  ])('board addresses include %s', (url, source, board, jobId, apiUrl) => {
    const found = findImporter(url);
    expect(found).toMatchObject({ source, board, apiUrl });
    expect(found?.jobId).toBe(jobId);
  });

  test.each([
    'https://example.com/jobs/12',
    'https://example.com/careers?gh_jid=12',
    'https://boards.greenhouse.io.evil.example/acme/jobs/1',
    'https://evil-jobs.lever.co.example/acme',
    'ftp://jobs.lever.co/acme',
    'https://jobs.lever.co/',
    'https://jobs.lever.co/..%2f..%2fadmin',
    'https://jobs.ashbyhq.com/%E0%A4%A',
    'not an address',
  ])('board addresses do not include %s', (url) => {
    expect(findImporter(url)).toBeUndefined();
  });

  test('a name cannot escape from a board address', () => {
    expect(toBoardUrl({ source: 'lever', board: '../x?y' })).toBe(
      'https://api.lever.co/v0/postings/..%2Fx%3Fy?mode=json',
    );
  });
});
