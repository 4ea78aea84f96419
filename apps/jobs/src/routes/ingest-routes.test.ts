import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { TestApp } from '../__fixtures__/test-app.ts';
import { openTheWeb } from '../__fixtures__/the-web.ts';
import { PART } from '../ingest/save-in-parts.ts';

const jsonLd = {
  '@type': 'JobPosting',
  title: 'Baker',
  hiringOrganization: { name: 'Mill' },
  description: '<p>Bread with <b>TypeScript</b></p>',
  baseSalary: { currency: 'EUR', value: { minValue: 10, maxValue: 20, unitText: 'HOUR' } },
};
const page = `<html><head><title>Baker at Mill</title><script type="application/ld+json">${JSON.stringify(jsonLd)}</script></head><body></body></html>`;
const url = 'https://mill.example/jobs/7';

describe('POST /jobs/ingest', () => {
  test('accepts a page, which is added only once', async () => {
    await using app = new TestApp();
    const first = await app.call('POST', '/jobs/ingest', { body: { url, html: page } });
    expect([first.status, first.body.created]).toEqual([201, [{ id: 1, title: 'Baker', company: 'Mill' }]]);
    const again = await app.call('POST', '/jobs/ingest', { body: { url: `${url}?utm_campaign=x`, html: page } });
    expect([again.status, again.body]).toEqual([
      200,
      { created: [], updated: [], skipped: [{ id: 1, reason: 'duplicate', url }], warnings: expect.any(Array) },
    ]);
    expect((await app.call('GET', '/jobs/1')).body.job).toMatchObject({
      title: 'Baker',
      source: 'extension',
      skills: ['TypeScript'],
      url,
      salary: {
        min: 10,
        max: 20,
        currency: 'EUR',
        period: 'hour',
      },
      jdMarkdown: expect.stringContaining('**TypeScript**'),
    });
  });

  test('POST /jobs/ingest fetches an address', async () => {
    await using web = await openTheWeb({ [url]: { body: page } });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const { status, body } = await app.call('POST', '/jobs/ingest', { body: { url } });
    expect([status, body.created.length]).toEqual([201, 1]);
    expect((await app.call('GET', '/jobs/1')).body.job.source).toBe('web');
    expect(web.asked).toEqual([url]);
  });

  test('fetches the address of a board from its API', async () => {
    const api = 'https://boards-api.greenhouse.io/v1/boards/acme/jobs/5?questions=false&pay_transparency=true';
    const job = {
      id: 5,
      internal_job_id: 1,
      title: 'Cook',
      absolute_url: 'https://boards.greenhouse.io/acme/jobs/5',
      location: { name: 'Rome' },
      content: '&lt;p&gt;Food&lt;/p&gt;',
    };
    await using web = await openTheWeb({ [api]: { type: 'application/json', body: JSON.stringify(job) } });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const { body } = await app.call('POST', '/jobs/ingest', {
      body: { url: 'https://boards.greenhouse.io/acme/jobs/5' },
    });
    expect(body.created).toEqual([{ id: 1, title: 'Cook', company: expect.any(String) }]);
    expect((await app.call('GET', '/jobs/1')).body.job).toMatchObject({ source: 'greenhouse', location: 'Rome' });
  });

  test('accepts text, JSON-LD, a mail in parts, a raw mail, and a Gmail message', async () => {
    await using app = new TestApp();
    const html = (id: number): string =>
      `<a href="https://www.linkedin.com/jobs/view/${id}">Engineer ${id}</a><p>Acme · Oslo</p>`;
    const bodies = [
      {
        url: 'https://example.com/a',
        content: 'We make cakes every morning.',
        title: 'Confectioner',
        company: 'Mill',
        timestamp: 1_700_000_000_000,
      },
      { jsonLd: { '@graph': [jsonLd, { ...jsonLd, title: 'Miller' }] } },
      { email: { from: 'jobs@linkedin.com', subject: 'New', html: html(1) + html(2), date: '2026-01-01' } },
      { raw: `From: a@b.c\r\nSubject: New\r\nContent-Type: text/html\r\n\r\n${html(3)}` },
      {
        gmail: {
          id: 'x',
          payload: {
            mimeType: 'text/html',
            headers: [{ name: 'From', value: 'a@b.c' }],
            body: { data: Buffer.from(html(4)).toString('base64url') },
          },
        },
      },
    ];
    const counts: number[] = [];
    for (const body of bodies) counts.push((await app.call('POST', '/jobs/ingest', { body })).body.created.length);
    expect(counts).toEqual([1, 2, 2, 1, 1]);
    expect((await app.call('GET', '/jobs/stats')).body.bySource).toMatchObject({ extension: 1, linkedin: 4 });
  });

  test('accepts a file of many mails', async () => {
    await using app = new TestApp();
    const mail = (html: string): string =>
      `From a@b.c Thu Jan  1 00:00:00 2026\nSubject: New\nContent-Type: text/html\n\n${html}\n\n`;
    const link = (id: number): string => `<a href="https://www.linkedin.com/jobs/view/${id}">Engineer ${id}</a>`;
    const mbox = mail(`${link(1)}<p>Acme · Oslo</p>`) + mail('<p>Hello</p>') + mail(`${link(2)}<p>Acme · Rome</p>`);
    const { status, body } = await app.call('POST', '/jobs/ingest', { body: { mbox } });
    expect([status, body.created.length, body.warnings]).toEqual([201, 2, []]);
    expect((await app.call('GET', '/jobs/1')).body.job).toMatchObject({ source: 'linkedin', location: 'Oslo' });
    const nothing = await app.call('POST', '/jobs/ingest', { body: { mbox: mail('<p>Hello</p>') } });
    expect([nothing.status, nothing.body.code]).toEqual([422, 'no_job_found']);
  });

  test('warns in the language of the reader', async () => {
    await using app = new TestApp();
    const plain = `<title>Cook at Inn</title><main><h1>Cook</h1><p>${'We cook soup for everybody in town. '.repeat(20)}</p></main>`;
    const ingest = async (body: object, language: string) =>
      (await app.call('POST', '/jobs/ingest', { body, headers: { 'accept-language': language } })).body;
    const english = await ingest({ url: 'https://inn.example/1', html: plain }, 'en');
    expect(english.warnings[0]).toBe('No JSON-LD was found; meta tags and the text of the page were used.');
    const chinese = await ingest({ url: 'https://inn.example/2', html: plain }, 'zh-CN');
    expect(chinese.warnings[0]).toMatch(/^没有找到 JSON-LD/);
    const refused = await ingest({ raw: 'Subject: hi\r\n\r\nhello' }, 'zh');
    expect(refused.details).toEqual([{ path: '', message: '邮件中没有找到职位。' }]);
  });

  test('accepts a list, wholly or not at all', async () => {
    await using app = new TestApp();
    const jobs = Array.from({ length: 50 }, (_, index) => ({
      title: `Job ${index}`,
      company: 'Inn',
      url: `https://example.com/${index}`,
    }));
    expect(
      (await app.call('POST', '/jobs/ingest', { body: { jobs: [...jobs, { ...jobs[0], status: 'hired' }] } })).body
        .code,
    ).toBe('invalid_status');
    expect((await app.call('GET', '/jobs')).body.total).toBe(0);
    const { body } = await app.call('POST', '/jobs/ingest', {
      body: { jobs: [...jobs, jobs[3], { ...jobs[4], description: 'React' }] },
    });
    expect([body.created.length, body.skipped.length, body.updated]).toEqual([
      50,
      1,
      [{ id: 5, title: 'Job 4', company: 'Inn' }],
    ]);
    expect((await app.call('GET', '/jobs/5')).body.job.jdMarkdown).toBe('React');
  });

  test('lets others have their turn during a long list', async () => {
    await using app = new TestApp();
    const jobs = Array.from({ length: 4 * PART }, (_, index) => ({ title: `Job ${index}`, company: 'Inn' }));
    const totals = new Set<number>();
    const ingesting = app.call('POST', '/jobs/ingest', { body: { jobs } });
    for (let total = 0; total < jobs.length; await setImmediate()) {
      ({ total } = (await app.call('GET', '/jobs?limit=1')).body);
      totals.add(total);
    }
    expect((await ingesting).body.created).toHaveLength(jobs.length);
    // Somebody has seen the list grow, by whole parts only.
    const between = [...totals].filter((total) => total > 0 && total < jobs.length);
    expect(between.length).toBeGreaterThan(0);
    expect(between.every((total) => total % PART === 0)).toBe(true);
  });

  test('reports input without postings', async () => {
    await using app = new TestApp();
    for (const body of [
      { url, html: '<p>Our cookie policy</p>' },
      { jsonLd: { '@type': 'Recipe' } },
      { raw: 'Subject: hi\r\n\r\nhello' },
      { gmail: {} },
    ]) {
      const answer = await app.call('POST', '/jobs/ingest', { body });
      expect([answer.status, answer.body.code]).toEqual([422, 'no_job_found']);
    }
  });

  test.each([['http://127.0.0.1:3033/jobs'], ['http://169.254.169.254/'], ['http://[::1]/'], ['http://localhost/']])(
    'refuses a private address: %s',
    async (address) => {
      await using app = new TestApp();
      const { status, body } = await app.call('POST', '/jobs/ingest', { body: { url: address } });
      expect([status, body.code]).toEqual([400, 'url_refused']);
    },
  );

  test.each([
    [{}],
    [{ url: 'file:///etc/passwd' }],
    [{ url, html: '' }],
    [{ jobs: [] }],
    [{ url, html: page, raw: 'x' }],
    [{ email: { subject: 'x' } }],
  ])('refuses other input: %j', async (body) => {
    await using app = new TestApp();
    expect((await app.call('POST', '/jobs/ingest', { body })).body.code).toBe('validation_error');
  });
});

describe('enriching a job', () => {
  const create = async (app: TestApp, more: object = {}): Promise<number> =>
    (await app.call('POST', '/jobs', { body: { title: 'Baker', company: 'Mill', ...more } })).body.job.id;

  test('reads its address and reports what was new', async () => {
    await using web = await openTheWeb({ [url]: { body: page } });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const id = await create(app, { url });
    const { status, body } = await app.call('POST', `/jobs/${id}/enrich`);
    expect([status, body.method, body.changed]).toEqual([
      200,
      'json-ld',
      expect.arrayContaining(['salary', 'description', 'skills']),
    ]);
    expect(body.job).toMatchObject({ hasDescription: true, enrichedAt: '2026-03-01T12:00:00.000Z', source: 'manual' });
    expect((await app.call('POST', `/jobs/${id}/enrich`)).body.changed).toEqual([]);
  });

  test('reads a page that is passed in', async () => {
    await using app = new TestApp();
    const { body } = await app.call('POST', `/jobs/${await create(app)}/enrich`, { body: { html: page } });
    expect(body.job.hasDescription).toBe(true);
  });

  test('requires something to read', async () => {
    await using web = await openTheWeb({ [url]: { body: '<p>gone</p>' } });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const bare = await app.call('POST', `/jobs/${await create(app)}/enrich`);
    expect([bare.status, bare.body.code]).toEqual([409, 'no_url']);
    const empty = await app.call('POST', `/jobs/${await create(app, { url })}/enrich`);
    expect([empty.status, empty.body.code]).toEqual([422, 'no_job_found']);
    const missing = await app.call('POST', `/jobs/${await create(app, { url: 'https://mill.example/none' })}/enrich`);
    expect([missing.status, missing.body.code]).toEqual([502, 'source_unreachable']);
  });
});
