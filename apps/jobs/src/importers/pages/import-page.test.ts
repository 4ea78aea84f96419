import { describe, expect, test } from 'vitest';
import { IMPORT_WARNINGS } from '../import-warnings.ts';
import { readFixture } from '../__fixtures__/read-fixture.ts';
import { importPage } from './import-page.ts';
import { importText } from './import-text.ts';
import { splitTitle } from './split-title.ts';

describe('a page with JSON-LD', () => {
  test('a page is read from its JSON-LD, with all its quirks', () => {
    const url = 'https://tidewater.example/jobs/sre';
    const { postings, warnings, method } = importPage({ url, html: readFixture('json-ld.html.txt') });
    expect({ warnings, method }).toEqual({ warnings: [], method: 'json-ld' });
    expect(postings).toHaveLength(1);
    expect(postings[0]).toMatchObject({
      title: 'Site Reliability Engineer',
      company: 'Tidewater & Sons',
      location: 'Rotterdam, South Holland, Netherlands; Ghent, Belgium',
      employmentType: 'FULL_TIME',
      salary: { min: 4_800, max: 6_100, currency: 'EUR', period: 'month' },
      descriptionMd: 'Ships do not wait, and neither do our servers.\n\n#### Requirements\n\n- Linux\n- Terraform',
      requirements: ['Go, Kubernetes', '3+ years of experience', 'bachelor degree', 'Linux', 'Terraform'],
      postedAt: '2026-01-18T00:00:00.000Z',
      validThrough: '2026-03-01T22:59:00.000Z',
      url,
      source: 'json-ld',
      externalId: 'SRE-9',
    });
  });

  test('a page in Chinese is understood', () => {
    const { postings } = importPage({ html: readFixture('chinese-page.html.txt') });
    expect(postings[0]).toMatchObject({
      title: '高级后端工程师（远程）',
      company: '青竹科技',
      location: '杭州, CN',
      remote: 'yes',
      seniority: 'senior',
      employmentType: 'FULL_TIME',
      salary: { min: 25_000, max: 40_000, period: 'month' },
      postedAt: '2026-01-20T00:00:00.000Z',
      requirements: ['五年以上Java经验', '熟悉MySQL、Redis'],
    });
    expect(postings[0]?.skills.map(({ name, required }) => [name, required])).toEqual([
      ['Microservices', false],
      ['Java', true],
      ['MySQL', true],
      ['Redis', true],
      ['Machine learning', false],
    ]);
  });

  test('a page with unreadable JSON-LD is read from the rest', () => {
    const html = `<script type="application/ld+json">{"@type": JobPosting}</script>${readFixture('plain-page.html.txt')}`;
    const { method, warnings } = importPage({ html });
    expect(method).toBe('readability');
    expect(warnings[0]).toEqual(IMPORT_WARNINGS.brokenJSONLD());
  });

  test('keeps the own addresses of several jobs', () => {
    const one = (n: number) => ({
      '@type': 'JobPosting',
      title: `Cook ${n}`,
      hiringOrganization: 'Inn',
      url: `https://inn.example/${n}`,
    });
    const html = `<script type="application/ld+json">${JSON.stringify([one(1), one(2)])}</script>`;
    const { postings } = importPage({ url: 'https://inn.example/all', html });
    expect(postings.map((posting) => posting.url)).toEqual(['https://inn.example/1', 'https://inn.example/2']);
  });
});

test('a page with microdata is read from it', () => {
  const { postings, method } = importPage({
    url: 'https://orchard.example/1',
    html: readFixture('microdata.html.txt'),
  });
  expect(method).toBe('microdata');
  expect(postings).toHaveLength(1);
  expect(postings[0]).toMatchObject({
    title: 'Data Analyst',
    company: 'Orchard Statistics',
    location: 'Leeds, UK',
    employmentType: 'PART_TIME',
    salary: { min: 25, max: 25, currency: 'GBP', period: 'hour' },
    postedAt: '2026-01-11T00:00:00.000Z',
    descriptionMd: 'Count apples.\n\n- SQL\n- Microsoft Excel',
    url: 'https://orchard.example/1',
    source: 'microdata',
  });
});

describe('a page without structured data', () => {
  test('a page without structured data is read from its meta tags and its main text, without menus and footers', () => {
    const { postings, warnings, method } = importPage({ html: readFixture('plain-page.html.txt') });
    expect(method).toBe('readability');
    expect(warnings).toEqual([IMPORT_WARNINGS.plainPage()]);
    expect(postings[0]).toMatchObject({
      title: 'Platform Engineer',
      company: 'Northwind Trains',
      url: 'https://northwind.example/careers/platform-engineer',
      source: 'page',
    });
    expect(postings[0]?.descriptionMd).toContain('four hundred trains a day');
    expect(postings[0]?.descriptionMd).not.toContain('Timetable');
    expect(postings[0]?.descriptionMd).not.toContain('Imprint');
    expect(postings[0]?.skills.map(({ name, required }) => [name, required])).toEqual([
      ['Linux', true],
      ['Docker', true],
      ['Python', true],
      ['Rust', false],
    ]);
  });

  test('uses the host as the company when none is named, and says so', () => {
    const html = `<title>Cook</title><p>${'We cook soup every day. '.repeat(20)}</p>`;
    const { postings, warnings } = importPage({ url: 'https://www.inn.example/cook', html });
    expect(postings[0]).toMatchObject({ title: 'Cook', company: 'inn.example' });
    expect(warnings).toContainEqual(IMPORT_WARNINGS.guessedCompany());
  });

  test.each([
    ['empty', ''],
    ['without words', '<title>Cook</title><p>Soon.</p>'],
    ['a closed door', `<title>Sign in to continue</title><p>${'Please log in. '.repeat(30)}</p>`],
    ['missing', `<title>404 Not Found</title><p>${'Nothing here. '.repeat(30)}</p>`],
    ['without a title', `<p>${'We cook soup. '.repeat(30)}</p>`],
  ])('a page is no posting if it is %s', (_, html) => {
    expect(importPage({ url: 'https://x.example/', html })).toMatchObject({
      postings: [],
      warnings: [IMPORT_WARNINGS.noPostingOnPage()],
      method: 'none',
    });
  });
});

test.each([
  ['Engineer at Acme | Careers', {}, 'Engineer', 'Acme'],
  ['Job Application for Engineer at Acme', {}, 'Engineer', 'Acme'],
  ['Acme - Engineer', { heading: 'Engineer' }, 'Engineer', 'Acme'],
  ['Engineer - Acme', {}, 'Engineer', 'Acme'],
  ['Engineer', { site: 'Acme' }, 'Engineer', 'Acme'],
  ['Front-end Engineer', {}, 'Front-end Engineer', undefined],
  ['高级工程师 - 青竹科技', {}, '高级工程师', '青竹科技'],
])('the title "%s" is split into job and company', (text, hints, title, company) => {
  const split: { title: string; company?: string } = splitTitle(text, hints);
  expect([split.title, split.company]).toEqual([title, company]);
});

describe('pasted text', () => {
  test('pasted text becomes a posting with the given fields', () => {
    const { postings } = importText({
      url: 'https://x.example/1',
      content: 'Requirements:\n• SQL',
      title: 'Analyst',
      company: 'Orchard',
    });
    expect(postings[0]).toMatchObject({
      title: 'Analyst',
      company: 'Orchard',
      url: 'https://x.example/1',
      source: 'extension',
      requirements: ['SQL'],
    });
  });

  test('title and company are read from the first lines', () => {
    expect(importText({ content: 'Cook at The Inn\nWe cook.' }).postings[0]).toMatchObject({
      title: 'Cook',
      company: 'The Inn',
    });
    expect(importText({ content: '# Cook\nThe Inn\nWe cook.' }).postings[0]).toMatchObject({
      title: 'Cook',
      company: 'The Inn',
    });
    expect(importText({ url: 'https://inn.example', content: 'We cook.', title: 'Cook' }).postings[0]).toMatchObject({
      company: 'inn.example',
    });
  });

  test('unclear text, or an unreadable timestamp, causes a warning', () => {
    expect(importText({ content: '' }).postings).toEqual([]);
    expect(importText({ content: 'We cook.' }).warnings).toEqual([IMPORT_WARNINGS.unclearText()]);
    expect(importText({ content: 'Cook at Inn', timestamp: 'noon' }).warnings).toEqual([
      IMPORT_WARNINGS.badTimestamp(),
    ]);
  });
});
