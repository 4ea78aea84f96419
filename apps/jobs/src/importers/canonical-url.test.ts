import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Posting } from '../postings/posting.ts';
import { hashUrl, toCanonicalUrl } from './canonical-url.ts';
import { removeDuplicates } from './remove-duplicates.ts';
import { toSoftKey } from './soft-key.ts';

const uuid = '5f0c1d2e-3b4a-4c5d-8e9f-0a1b2c3d4e5f';

describe('toCanonicalUrl', () => {
  test.each([
    ['http://www.Example.com/jobs/1/', 'https://example.com/jobs/1'],
    ['https://example.com/jobs//1?utm_source=x&utm_medium=y#apply', 'https://example.com/jobs/1'],
    ['https://example.com/j?b=2&a=1&gclid=3&fbclid=4&ref=5&source=6&trk=7', 'https://example.com/j?a=1&b=2'],
    ['https://example.com/careers?gh_jid=12&gh_src=abc', 'https://example.com/careers?gh_jid=12'],
    ['https://example.com/app#/jobs/7', 'https://example.com/app#/jobs/7'],
    ['https://www.linkedin.com/comm/jobs/view/42/?trackingId=x', 'https://linkedin.com/jobs/view/42'],
    ['https://de.linkedin.com/jobs/view/cook-at-inn-42?refId=1', 'https://linkedin.com/jobs/view/42'],
    ['https://www.linkedin.com/jobs/search/?currentJobId=42&keywords=cook', 'https://linkedin.com/jobs/view/42'],
    ['https://www.indeed.com/rc/clk/dl?jk=0a1B&from=ja&tk=1', 'https://indeed.com/viewjob?jk=0a1b'],
    ['https://www.indeed.com/jobs?q=cook&vjk=0a1b', 'https://indeed.com/viewjob?jk=0a1b'],
    ['https://boards.greenhouse.io/Acme/jobs/7?gh_jid=7', 'https://job-boards.greenhouse.io/acme/jobs/7'],
    ['https://job-boards.greenhouse.io/acme/jobs/7#app', 'https://job-boards.greenhouse.io/acme/jobs/7'],
    ['https://boards.greenhouse.io/embed/job_app?for=acme&token=7', 'https://job-boards.greenhouse.io/acme/jobs/7'],
    [`https://jobs.lever.co/Acme/${uuid}/apply?lever-source=x`, `https://jobs.lever.co/acme/${uuid}`],
    [`https://jobs.ashbyhq.com/acme/${uuid}/application`, `https://jobs.ashbyhq.com/acme/${uuid}`],
    ['https://example.com:8443/x', 'https://example.com:8443/x'],
    ['  https://example.com  ', 'https://example.com'],
  ])('turns %s into %s', (url, canonical) => {
    expect(toCanonicalUrl(url)).toBe(canonical);
  });

  test.each([
    '',
    'text',
    'ftp://example.com/',
    'javascript:alert(1)',
    'mailto:a@example.com',
    `https://x.example/${'a'.repeat(10_000)}`,
  ])('returns nothing for %j', (url) => {
    expect(toCanonicalUrl(url)).toBeUndefined();
    expect(hashUrl(url)).toBeUndefined();
  });

  test('keeps every parameter but tracking, because jobs may differ in any', () => {
    expect(hashUrl('https://example.com/job?id=1')).not.toBe(hashUrl('https://example.com/job?id=2'));
    expect(hashUrl('https://example.com/job?id=1')).toMatch(/^[\da-f]{64}$/);
  });

  test('changes nothing the second time, in any order of the parameters', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const canonical = toCanonicalUrl(url) ?? '';
        expect(toCanonicalUrl(canonical)).toBe(canonical);
      }),
    );
    const pairs = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.string()), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(pairs, (parameters) => {
        const address = (some: [string, string][]) => `https://example.com/?${new URLSearchParams(some).toString()}`;
        expect(hashUrl(address(parameters))).toBe(hashUrl(address(parameters.toReversed())));
      }),
    );
  });
});

describe('duplicates', () => {
  const posting = (fields: Partial<Posting>): Posting => ({
    title: 'Cook',
    company: 'Inn',
    places: [],
    remote: 'unknown',
    requirements: [],
    skills: [],
    source: 'page',
    raw: null,
    ...fields,
  });

  test('postings with the same address are duplicates', () => {
    const twice = [
      posting({ url: 'https://x.example/1' }),
      posting({ url: 'http://www.x.example/1?utm_source=y', title: 'Chef' }),
    ];
    expect(removeDuplicates(twice)).toEqual([twice[0]]);
  });

  test('postings with the same number at the same company are duplicates', () => {
    const twice = [
      posting({ externalId: '7', url: 'https://x.example/1' }),
      posting({ externalId: '7', url: 'https://x.example/2' }),
    ];
    expect(removeDuplicates(twice)).toHaveLength(1);
  });

  test('jobs that look alike at different addresses are no duplicates', () => {
    expect(
      removeDuplicates([posting({ url: 'https://x.example/1' }), posting({ url: 'https://x.example/2' })]),
    ).toHaveLength(2);
  });

  test('duplicates without number and address are decided by company, title and place', () => {
    const postings = [
      posting({}),
      posting({ company: 'INN, Ltd.', title: 'Cook (m/f/d)' }),
      posting({ location: 'Bree' }),
    ];
    expect(removeDuplicates(postings)).toEqual([postings[0], postings[2]]);
  });
});

test.each([
  [
    { company: 'ACME, Inc.', title: 'Engineer (m/f/d)' },
    { company: 'Acme', title: 'engineer' },
  ],
  [
    { company: 'Acme GmbH', title: 'C++ Engineer', location: 'Berlin, Germany' },
    { company: 'acme', title: 'C++  engineer', location: 'Berlin' },
  ],
  [
    { company: '青竹科技有限公司', title: '工程师【急招】' },
    { company: '青竹科技', title: '工程师' },
  ],
])('%j and %j look the same', (one, other) => {
  expect(toSoftKey(one)).toBe(toSoftKey(other));
});

test('C++ and C# do not look the same', () => {
  expect(toSoftKey({ company: 'a', title: 'C++' })).not.toBe(toSoftKey({ company: 'a', title: 'C#' }));
});
