import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toFacts } from './__fixtures__/to-facts.ts';
import { detectJobs } from './detect-jobs.ts';
import { READ_LIMITS } from './page-facts.ts';

const posting = {
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Head Cook',
  description: '&lt;p&gt;Cooks &amp;amp; bakes.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Bread&lt;/li&gt;&lt;/ul&gt;',
  hiringOrganization: { '@type': 'Organization', name: 'The Inn' },
  jobLocation: {
    '@type': 'Place',
    address: { addressLocality: 'Paris', addressRegion: 'IDF', addressCountry: { name: 'France' } },
  },
};
const url = 'https://example.com/jobs/1';
const withJsonLd = (...values: unknown[]) => toFacts({ jsonLd: values.map((value) => JSON.stringify(value)) });

describe('a page with JSON-LD', () => {
  test('a posting is shown in plain text and saved as it is', () => {
    expect(detectJobs(withJsonLd(posting))).toEqual([
      {
        job: {
          title: 'Head Cook',
          company: 'The Inn',
          location: 'Paris, IDF, France',
          url,
          source: 'json-ld',
          description: 'Cooks & bakes.\n- Bread',
        },
        ingest: { jsonLd: posting, url },
      },
    ]);
  });

  test.each([
    ['a company that is a text', { hiringOrganization: 'The Inn' }, { company: 'The Inn' }],
    ['several companies', { hiringOrganization: [{ name: 'A' }, { name: 'B' }] }, { company: 'A' }],
    ['a place that is a text', { jobLocation: 'Paris' }, { location: 'Paris' }],
    ['an address that is a text', { jobLocation: { address: 'Rue 1, Paris' } }, { location: 'Rue 1, Paris' }],
    ['a place with nothing but a name', { jobLocation: { name: 'HQ', address: {} } }, { location: 'HQ' }],
    ['several places', { jobLocation: ['Paris', 'Rome', 'Paris'] }, { location: 'Paris; Rome' }],
    ['work from anywhere', { jobLocationType: 'TELECOMMUTE', jobLocation: [] }, { location: 'Remote' }],
    ['a title with HTML in it', { title: '<b>Cook</b> &amp; Baker' }, { title: 'Cook & Baker' }],
    ['a name instead of a title', { title: undefined, name: 'Baker' }, { title: 'Baker' }],
    ['an address of its own', { url: 'https://elsewhere.example/1' }, { url }],
  ])('a posting may have %s', (_name, change, expected) => {
    expect(detectJobs(withJsonLd({ ...posting, ...change }))[0]?.job).toMatchObject(expected);
  });

  test('lists the posting with the address of the page first, and each is saved as its own', () => {
    const [a, b, c] = ['A', 'B', 'C'].map((title) => ({ ...posting, title })) as [object, object, object];
    const found = detectJobs(withJsonLd([a, { ...b, url: '/jobs/2' }], { ...c, url }));
    expect(found.map(({ job }) => [job.title, job.url])).toEqual([
      ['C', url],
      ['A', url],
      ['B', 'https://example.com/jobs/2'],
    ]);
    expect(found.map(({ ingest }) => ingest['url'])).toEqual([url, undefined, 'https://example.com/jobs/2']);
  });

  test('a page that repeats the same posting has one', () => {
    expect(detectJobs(withJsonLd(posting, { '@graph': [posting] }))).toHaveLength(1);
  });

  test('a posting without a company is saved as text, because the app requires one', () => {
    const [found] = detectJobs(withJsonLd({ ...posting, hiringOrganization: undefined }));
    expect(found?.job).not.toHaveProperty('company');
    expect(found?.ingest).toEqual({ url, content: 'Cooks & bakes.\n- Bread', title: 'Head Cook' });
  });

  test('a page without a title has no posting', () => {
    expect(detectJobs(withJsonLd({ ...posting, title: ' ' }))).toEqual([]);
  });

  test('broken pieces may stand beside good ones', () => {
    const facts = toFacts({ jsonLd: ['{"@type": "JobPost', '', '[[[', JSON.stringify(posting)] });
    expect(detectJobs(facts)).toHaveLength(1);
  });

  test('names a known board', () => {
    const lever = 'https://jobs.lever.co/inn/5ac21346-8e0c-4494-8e7a-3eb92ff77902';
    expect(detectJobs({ ...withJsonLd(posting), url: lever })[0]?.job).toMatchObject({ url: lever, source: 'lever' });
  });
});

describe('a page with microdata', () => {
  const microdata = [{ '@type': 'JobPosting', title: 'Head Cook', hiringOrganization: { name: 'The Inn' } }];

  test('microdata is shown and saved like the same JSON-LD', () => {
    expect(detectJobs(toFacts({ microdata }))).toEqual([
      {
        job: { title: 'Head Cook', company: 'The Inn', url, source: 'microdata' },
        ingest: { jsonLd: microdata[0], url },
      },
    ]);
  });

  test('a page with both is read from its JSON-LD', () => {
    const [found] = detectJobs(toFacts({ microdata, jsonLd: [JSON.stringify({ ...posting, title: 'Baker' })] }));
    expect(found?.job).toMatchObject({ title: 'Baker', source: 'json-ld' });
  });
});

describe('a page of a known board', () => {
  const linkedin = 'https://www.linkedin.com/jobs/view/39';

  test('a page of a board is read from the places of that board', () => {
    const shown = { title: 'Head  Cook', company: 'The Inn', location: 'Paris', description: ' Cooks List<Bread>. ' };
    expect(detectJobs(toFacts({ url: linkedin, title: 'LinkedIn', shown, text: 'Everything' }))).toEqual([
      {
        job: {
          title: 'Head Cook',
          company: 'The Inn',
          location: 'Paris',
          url: linkedin,
          source: 'linkedin',
          description: 'Cooks List<Bread>.',
        },
        ingest: { url: linkedin, content: 'Cooks List<Bread>.', title: 'Head Cook', company: 'The Inn' },
      },
    ]);
  });

  test('a page of a board without those places is read from its title, and saved with its text', () => {
    const facts = toFacts({ url: linkedin, title: 'The Inn hiring Cook in Paris | LinkedIn', text: ' Everything ' });
    expect(detectJobs(facts)).toEqual([
      {
        job: { title: 'Cook', company: 'The Inn', location: 'Paris', url: linkedin, source: 'linkedin' },
        ingest: { url: linkedin, content: 'Everything', title: 'Cook', company: 'The Inn' },
      },
    ]);
  });

  test.each([
    ['https://jobs.lever.co/inn/5ac21346-8e0c-4494-8e7a-3eb92ff77902', { siteName: 'Lever' }, 'inn'],
    ['https://jobs.lever.co/inn/5ac21346-8e0c-4494-8e7a-3eb92ff77902', { siteName: 'The Inn' }, 'The Inn'],
    ['https://inn.example/careers?gh_jid=7', { siteName: 'The Inn' }, 'The Inn'],
    ['https://www.indeed.com/viewjob?jk=7', { siteName: 'Indeed.com' }, undefined],
  ])('names, at %s with %o, the company %s', (address, given, company) => {
    const [found] = detectJobs(toFacts({ url: address, heading: 'Cook', ...given }));
    expect(found?.job.title).toBe('Cook');
    expect(found?.job.company).toBe(company);
    expect(found?.ingest).toMatchObject({ url: address, content: 'Cook', title: 'Cook' });
  });

  test('a page of a board has no posting as long as it shows none', () => {
    expect(detectJobs(toFacts({ url: linkedin, title: 'LinkedIn' }))).toEqual([]);
  });
});

describe('a page about something else', () => {
  test.each([
    ['with other JSON-LD', withJsonLd({ '@type': 'Recipe', title: 'Bread' })],
    ['with a heading', toFacts({ title: 'Cook at The Inn', heading: 'Cook', text: 'We hire.' })],
    ['of the browser', toFacts({ ...withJsonLd(posting), url: 'chrome://newtab' })],
    ['of a file', toFacts({ ...withJsonLd(posting), url: 'file:///tmp/x.html' })],
    ['with an address without end', toFacts({ ...withJsonLd(posting), url: `${url}?${'x'.repeat(5_000)}` })],
  ])('there is no posting on a page %s', (_name, facts) => {
    expect(detectJobs(facts)).toEqual([]);
  });
});

describe('a hostile page', () => {
  test('gives texts of bounded length', () => {
    const long = 'x'.repeat(200_000);
    const value = { ...posting, title: long, hiringOrganization: long, jobLocation: long, description: long };
    const [found] = detectJobs(withJsonLd(value));
    expect(found?.job.title).toHaveLength(READ_LIMITS.line);
    expect(found?.job.company).toHaveLength(READ_LIMITS.line);
    expect(found?.job.location).toHaveLength(READ_LIMITS.line);
    expect(found?.job.description).toHaveLength(READ_LIMITS.text);
  });

  test('gives a limited number of postings', () => {
    const many = Array.from({ length: 1_000 }, (_each, at) => ({ ...posting, title: `Cook ${at}` }));
    expect(detectJobs(withJsonLd(many))).toHaveLength(READ_LIMITS.postings);
  });

  test('gives no address that is a script', () => {
    const found = detectJobs(withJsonLd({ ...posting, url: 'javascript:alert(1)' }, { ...posting, url: 'data:x' }));
    expect(found.map(({ job }) => job.url)).toEqual([url, url]);
  });

  test('never makes anything throw, whatever JSON it has', () => {
    const keys = ['title', 'name', 'hiringOrganization', 'jobLocation', 'jobLocationType', 'description', 'url', '@id'];
    const record = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 });
    const node = record.map((fields) => ({ ...fields, '@type': 'JobPosting' }));
    const text = fc.oneof(
      fc.string(),
      fc.json({ maxDepth: 2 }),
      node.map((value) => JSON.stringify(value)),
      fc.array(node, { maxLength: 4 }).map((value) => JSON.stringify({ '@graph': value })),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.array(node, { maxLength: 3 }), (jsonLd, microdata) => {
        for (const { job } of detectJobs(toFacts({ jsonLd, microdata }))) {
          expect(job.title.trim()).not.toBe('');
          expect(job.url).toMatch(/^https?:/);
        }
      }),
    );
  });
});
