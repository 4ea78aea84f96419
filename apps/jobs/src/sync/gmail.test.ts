import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TestApp } from '../__fixtures__/test-app.ts';
import { digestOf, GmailServer } from '../gmail/__fixtures__/gmail-server.ts';

const LINKEDIN = 'LinkedIn <jobs-noreply@linkedin.com>';
const START = Date.parse('2026-02-20T08:00:00.000Z');
const HOUR = 60 * 60_000;

type End = { status: string; code?: string; message?: string; [key: string]: unknown };

/** The app with access to a mailbox. */
async function setUp(profiles?: (gmail: GmailServer) => Record<string, object>) {
  const gmail = await GmailServer.open();
  const app = new TestApp();
  const allow = (given: Record<string, object>): void =>
    writeFileSync(app.agent.keys.path, JSON.stringify({ version: 1, profiles: given }), { mode: 0o600 });
  allow(profiles?.(gmail) ?? { 'gmail:oauth': gmail.profile() });
  const sync = async (
    body: object = { sources: ['gmail'] },
    more: { token?: string; headers?: Record<string, string> } = {},
  ): Promise<End> => {
    const headers = { accept: 'text/event-stream', ...more.headers };
    const { response } = await app.call('POST', '/jobs/sync', { body, ...more, headers });
    const frames = (await response.text()).split('\n\n').filter((frame) => frame.startsWith('id:'));
    return JSON.parse(frames.at(-1)!.split('\n')[1]!.slice('data: '.length)) as End;
  };
  const titles = async (token = app.ann.token): Promise<string[]> => {
    const { body } = await app.call('GET', '/jobs?sort=createdAt&order=asc&limit=100', { token });
    return body.jobs.map(({ title }: { title: string }) => title);
  };
  return {
    app,
    gmail,
    allow,
    sync,
    titles,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await gmail[Symbol.asyncDispose]();
    },
  };
}

describe('Gmail as a source', () => {
  test('returns the jobs of the mails that boards have sent', async () => {
    await using desk = await setUp();
    desk.gmail.messages = [
      { id: 'a', time: START, from: LINKEDIN, html: digestOf(101, 102) },
      { id: 'b', time: START + HOUR, from: 'Mum <mum@example.org>', html: digestOf(666) },
      { id: 'c', time: START + 2 * HOUR, from: LINKEDIN, html: digestOf(102, 103) },
      { id: 'd', time: START + 3 * HOUR, from: LINKEDIN, html: '<p>Somebody looked at your profile.</p>' },
    ];
    expect(await desk.sync()).toMatchObject({ status: 'complete', synced: 4, newJobs: 3, skipped: 1, errors: [] });
    expect((await desk.titles()).toSorted()).toEqual(['Engineer 101', 'Engineer 102', 'Engineer 103']);
    const { body } = await desk.app.call('GET', '/jobs?search=102');
    expect(body.jobs[0]).toMatchObject({ company: 'Café GmbH', location: 'Berlin', source: 'linkedin' });
  });

  test("is searched with Gmail's own query language", async () => {
    await using desk = await setUp();
    desk.gmail.messages = [
      { id: 'a', time: START, from: LINKEDIN, html: digestOf(1) },
      { id: 'b', time: START, from: 'Mum <mum@example.org>', html: digestOf(2) },
    ];
    expect(await desk.sync({ sources: ['gmail:from:mum@example.org OR label:jobs'] })).toMatchObject({ newJobs: 1 });
    expect(await desk.titles()).toEqual(['Engineer 2']);
    expect(new URL(desk.gmail.asked[1]!, desk.gmail.url).searchParams.get('q')).toBe(
      'from:mum@example.org OR label:jobs',
    );
  });

  test('is read page by page', async () => {
    await using desk = await setUp();
    desk.gmail.pageSize = 7;
    desk.gmail.messages = Array.from({ length: 16 }, (_, index) => ({
      id: `m${index}`,
      time: START + index,
      from: LINKEDIN,
      html: digestOf(index + 1),
    }));
    expect(await desk.sync()).toMatchObject({ newJobs: 16 });
    expect(desk.gmail.paths.filter((path) => path === '/messages')).toHaveLength(3);
  });

  test('returns only new mails the second time', async () => {
    await using desk = await setUp();
    desk.gmail.messages = [
      { id: 'old', time: START - 48 * HOUR, from: LINKEDIN, html: digestOf(1) },
      { id: 'last', time: START, from: LINKEDIN, html: digestOf(2) },
    ];
    await desk.sync();
    // One that has arrived with an earlier time, and one that is new.
    desk.gmail.messages.push(
      { id: 'late', time: START - 1_000, from: LINKEDIN, html: digestOf(3) },
      { id: 'new', time: START + HOUR / 2, from: LINKEDIN, html: digestOf(4) },
    );
    desk.gmail.asked.length = 0;
    expect(await desk.sync()).toMatchObject({ status: 'complete', synced: 2, newJobs: 2, skipped: 0 });
    expect(desk.gmail.paths.toSorted()).toEqual(['/messages', '/messages/late', '/messages/new', '/profile']);
    desk.gmail.asked.length = 0;
    expect(await desk.sync()).toMatchObject({ status: 'complete', synced: 0 });
    expect(desk.gmail.paths).toEqual(['/profile', '/messages']);
  });

  test('starts over for another search and for another account', async () => {
    await using desk = await setUp();
    desk.gmail.messages = [{ id: 'a', time: START, from: LINKEDIN, html: digestOf(1) }];
    expect(await desk.sync()).toMatchObject({ synced: 1 });
    expect(await desk.sync({ sources: ['gmail:from:linkedin.com'] })).toMatchObject({ synced: 1, skipped: 1 });
    desk.gmail.address = 'work@example.com';
    expect(await desk.sync({ sources: ['gmail'] })).toMatchObject({ synced: 1, skipped: 1 });
    desk.gmail.address = 'ann@example.com';
    expect(await desk.sync()).toMatchObject({ synced: 0 });
  });

  test('misses nothing when it was not read to the end', async () => {
    await using desk = await setUp();
    desk.gmail.messages = Array.from({ length: 25 }, (_, index) => ({
      id: `m${index}`,
      time: START + index * HOUR,
      from: LINKEDIN,
      html: digestOf(index + 1),
    }));
    expect(await desk.sync({ sources: ['gmail'], max: 3 })).toMatchObject({ synced: 3, newJobs: 3 });
    expect((await desk.titles()).toSorted()).toEqual(['Engineer 23', 'Engineer 24', 'Engineer 25']);
    desk.gmail.disturbances = [{ path: /\/messages\/m4/, answer: { status: 403 } }];
    const broken = await desk.sync({ sources: ['gmail'] });
    expect(broken).toMatchObject({
      status: 'complete',
      newJobs: 17,
      errors: [{ source: 'gmail', code: 'auth_error' }],
    });
    expect(await desk.sync()).toMatchObject({ status: 'complete', newJobs: 5, skipped: 20, errors: [] });
  });

  test('skips what is gone, too large or not a mail', async () => {
    await using desk = await setUp();
    desk.gmail.messages = ['gone', 'huge', 'odd', 'fine'].map((id, index) => ({
      id,
      time: START + index,
      from: LINKEDIN,
      html: digestOf(index + 1),
    }));
    desk.gmail.disturbances = [
      { path: /gone/, answer: { status: 404 } },
      { path: /huge/, answer: { status: 200, body: ' '.repeat(11 * 1024 * 1024) } },
      { path: /odd/, answer: { status: 200, body: [1, 2] } },
    ];
    expect(await desk.sync()).toMatchObject({ status: 'complete', newJobs: 1, errors: [] });
  });
});

describe('access to Gmail', () => {
  test('is requested when it is missing, in both languages', async () => {
    await using desk = await setUp(() => ({}));
    const english = await desk.sync();
    expect(english).toMatchObject({ status: 'error', code: 'no_gmail_token' });
    expect(english.message).toMatch(/gmail\.readonly.*auth\.json.*"gmail:oauth"/);
    const chinese = await desk.sync({ sources: ['gmail'] }, { headers: { 'accept-language': 'zh' } });
    expect(chinese.message).toMatch(/\p{Script=Han}.*gmail\.readonly.*auth\.json/u);
    expect(desk.gmail.asked).toEqual([]);
    const { response } = await desk.app.call('GET', '/jobs/sync?sources=gmail');
    expect(await response.text()).toContain('"status":"searching","source":"gmail"');
  });

  test('belongs to its owner only', async () => {
    await using desk = await setUp();
    desk.gmail.messages = [{ id: 'a', time: START, from: LINKEDIN, html: digestOf(1) }];
    const token = desk.app.bob.token;
    const refused = await desk.sync({ sources: ['gmail'] }, { token });
    expect(refused).toMatchObject({ code: 'no_gmail_token' });
    expect(refused.message).toContain(`"gmail:oauth:${desk.app.bob.desk.ownerId}"`);
    expect(desk.gmail.asked).toEqual([]);
    desk.allow({ [`gmail:oauth:${desk.app.bob.desk.ownerId}`]: desk.gmail.profile() });
    expect(await desk.sync({ sources: ['gmail'] }, { token })).toMatchObject({ newJobs: 1 });
    expect(await desk.titles()).toEqual([]);
    expect(await desk.sync()).toMatchObject({ code: 'no_gmail_token' });
  });

  test('is reported as revoked, without the token', async () => {
    await using desk = await setUp((gmail) => ({ 'gmail:oauth': gmail.profile({ access_token: 'stale-secret' }) }));
    const end = await desk.sync();
    expect(end).toMatchObject({ status: 'error', code: 'auth_error', message: expect.stringContaining('auth.json') });
    expect(JSON.stringify(end)).not.toContain('stale-secret');
    expect(desk.app.unexpected).toEqual([]);
  });

  test('is renewed with a refresh token', async () => {
    const refresh = { access_token: 'stale', refresh_token: 'r', client_id: 'c', client_secret: 's' };
    await using desk = await setUp((gmail) => ({ 'gmail:oauth': gmail.profile(refresh) }));
    desk.gmail.refreshable.set('r', 'fresh');
    desk.gmail.messages = [{ id: 'a', time: START, from: LINKEDIN, html: digestOf(1) }];
    expect(await desk.sync()).toMatchObject({ newJobs: 1 });
    expect(desk.gmail.paths).toEqual(['/profile', '/token', '/profile', '/messages', '/messages/a']);
    desk.gmail.refreshable.clear();
    desk.gmail.tokens.clear();
    expect(await desk.sync()).toMatchObject({ status: 'error', code: 'auth_error' });
  });

  test('requires a token that may read mail', async () => {
    await using desk = await setUp();
    const errors = [{ reason: 'insufficientPermissions' }];
    desk.gmail.disturbances = [{ path: /profile/, answer: { status: 403, body: { error: { code: 403, errors } } } }];
    expect(await desk.sync()).toMatchObject({ code: 'auth_error', message: expect.stringContaining('gmail.readonly') });
  });

  test('goes to no other address, whatever a redirect says', async () => {
    await using elsewhere = await GmailServer.open();
    await using desk = await setUp();
    const headers = { location: `${elsewhere.url}/gmail/v1/users/me/profile` };
    desk.gmail.disturbances = [{ path: /profile/, answer: { status: 302, headers } }];
    expect(await desk.sync()).toMatchObject({ status: 'error', code: 'url_refused' });
    expect(elsewhere.asked).toEqual([]);
  });

  test('is never sent over the network unencrypted', async () => {
    const profile = { access_token: 'good', base_url: 'http://mail.example.com' };
    await using desk = await setUp(() => ({ 'gmail:oauth': profile }));
    expect(await desk.sync()).toMatchObject({ code: 'no_gmail_token' });
    const { body } = await desk.app.call('GET', '/jobs/agent/status');
    expect(body.configErrors).toEqual([expect.stringContaining('profiles.gmail:oauth.base_url')]);
  });
});

describe('an overloaded Gmail', () => {
  test('is retried when it says', async () => {
    await using desk = await setUp();
    desk.gmail.messages = [{ id: 'a', time: START, from: LINKEDIN, html: digestOf(1) }];
    const errors = [{ reason: 'userRateLimitExceeded' }];
    const headers = { 'retry-after': '0' };
    desk.gmail.disturbances = [
      { path: /profile/, answer: { status: 429, headers } },
      { path: /messages\?/, answer: { status: 403, headers, body: { error: { errors } } } },
      { path: /messages\/a/, answer: { status: 503, headers } },
    ];
    expect(await desk.sync()).toMatchObject({ status: 'complete', newJobs: 1, errors: [] });
  });

  test('is not retried when it demands a long wait', async () => {
    await using desk = await setUp();
    desk.gmail.disturbances = [{ path: /profile/, answer: { status: 429, headers: { 'retry-after': '1800' } } }];
    const end = await desk.sync();
    expect(end).toMatchObject({ status: 'error', code: 'rate_limit', message: expect.stringContaining('1800 s') });
    expect(end['errors']).toEqual([expect.objectContaining({ source: 'gmail', retryAfter: 1_800 })]);
    expect(desk.gmail.asked).toHaveLength(1);
  });
});
