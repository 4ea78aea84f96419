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
    await using setup = await setUp();
    setup.gmail.messages = [
      { id: 'a', time: START, from: LINKEDIN, html: digestOf(101, 102) },
      { id: 'b', time: START + HOUR, from: 'Mum <mum@example.org>', html: digestOf(666) },
      { id: 'c', time: START + 2 * HOUR, from: LINKEDIN, html: digestOf(102, 103) },
      { id: 'd', time: START + 3 * HOUR, from: LINKEDIN, html: '<p>Somebody looked at your profile.</p>' },
    ];
    expect(await setup.sync()).toMatchObject({ status: 'complete', synced: 4, newJobs: 3, skipped: 1, errors: [] });
    expect((await setup.titles()).toSorted()).toEqual(['Engineer 101', 'Engineer 102', 'Engineer 103']);
    const { body } = await setup.app.call('GET', '/jobs?search=102');
    expect(body.jobs[0]).toMatchObject({ company: 'Café GmbH', location: 'Berlin', source: 'linkedin' });
  });

  test('Gmail is searched with its own query language', async () => {
    await using setup = await setUp();
    setup.gmail.messages = [
      { id: 'a', time: START, from: LINKEDIN, html: digestOf(1) },
      { id: 'b', time: START, from: 'Mum <mum@example.org>', html: digestOf(2) },
    ];
    expect(await setup.sync({ sources: ['gmail:from:mum@example.org OR label:jobs'] })).toMatchObject({ newJobs: 1 });
    expect(await setup.titles()).toEqual(['Engineer 2']);
    expect(new URL(setup.gmail.asked[1]!, setup.gmail.url).searchParams.get('q')).toBe(
      'from:mum@example.org OR label:jobs',
    );
  });

  test('Gmail is read page by page', async () => {
    await using setup = await setUp();
    setup.gmail.pageSize = 7;
    setup.gmail.messages = Array.from({ length: 16 }, (_, index) => ({
      id: `m${index}`,
      time: START + index,
      from: LINKEDIN,
      html: digestOf(index + 1),
    }));
    expect(await setup.sync()).toMatchObject({ newJobs: 16 });
    expect(setup.gmail.paths.filter((path) => path === '/messages')).toHaveLength(3);
  });

  test('returns only new mails the second time', async () => {
    await using setup = await setUp();
    setup.gmail.messages = [
      { id: 'old', time: START - 48 * HOUR, from: LINKEDIN, html: digestOf(1) },
      { id: 'last', time: START, from: LINKEDIN, html: digestOf(2) },
    ];
    await setup.sync();
    // One that has arrived with an earlier time, and one that is new.
    setup.gmail.messages.push(
      { id: 'late', time: START - 1_000, from: LINKEDIN, html: digestOf(3) },
      { id: 'new', time: START + HOUR / 2, from: LINKEDIN, html: digestOf(4) },
    );
    setup.gmail.asked.length = 0;
    expect(await setup.sync()).toMatchObject({ status: 'complete', synced: 2, newJobs: 2, skipped: 0 });
    expect(setup.gmail.paths.toSorted()).toEqual(['/messages', '/messages/late', '/messages/new', '/profile']);
    setup.gmail.asked.length = 0;
    expect(await setup.sync()).toMatchObject({ status: 'complete', synced: 0 });
    expect(setup.gmail.paths).toEqual(['/profile', '/messages']);
  });

  test('starts over for another search and for another account', async () => {
    await using setup = await setUp();
    setup.gmail.messages = [{ id: 'a', time: START, from: LINKEDIN, html: digestOf(1) }];
    expect(await setup.sync()).toMatchObject({ synced: 1 });
    expect(await setup.sync({ sources: ['gmail:from:linkedin.com'] })).toMatchObject({ synced: 1, skipped: 1 });
    setup.gmail.address = 'work@example.com';
    expect(await setup.sync({ sources: ['gmail'] })).toMatchObject({ synced: 1, skipped: 1 });
    setup.gmail.address = 'ann@example.com';
    expect(await setup.sync()).toMatchObject({ synced: 0 });
  });

  test('misses nothing when it was not read to the end', async () => {
    await using setup = await setUp();
    setup.gmail.messages = Array.from({ length: 25 }, (_, index) => ({
      id: `m${index}`,
      time: START + index * HOUR,
      from: LINKEDIN,
      html: digestOf(index + 1),
    }));
    expect(await setup.sync({ sources: ['gmail'], max: 3 })).toMatchObject({ synced: 3, newJobs: 3 });
    expect((await setup.titles()).toSorted()).toEqual(['Engineer 23', 'Engineer 24', 'Engineer 25']);
    setup.gmail.disturbances = [{ path: /\/messages\/m4/, answer: { status: 403 } }];
    const broken = await setup.sync({ sources: ['gmail'] });
    expect(broken).toMatchObject({
      status: 'complete',
      newJobs: 17,
      errors: [{ source: 'gmail', code: 'auth_error' }],
    });
    expect(await setup.sync()).toMatchObject({ status: 'complete', newJobs: 5, skipped: 20, errors: [] });
  });

  test('skips what is gone, too large or not a mail', async () => {
    await using setup = await setUp();
    setup.gmail.messages = ['gone', 'huge', 'odd', 'fine'].map((id, index) => ({
      id,
      time: START + index,
      from: LINKEDIN,
      html: digestOf(index + 1),
    }));
    setup.gmail.disturbances = [
      { path: /gone/, answer: { status: 404 } },
      { path: /huge/, answer: { status: 200, body: ' '.repeat(11 * 1024 * 1024) } },
      { path: /odd/, answer: { status: 200, body: [1, 2] } },
    ];
    expect(await setup.sync()).toMatchObject({ status: 'complete', newJobs: 1, errors: [] });
  });
});

describe('access to Gmail', () => {
  test('missing access to Gmail is requested, in both languages', async () => {
    await using setup = await setUp(() => ({}));
    const english = await setup.sync();
    expect(english).toMatchObject({ status: 'error', code: 'no_gmail_token' });
    expect(english.message).toMatch(/gmail\.readonly.*auth\.json.*"gmail:oauth"/);
    const chinese = await setup.sync({ sources: ['gmail'] }, { headers: { 'accept-language': 'zh' } });
    expect(chinese.message).toMatch(/\p{Script=Han}.*gmail\.readonly.*auth\.json/u);
    expect(setup.gmail.asked).toEqual([]);
    const { response } = await setup.app.call('GET', '/jobs/sync?sources=gmail');
    expect(await response.text()).toContain('"status":"searching","source":"gmail"');
  });

  test('access to Gmail belongs to its owner only', async () => {
    await using setup = await setUp();
    setup.gmail.messages = [{ id: 'a', time: START, from: LINKEDIN, html: digestOf(1) }];
    const token = setup.app.bob.token;
    const refused = await setup.sync({ sources: ['gmail'] }, { token });
    expect(refused).toMatchObject({ code: 'no_gmail_token' });
    expect(refused.message).toContain(`"gmail:oauth:${setup.app.bob.services.ownerId}"`);
    expect(setup.gmail.asked).toEqual([]);
    setup.allow({ [`gmail:oauth:${setup.app.bob.services.ownerId}`]: setup.gmail.profile() });
    expect(await setup.sync({ sources: ['gmail'] }, { token })).toMatchObject({ newJobs: 1 });
    expect(await setup.titles()).toEqual([]);
    expect(await setup.sync()).toMatchObject({ code: 'no_gmail_token' });
  });

  test('revoked access is reported, without the token', async () => {
    await using setup = await setUp((gmail) => ({ 'gmail:oauth': gmail.profile({ access_token: 'stale-secret' }) }));
    const end = await setup.sync();
    expect(end).toMatchObject({ status: 'error', code: 'auth_error', message: expect.stringContaining('auth.json') });
    expect(JSON.stringify(end)).not.toContain('stale-secret');
    expect(setup.app.unexpected).toEqual([]);
  });

  test('access is renewed with a refresh token', async () => {
    const refresh = { access_token: 'stale', refresh_token: 'r', client_id: 'c', client_secret: 's' };
    await using setup = await setUp((gmail) => ({ 'gmail:oauth': gmail.profile(refresh) }));
    setup.gmail.refreshable.set('r', 'fresh');
    setup.gmail.messages = [{ id: 'a', time: START, from: LINKEDIN, html: digestOf(1) }];
    expect(await setup.sync()).toMatchObject({ newJobs: 1 });
    expect(setup.gmail.paths).toEqual(['/profile', '/token', '/profile', '/messages', '/messages/a']);
    setup.gmail.refreshable.clear();
    setup.gmail.tokens.clear();
    expect(await setup.sync()).toMatchObject({ status: 'error', code: 'auth_error' });
  });

  test('requires a token that may read mail', async () => {
    await using setup = await setUp();
    const errors = [{ reason: 'insufficientPermissions' }];
    setup.gmail.disturbances = [{ path: /profile/, answer: { status: 403, body: { error: { code: 403, errors } } } }];
    expect(await setup.sync()).toMatchObject({
      code: 'auth_error',
      message: expect.stringContaining('gmail.readonly'),
    });
  });

  test('a token goes to no other address, whatever a redirect says', async () => {
    await using elsewhere = await GmailServer.open();
    await using setup = await setUp();
    const headers = { location: `${elsewhere.url}/gmail/v1/users/me/profile` };
    setup.gmail.disturbances = [{ path: /profile/, answer: { status: 302, headers } }];
    expect(await setup.sync()).toMatchObject({ status: 'error', code: 'url_refused' });
    expect(elsewhere.asked).toEqual([]);
  });

  test('a token is never sent over the network unencrypted', async () => {
    const profile = { access_token: 'good', base_url: 'http://mail.example.com' };
    await using setup = await setUp(() => ({ 'gmail:oauth': profile }));
    expect(await setup.sync()).toMatchObject({ code: 'no_gmail_token' });
    const { body } = await setup.app.call('GET', '/jobs/agent/status');
    expect(body.configErrors).toEqual([expect.stringContaining('profiles.gmail:oauth.base_url')]);
  });
});

describe('an overloaded Gmail', () => {
  test('an overloaded Gmail is retried when it says', async () => {
    await using setup = await setUp();
    setup.gmail.messages = [{ id: 'a', time: START, from: LINKEDIN, html: digestOf(1) }];
    const errors = [{ reason: 'userRateLimitExceeded' }];
    const headers = { 'retry-after': '0' };
    setup.gmail.disturbances = [
      { path: /profile/, answer: { status: 429, headers } },
      { path: /messages\?/, answer: { status: 403, headers, body: { error: { errors } } } },
      { path: /messages\/a/, answer: { status: 503, headers } },
    ];
    expect(await setup.sync()).toMatchObject({ status: 'complete', newJobs: 1, errors: [] });
  });

  test('Gmail is not retried when it demands a long wait', async () => {
    await using setup = await setUp();
    setup.gmail.disturbances = [{ path: /profile/, answer: { status: 429, headers: { 'retry-after': '1800' } } }];
    const end = await setup.sync();
    expect(end).toMatchObject({ status: 'error', code: 'rate_limit', message: expect.stringContaining('1800 s') });
    expect(end['errors']).toEqual([expect.objectContaining({ source: 'gmail', retryAfter: 1_800 })]);
    expect(setup.gmail.asked).toHaveLength(1);
  });
});
