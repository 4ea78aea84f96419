import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestApp } from '../__fixtures__/test-app.ts';
import { openTheWeb, type Page } from '../__fixtures__/the-web.ts';
import { endOrphanedRuns } from './sync-runs.ts';

const json = (value: unknown, more: Page = {}): Page => ({
  type: 'application/json',
  body: JSON.stringify(value),
  ...more,
});
const GREENHOUSE = 'https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true';
const LEVER = 'https://api.lever.co/v0/postings/foo?mode=json';
const ASHBY = 'https://api.ashbyhq.com/posting-api/job-board/bar?includeCompensation=true';
const greenhouseJob = (id: number, title = `Engineer ${id}`) => ({
  id,
  internal_job_id: id,
  title,
  updated_at: '2026-01-01T00:00:00Z',
  location: { name: 'Berlin' },
  absolute_url: `https://boards.greenhouse.io/acme/jobs/${id}`,
  content: '&lt;p&gt;We use TypeScript&lt;/p&gt;',
});
const greenhouse = (count: number, more: Page = {}): Page =>
  json({ jobs: Array.from({ length: count }, (_, index) => greenhouseJob(index + 1)), meta: { total: count } }, more);
const lever = json([
  {
    id: '11111111-1111-4111-8111-111111111111',
    text: 'Cook',
    hostedUrl: 'https://jobs.lever.co/foo/11111111-1111-4111-8111-111111111111',
    categories: {
      location: 'Paris',
      commitment: 'Full-time',
    },
    descriptionPlain: 'Frying',
    workplaceType: 'remote',
  },
]);
const ashby = json({
  apiVersion: '1',
  jobs: [
    {
      id: 'a1',
      title: 'Baker',
      location: 'Rome',
      isListed: true,
      descriptionPlain: 'Bread',
      jobUrl: 'https://jobs.ashbyhq.com/bar/a1',
    },
  ],
});

type Told = { id: string; data: { runId: number; status: string; [key: string]: unknown } };

async function readEvents(response: Response): Promise<Told[]> {
  const frames = (await response.text()).split('\n\n').filter((frame) => frame.startsWith('id:'));
  return frames.map((frame) => {
    const [id = '', data = ''] = frame.split('\n');
    return { id: id.slice(4), data: JSON.parse(data.slice(6)) };
  });
}

const watching = { accept: 'text/event-stream' };

describe('a sync of postings', () => {
  test('reports its progress, board by board', async () => {
    await using web = await openTheWeb({ [GREENHOUSE]: greenhouse(30), [LEVER]: lever, [ASHBY]: ashby });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const sources = ['greenhouse:acme', 'lever:foo', 'ashby:bar'];
    const { response } = await app.call('POST', '/jobs/sync', { body: { sources }, headers: watching });
    const told = (await readEvents(response)).map(({ data }) => data);
    const events = [
      { status: 'searching', source: 'greenhouse:acme' },
      { status: 'processing', synced: 25, total: 30, newJobs: 25 },
      { status: 'processing', synced: 30, total: 30, newJobs: 30 },
      { status: 'searching', source: 'lever:foo' },
      { status: 'processing', synced: 31, total: 31, newJobs: 31 },
      { status: 'searching', source: 'ashby:bar' },
      { status: 'processing', synced: 32, total: 32, newJobs: 32 },
      { status: 'complete', synced: 32, newJobs: 32, updated: 0, skipped: 0, errors: [] },
    ];
    expect(told).toEqual(events.map((event) => ({ runId: 1, ...event })));
    const { body } = await app.call('GET', '/jobs?source=lever');
    expect(body.jobs[0]).toMatchObject({ title: 'Cook', remote: true, location: 'Paris', source: 'lever' });
    expect((await app.call('GET', '/jobs?source=greenhouse&search=typescript')).body.total).toBe(30);
  });

  test('continues when nobody watches, and can be queried', async () => {
    const gate = Promise.withResolvers<void>();
    await using web = await openTheWeb({ [GREENHOUSE]: greenhouse(3, { after: gate.promise }) });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const watched = await app.call('GET', '/jobs/sync?sources=greenhouse:acme');
    await watched.response.body!.cancel();
    const started = (await app.call('GET', '/jobs/sync/1')).body;
    expect(started).toMatchObject({ runId: 1, status: 'running', found: 0, finishedAt: null });
    gate.resolve();
    const again = await app.call('GET', '/jobs/sync/1', { headers: watching });
    expect((await readEvents(again.response)).map(({ data }) => data.status)).toEqual([
      'searching',
      'processing',
      'complete',
    ]);
    expect((await app.call('GET', '/jobs/sync/1')).body).toMatchObject({ status: 'complete', created: 3, errors: [] });
  });

  test('a sync runs once at a time for each owner', async () => {
    const gate = Promise.withResolvers<void>();
    await using web = await openTheWeb({ [GREENHOUSE]: greenhouse(1, { after: gate.promise }) });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const request = { body: { sources: ['greenhouse:acme'] } };
    const first = await app.call('POST', '/jobs/sync', request);
    expect([first.status, first.body]).toEqual([202, { runId: 1, status: 'running' }]);
    const second = await app.call('POST', '/jobs/sync', request);
    expect([second.status, second.body.code, second.body.runId]).toEqual([409, 'sync_in_progress', 1]);
    expect((await app.call('POST', '/jobs/sync', { ...request, token: app.bob.token })).status).toBe(202);
    const joined = await app.call('GET', '/jobs/sync?sources=lever:other');
    gate.resolve();
    const told = await readEvents(joined.response);
    expect(told.map(({ data }) => [data.runId, data.status])).toEqual([
      [1, 'searching'],
      [1, 'processing'],
      [1, 'complete'],
    ]);
    expect((await app.call('POST', '/jobs/sync', request)).status).toBe(202);
  });

  test('event sources resume a sync where they were, and do not start it again', async () => {
    await using web = await openTheWeb({ [GREENHOUSE]: greenhouse(60) });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const watched = await app.call('GET', '/jobs/sync?sources=greenhouse:acme');
    const told = await readEvents(watched.response);
    expect(told.map(({ id }) => id)).toEqual(['1-0', '1-1', '1-2', '1-3', '1-4-end']);
    const resumed = await app.call('GET', '/jobs/sync', { headers: { 'last-event-id': '1-2' } });
    expect((await readEvents(resumed.response)).at(-1)?.data).toMatchObject({ status: 'complete', newJobs: 60 });
    expect((await app.call('GET', '/jobs/sync', { headers: { 'last-event-id': '1-4-end' } })).status).toBe(204);
    expect((await app.call('GET', '/jobs/sync', { headers: { 'last-event-id': '99-1' } })).status).toBe(404);
    expect(web.asked).toHaveLength(1);
  });

  test('adds only new postings the second time, from the same sources unless others are named', async () => {
    const pages = { [GREENHOUSE]: greenhouse(3) };
    await using web = await openTheWeb(pages);
    await using app = new TestApp({ fetchPage: web.fetchPage });
    await app
      .call('POST', '/jobs/sync', { body: { sources: ['greenhouse:acme'] }, headers: watching })
      .then(({ response }) => response.text());
    pages[GREENHOUSE] = json({ jobs: [greenhouseJob(1), greenhouseJob(2, 'Chief'), greenhouseJob(9)] });
    const { response } = await app.call('POST', '/jobs/sync', { headers: watching });
    expect((await readEvents(response)).at(-1)?.data).toMatchObject({ newJobs: 1, updated: 1, skipped: 1 });
  });

  test('takes only the wanted postings, up to the limit', async () => {
    await using web = await openTheWeb({
      [GREENHOUSE]: json({
        jobs: [greenhouseJob(1, 'Cook'), greenhouseJob(2, 'Rust Cook'), greenhouseJob(3, 'Waiter')],
      }),
    });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const body = { sources: ['greenhouse:acme'], query: 'cook', max: 1 };
    await app.call('POST', '/jobs/sync', { body, headers: watching }).then(({ response }) => response.text());
    expect((await app.call('GET', '/jobs')).body.jobs.map(({ title }: { title: string }) => title)).toEqual(['Cook']);
  });
});

describe('sources of a sync', () => {
  test('a source that fails does not affect the others', async () => {
    await using web = await openTheWeb({ [GREENHOUSE]: json('nonsense', { body: '{' }), [LEVER]: lever });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const sources = ['lever:foo', 'greenhouse:acme', 'ashby:bar', 'mbox:none.mbox'];
    const { response } = await app.call('POST', '/jobs/sync', { body: { sources }, headers: watching });
    const end = (await readEvents(response)).at(-1)!.data;
    expect(end).toMatchObject({ status: 'complete', newJobs: 1 });
    expect(end['errors']).toEqual(
      sources.slice(1).map((source) => ({ source, code: 'source_unreachable', message: expect.any(String) })),
    );
  });

  test('sources that all fail end the run with an error, in the language of the reader', async () => {
    await using web = await openTheWeb({});
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const headers = { ...watching, 'accept-language': 'zh' };
    const { response } = await app.call('POST', '/jobs/sync', { body: { sources: ['lever:foo'] }, headers });
    const end = (await readEvents(response)).at(-1)!.data;
    expect(end).toMatchObject({
      status: 'error',
      code: 'source_unreachable',
      message: expect.stringMatching(/\p{Script=Han}/u),
    });
    expect((await app.call('GET', `/jobs/sync/${end.runId}`)).body).toMatchObject({
      status: 'error',
      code: 'source_unreachable',
    });
  });

  test.each([['gmail: '], ['gmail:a\nb'], ['gmailx'], ['greenhouse:../../etc'], ['https://example.com']])(
    'an unknown source is refused at once: %s',
    async (source) => {
      await using app = new TestApp();
      const { status, body } = await app.call('POST', '/jobs/sync', { body: { sources: [source] } });
      expect([status, body.code]).toEqual([400, 'unknown_source']);
    },
  );

  test('a sync without sources is refused', async () => {
    await using app = new TestApp();
    expect((await app.call('POST', '/jobs/sync')).body.code).toBe('no_sources');
    expect((await app.call('POST', '/jobs/sync', { body: { sources: [] } })).body.code).toBe('validation_error');
  });
});

describe('mail files as a source', () => {
  const digest = (ids: number[]) =>
    [
      'From: LinkedIn <jobs-noreply@linkedin.com>',
      'Subject: =?utf-8?q?Jobs_f=C3=BCr_dich?=',
      'Content-Type: text/html; charset=utf-8',
      '',
      ...ids.map(
        (id) =>
          `<table><tr><td><a href="https://www.linkedin.com/comm/jobs/view/${id}?trk=x">Engineer ${id}</a></td></tr><tr><td>Café GmbH · Berlin</td></tr></table>`,
      ),
      '',
    ].join('\r\n');

  test('mail files give all jobs of all their mails', async () => {
    await using app = new TestApp();
    const folder = join(app.dataDir, 'import', 'mails');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(app.dataDir, 'import', 'all.mbox'),
      [[101, 102, 103], [104]].map((ids) => `From x\n${digest(ids)}\n`).join('\n'),
    );
    writeFileSync(join(folder, 'one.eml'), digest([103, 105]));
    writeFileSync(join(folder, 'notes.txt'), digest([999]));
    const body = { sources: ['mbox:all.mbox', 'eml-dir:mails'] };
    const { response } = await app.call('POST', '/jobs/sync', { body, headers: watching });
    expect((await readEvents(response)).at(-1)?.data).toMatchObject({
      status: 'complete',
      newJobs: 5,
      skipped: 1,
      errors: [],
    });
    const { jobs } = (await app.call('GET', '/jobs?sort=createdAt&order=asc')).body;
    expect(jobs[0]).toMatchObject({ title: 'Engineer 101', source: 'linkedin', company: 'Café GmbH' });
  });
});

describe('the list of syncs', () => {
  test('the list has the newest sync first, each for its owner only', async () => {
    await using web = await openTheWeb({ [LEVER]: lever });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    for (const source of ['lever:foo', 'mbox:none.mbox', 'lever:foo']) {
      const { response } = await app.call('POST', '/jobs/sync', { body: { sources: [source] }, headers: watching });
      await response.text();
    }
    const { runs } = (await app.call('GET', '/jobs/sync/runs')).body;
    expect(runs.map(({ runId, status }: Told['data']) => [runId, status])).toEqual([
      [3, 'complete'],
      [2, 'error'],
      [1, 'complete'],
    ]);
    expect(runs[0]).toEqual((await app.call('GET', '/jobs/sync/3')).body);
    expect((await app.call('GET', '/jobs/sync/runs?limit=1')).body.runs).toHaveLength(1);
    expect((await app.call('GET', '/jobs/sync/runs?limit=0')).status).toBe(400);
    expect((await app.call('GET', '/jobs/sync/runs', { token: app.bob.token })).body.runs).toEqual([]);
  });
});

describe('an interrupted sync', () => {
  test('a sync is over when the app comes back after a kill, and another may start', async () => {
    const never = Promise.withResolvers<void>();
    await using web = await openTheWeb({ [GREENHOUSE]: greenhouse(1, { after: never.promise }) });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    await app.call('POST', '/jobs/sync', { body: { sources: ['greenhouse:acme'] } });
    endOrphanedRuns(app.parts.services.database, app.parts.services.now());
    expect((await app.call('GET', '/jobs/sync/1')).body).toMatchObject({ status: 'error', code: 'interrupted' });
    expect((await app.call('POST', '/jobs/sync', { body: { sources: ['mbox:none'] } })).status).toBe(202);
    never.resolve();
  });

  test('a sync is reported as interrupted when the app stops during it', async () => {
    const never = Promise.withResolvers<void>();
    await using web = await openTheWeb({ [GREENHOUSE]: greenhouse(1, { after: never.promise }) });
    await using app = new TestApp({ fetchPage: web.fetchPage });
    const { response } = await app.call('POST', '/jobs/sync', {
      body: { sources: ['greenhouse:acme'] },
      headers: watching,
    });
    await app.parts.syncs[Symbol.asyncDispose]();
    expect((await readEvents(response)).at(-1)?.data).toMatchObject({ status: 'error', code: 'interrupted' });
    never.resolve();
  });
});
