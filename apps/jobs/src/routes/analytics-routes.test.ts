import { describe, expect, test } from 'vitest';
import { TestApp } from '../__fixtures__/test-app.ts';

const DAY = 24 * 3_600_000;

async function setUp(): Promise<TestApp> {
  const app = new TestApp();
  const add = async (title: string, source: string, description: string): Promise<number> =>
    (await app.call('POST', '/jobs', { body: { title, company: 'Inn', source, description } })).body.job.id;
  const old = await add('Old', 'lever', 'Kubernetes');
  await app.call('PATCH', `/jobs/${old}`, { body: { status: 'interviewing' } });
  app.time += 20 * DAY;
  const recent = await add('Recent', 'linkedin', 'React and TypeScript');
  app.time += 2 * DAY;
  await app.call('PATCH', `/jobs/${recent}`, { body: { status: 'applied' } });
  await app.call('PATCH', `/jobs/${recent}`, { body: { status: 'rejected' } });
  await add('New', 'linkedin', 'React and Rust');
  return app;
}

describe('the analytics funnel', () => {
  test.each([
    ['', { period: 'all', inbox: 3, applied: 2, interview: 1, offer: 0, rejected: 1 }],
    ['?period=all', { inbox: 3 }],
    ['?period=7d', { period: '7d', inbox: 2, applied: 1, interview: 0 }],
    ['?period=week', { inbox: 2 }],
    ['?period=month', { inbox: 3 }],
    ['?source=lever', { inbox: 1, interview: 1 }],
    ['?source=linkedin&period=90d', { inbox: 2, medianDays: { toApply: 2, toInterview: null } }],
    ['?source=indeed', { inbox: 0, conversionRates: { applyRate: 0, interviewRate: 0, offerRate: 0 } }],
  ])('the funnel is counted for the query %j', async (query, expected) => {
    await using app = await setUp();
    expect((await app.call('GET', `/jobs/analytics/funnel${query}`)).body).toMatchObject(expected);
  });

  test.each(['?period=1y', '?source=heaven', '?limit=1'])('the funnel is refused for the query %j', async (query) => {
    await using app = await setUp();
    expect((await app.call('GET', `/jobs/analytics/funnel${query}`)).body.code).toBe('validation_error');
  });
});

describe('the analytics of skill demand', () => {
  test('skill demand is compared with the default resume, or the one that is named', async () => {
    await using app = await setUp();
    const none = (await app.call('GET', '/jobs/analytics/skills')).body;
    expect(none).toMatchObject({ resumeId: null, jobsConsidered: 3, gaps: [] });
    expect(none.top[0]).toMatchObject({ skill: 'React', matchCount: 2, share: 0.667, inResume: null });
    await app.call('POST', '/jobs/resumes', { body: { name: 'One', content: '# Ann\n\nReact' } });
    await app.call('POST', '/jobs/resumes', { body: { name: 'Two', content: '# Ann\n\nRust' } });
    const gaps = async (query: string): Promise<string[]> =>
      (await app.call('GET', `/jobs/analytics/skills${query}`)).body.gaps.map(({ skill }: { skill: string }) => skill);
    expect((await gaps('')).toSorted()).toEqual(['Kubernetes', 'Rust', 'TypeScript']);
    expect((await gaps('?resumeId=2&period=7d')).toSorted()).toEqual(['React', 'TypeScript']);
    expect(await gaps('?limit=1')).toHaveLength(1);
  });

  test('skill demand is a 404 for an unknown resume', async () => {
    await using app = await setUp();
    expect((await app.call('GET', '/jobs/analytics/skills?resumeId=9')).body.code).toBe('not_found');
    expect((await app.call('GET', '/jobs/analytics/skills?limit=0')).body.code).toBe('validation_error');
  });
});

describe('the analytics timeline', () => {
  test('the timeline is counted for a period and a source', async () => {
    await using app = await setUp();
    const week = (await app.call('GET', '/jobs/analytics/timeline?period=7d')).body;
    expect(week).toMatchObject({ period: '7d', unit: 'day' });
    expect(week.points.map(({ from }: { from: string }) => from.slice(5))).toEqual(
      ['17', '18', '19', '20', '21', '22', '23'].map((day) => `03-${day}`),
    );
    expect(week.points[4]).toMatchObject({ added: 1, applied: 0 });
    expect(week.points[6]).toMatchObject({ added: 1, applied: 1, rejected: 1, interview: 0 });
    const all = (await app.call('GET', '/jobs/analytics/timeline?source=lever')).body;
    expect(all).toMatchObject({ period: 'all', unit: 'day' });
    expect(all.points[0]).toMatchObject({ from: '2026-03-01', added: 1, interview: 1 });
    expect(all.points).toHaveLength(23);
    expect((await app.call('GET', '/jobs/analytics/timeline?source=indeed')).body.points).toEqual([]);
    expect((await app.call('GET', '/jobs/analytics/timeline', { token: app.bob.token })).body.points).toEqual([]);
  });
});

describe('the analytics of sources', () => {
  test('sources are counted by what their jobs have reached, and scored', async () => {
    await using app = await setUp();
    await app.call('POST', '/jobs/resumes', { body: { name: 'One', content: '# Ann\n\nReact, TypeScript' } });
    await app.call('POST', '/jobs', {
      body: { title: 'Dev', company: 'Inn', source: 'lever', description: 'React and TypeScript' },
    });
    const { body } = await app.call('GET', '/jobs/analytics/sources');
    expect(body).toEqual({
      period: 'all',
      sources: [
        { source: 'lever', jobs: 2, applied: 1, interview: 1, offer: 0, rejected: 0, averageScore: expect.any(Number) },
        { source: 'linkedin', jobs: 2, applied: 1, interview: 0, offer: 0, rejected: 1, averageScore: null },
      ],
    });
    expect((await app.call('GET', '/jobs/analytics/sources?period=7d')).body.sources).toMatchObject([
      { source: 'linkedin', jobs: 2 },
      { source: 'lever', jobs: 1, interview: 0 },
    ]);
    expect((await app.call('GET', '/jobs/analytics/sources', { token: app.bob.token })).body.sources).toEqual([]);
  });
});
