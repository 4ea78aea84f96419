import { describe, expect, test } from 'vitest';
import { TestApp } from '../__fixtures__/test-app.ts';

const JOBS = [
  {
    title: 'Cook, "senior"',
    company: 'Inn',
    url: 'https://example.com/1',
    location: 'Köln',
    remote: false,
    description: '## Requirements\n\n- TypeScript',
    salary: { min: 50_000, max: 60_000.5, currency: 'EUR', period: 'year' },
    source: 'linkedin',
    status: 'applied',
    tags: ['a', 'b'],
    notes: '=HYPERLINK("https://evil.example")\nsecond line',
    postedAt: '2026-02-01T00:00:00.000Z',
  },
  { title: '软件工程师', company: '@Company', source: 'manual', status: 'inbox' },
];

async function setUp(): Promise<TestApp> {
  const app = new TestApp();
  await app.call('POST', '/jobs/ingest', { body: { jobs: JOBS } });
  return app;
}

describe('the export of jobs', () => {
  test('an export can be imported again, with the same content', async () => {
    await using app = await setUp();
    const { body, headers } = await app.call('GET', '/jobs/export?sort=company&order=desc');
    expect(body).toEqual({ jobs: JOBS });
    expect(headers.get('content-disposition')).toBe('attachment; filename="jobs-2026-03-01.json"');
    await app.call('POST', '/jobs/ingest', { body, token: app.bob.token });
    const copy = await app.call('GET', '/jobs/export?sort=company&order=desc', { token: app.bob.token });
    expect(copy.body).toEqual(body);
  });

  test('an export as CSV has a line for each job, and no formulas of others', async () => {
    await using app = await setUp();
    const { response, headers } = await app.call('GET', '/jobs/export?format=csv&sort=company&order=desc');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('.csv"');
    // `text` of a response takes the mark away.
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(text.startsWith('\uFEFFid,title,company,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text).toContain('1,"Cook, ""senior""",Inn,Köln,false,applied,false,,50000,60000.5,EUR,year,');
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")\nsecond line"`);
    expect(text).toContain("2,软件工程师,'@Company,,,inbox,");
  });

  test('an export contains the filtered jobs, however many', async () => {
    await using app = await setUp();
    const jobs = Array.from({ length: 450 }, (_, index) => ({ title: `Job ${index}`, company: 'Many' }));
    await app.call('POST', '/jobs/ingest', { body: { jobs } });
    const titles = async (query: string): Promise<string[]> =>
      (await app.call('GET', `/jobs/export?${query}`)).body.jobs.map(({ title }: { title: string }) => title);
    expect(await titles('company=many&sort=createdAt&order=asc')).toEqual(jobs.map(({ title }) => title));
    expect(await titles('status=applied')).toEqual(['Cook, "senior"']);
    expect(await titles('search=nothing')).toEqual([]);
    const { text } = await app
      .call('GET', '/jobs/export')
      .then(async ({ response }) => ({ text: await response.text() }));
    expect(JSON.parse(text).jobs).toHaveLength(452);
  });

  test.each(['format=xml', 'limit=5', 'status=nonsense', 'offset=1'])('an export with %s is refused', async (query) => {
    await using app = await setUp();
    expect((await app.call('GET', `/jobs/export?${query}`)).status).toBe(400);
  });
});
