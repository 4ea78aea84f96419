import { describe, expect, test } from 'vitest';
import { TestApp } from '../__fixtures__/test-app.ts';

const cook = { title: 'Cook', company: 'Inn', url: 'https://example.com/jobs/1' };

describe('creating a job', () => {
  test('answers with the job and its address', async () => {
    await using app = new TestApp();
    const { status, headers, body } = await app.call('POST', '/jobs', {
      body: {
        ...cook,
        location: 'Paris',
        remote: true,
        description: 'TypeScript',
        salary: { min: 1, max: 2, currency: 'EUR', period: 'hour' },
        tags: ['food'],
        notes: 'nice',
        postedAt: '2026-01-02',
      },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/jobs/${body.job.id}`);
    expect(body.job).toEqual({
      id: body.job.id,
      ...cook,
      location: 'Paris',
      remote: true,
      workplace: 'remote',
      source: 'manual',
      status: 'inbox',
      starred: false,
      matchScore: null,
      scoreSource: null,
      employmentType: null,
      seniority: null,
      salary: {
        min: 1,
        max: 2,
        currency: 'EUR',
        period: 'hour',
      },
      skills: ['TypeScript'],
      tags: ['food'],
      postedAt: '2026-01-02T00:00:00.000Z',
      validThrough: null,
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
      appliedAt: null,
      hasDescription: true,
      jdMarkdown: 'TypeScript',
      requirements: [],
      notes: 'nice',
      enrichedAt: null,
      applyUrl: null,
      foundSkills: [
        {
          name: 'TypeScript',
          category: 'languages',
          required: expect.any(Boolean),
        },
      ],
    });
  });

  test('creating a job twice is a conflict that shows the job, or an update if wanted', async () => {
    await using app = new TestApp();
    const { body: first } = await app.call('POST', '/jobs', { body: cook });
    const again = { ...cook, title: 'Chef', url: 'http://www.example.com/jobs/1/?utm_source=mail' };
    const conflict = await app.call('POST', '/jobs', { body: again });
    expect([conflict.status, conflict.body.code, conflict.body.job]).toEqual([409, 'duplicate_job', first.job]);
    const merged = await app.call('POST', '/jobs?upsert=true', { body: again });
    expect([merged.status, merged.body.job.id, merged.body.job.title]).toEqual([200, first.job.id, 'Chef']);
    expect((await app.call('POST', '/jobs', { body: cook, token: app.bob.token })).status).toBe(201);
  });

  test('creates one job when it happens many times at once', async () => {
    await using app = new TestApp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.call('POST', '/jobs', { body: cook })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect((await app.call('GET', '/jobs')).body.total).toBe(1);
  });

  test.each([
    [{ company: 'Inn' }, 'title'],
    [{ ...cook, title: '  ' }, 'title'],
    [{ ...cook, url: 'javascript:alert(1)' }, 'url'],
    [{ ...cook, salary: { min: -1 } }, 'salary.min'],
    [{ ...cook, salary: { currency: 'euro' } }, 'salary.currency'],
    [{ ...cook, source: 'heaven' }, 'source'],
    [{ ...cook, postedAt: 'yesterday' }, 'postedAt'],
    [{ ...cook, tags: 'food' }, 'tags'],
    [{ ...cook, score: 100 }, ''],
  ])('no job is created from %j', async (body, path) => {
    await using app = new TestApp();
    const answer = await app.call('POST', '/jobs', { body });
    expect([answer.status, answer.body.code, answer.body.details[0].path]).toEqual([400, 'validation_error', path]);
  });

  test('refuses an unknown status, and names the known ones', async () => {
    await using app = new TestApp();
    const { status, body } = await app.call('POST', '/jobs', { body: { ...cook, status: 'hired' } });
    expect([status, body.code]).toEqual([400, 'invalid_status']);
    expect(body.allowed).toEqual(['inbox', 'applied', 'interviewing', 'offer', 'rejected', 'skipped']);
  });
});

describe('listing jobs', () => {
  test('returns the total and the range', async () => {
    await using app = new TestApp();
    for (const title of ['A', 'B', 'C']) await app.call('POST', '/jobs', { body: { title, company: 'Inn' } });
    const { body } = await app.call('GET', '/jobs?limit=2&offset=1&sort=createdAt&order=asc&status=all');
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 1, jobs: [{ title: 'B' }, { title: 'C' }] });
    expect(body.jobs[0]).not.toHaveProperty('jdMarkdown');
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=ten',
    'offset=-1',
    'starred=maybe',
    'remote=yes',
    'sort=mood',
    'order=up',
    'minScore=101',
    'postedAfter=soon',
    'source=heaven',
    'color=red',
  ])('the list of jobs refuses ?%s', async (query) => {
    await using app = new TestApp();
    const { status, body } = await app.call('GET', `/jobs?${query}`);
    expect([status, body.code]).toEqual([400, 'validation_error']);
  });

  test('refuses an unknown status', async () => {
    await using app = new TestApp();
    expect((await app.call('GET', '/jobs?status=hired')).body.code).toBe('invalid_status');
  });

  test('finds 50% and C++ in a query parameter', async () => {
    await using app = new TestApp();
    await app.call('POST', '/jobs', { body: { title: 'C++ Developer', company: 'Inn', description: '50% remote' } });
    expect((await app.call('GET', `/jobs?search=${encodeURIComponent('50% c++')}`)).body.total).toBe(1);
    expect((await app.call('GET', `/jobs?search=${encodeURIComponent('5%')}`)).body.total).toBe(0);
  });
});

describe('changing a job', () => {
  test('changes what is named and nothing else', async () => {
    await using app = new TestApp();
    const { id } = (await app.call('POST', '/jobs', { body: { ...cook, location: 'Paris', salary: { min: 1 } } })).body
      .job;
    const changes = {
      location: null,
      salary: null,
      starred: true,
      status: 'applied',
      tags: ['x'],
      description: 'React',
    };
    const { status, body } = await app.call('PATCH', `/jobs/${id}`, { body: changes });
    expect(status).toBe(200);
    expect(body.job).toMatchObject({
      title: 'Cook',
      url: cook.url,
      location: null,
      salary: null,
      starred: true,
      status: 'applied',
      tags: ['x'],
      jdMarkdown: 'React',
      skills: ['React'],
      appliedAt: '2026-03-01T12:00:00.000Z',
    });
    const file = (await app.call('GET', `/jobs/${id}`)).body;
    expect(file.history.map((line: { newStatus: string }) => line.newStatus)).toEqual(['inbox', 'applied']);
    expect(file).toMatchObject({ analysis: null, tailored: { count: 0, latestVersion: null } });
  });

  test('refuses unknown keys and statuses, and then changes nothing', async () => {
    await using app = new TestApp();
    const { job } = (await app.call('POST', '/jobs', { body: cook })).body;
    expect((await app.call('PATCH', `/jobs/${job.id}`, { body: { title: 'Chef', score: 1 } })).body.code).toBe(
      'validation_error',
    );
    expect((await app.call('PUT', `/jobs/${job.id}`, { body: { title: 'Chef', status: 'Hired' } })).body.code).toBe(
      'invalid_status',
    );
    expect((await app.call('GET', `/jobs/${job.id}`)).body.job).toEqual(job);
  });

  test('a change is refused when the job was changed meanwhile', async () => {
    await using app = new TestApp();
    const { job } = (await app.call('POST', '/jobs', { body: cook })).body;
    app.time += 5_000;
    const known = { body: { notes: 'one', updatedAt: job.updatedAt } };
    expect((await app.call('PATCH', `/jobs/${job.id}`, known)).status).toBe(200);
    const late = await app.call('PATCH', `/jobs/${job.id}`, known);
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    const since = (time: string) => ({ body: { notes: 'two' }, headers: { 'if-unmodified-since': time } });
    expect((await app.call('PATCH', `/jobs/${job.id}`, since('Sun, 01 Mar 2026 12:00:00 GMT'))).status).toBe(409);
    expect((await app.call('PATCH', `/jobs/${job.id}`, since('Sun, 01 Mar 2026 12:00:05 GMT'))).status).toBe(200);
    expect((await app.call('PATCH', `/jobs/${job.id}`, since('some day'))).status).toBe(400);
  });

  test('a change is a conflict when another job has the new address', async () => {
    await using app = new TestApp();
    await app.call('POST', '/jobs', { body: cook });
    const { id } = (await app.call('POST', '/jobs', { body: { title: 'Waiter', company: 'Inn' } })).body.job;
    const { status, body } = await app.call('PATCH', `/jobs/${id}`, { body: { url: cook.url } });
    expect([status, body.code, body.job.title]).toEqual([409, 'duplicate_job', 'Cook']);
    expect((await app.call('PATCH', `/jobs/${id}`, { body: { url: 'https://example.com/2' } })).status).toBe(200);
  });
});

describe('deleting a job', () => {
  test('a job can be deleted once', async () => {
    await using app = new TestApp();
    const { id } = (await app.call('POST', '/jobs', { body: cook })).body.job;
    expect((await app.call('DELETE', `/jobs/${id}`)).body).toEqual({ deleted: true, id });
    expect((await app.call('DELETE', `/jobs/${id}`)).status).toBe(404);
    expect((await app.call('POST', '/jobs', { body: cook })).status).toBe(201);
  });
});

describe('Chinese readers', () => {
  test('Chinese readers get errors in Chinese', async () => {
    await using app = new TestApp();
    const headers = { 'accept-language': 'zh-CN,zh;q=0.9' };
    expect((await app.call('GET', '/jobs/99', { headers })).body).toEqual({
      error: '找不到职位 99',
      code: 'not_found',
    });
    const { body } = await app.call('POST', '/jobs', { body: {}, headers });
    expect(body.details[0].message).toMatch(/\p{Script=Han}/u);
  });
});
