import { describe, expect, test } from 'vitest';
import { GmailServer } from './__fixtures__/gmail-server.ts';
import type { GmailAccount } from './gmail-account.ts';
import { openGmail } from './open-gmail.ts';
import { readRetryAfter } from './read-retry-after.ts';

const now = (): Date => new Date('2026-03-01T12:00:00.000Z');
const accountAt = (url: string, more: Partial<GmailAccount> = {}): GmailAccount => ({
  accessToken: 'good',
  refresh: undefined,
  api: { url, isNamed: true },
  tokens: { url: `${url}/token`, isNamed: true },
  ...more,
});

function open(account: GmailAccount, { signal = new AbortController().signal } = {}) {
  const waits: number[] = [];
  const wait = async (seconds: number): Promise<void> => void waits.push(seconds);
  return { waits, gmail: openGmail(account, { now, signal, wait }) };
}

describe('a Gmail client', () => {
  test('retries after growing waits, up to a limit', async () => {
    await using server = await GmailServer.open();
    const { gmail, waits } = open(accountAt(server.url));
    server.disturbances = Array.from({ length: 3 }, () => ({ path: /./, answer: { status: 429 } }));
    expect(await gmail.address()).toBe('ann@example.com');
    expect(waits).toEqual([1, 2, 4]);
    server.disturbances = Array.from({ length: 4 }, () => ({ path: /./, answer: { status: 429 } }));
    await expect(gmail.address()).rejects.toMatchObject({ code: 'rate_limit', status: 429 });
    expect(server.asked).toHaveLength(8);
  });

  test('reports an account that stays broken as unreachable', async () => {
    await using server = await GmailServer.open();
    const { gmail } = open(accountAt(server.url));
    server.disturbances = Array.from({ length: 4 }, () => ({ path: /./, answer: { status: 500, body: 'oops' } }));
    await expect(gmail.address()).rejects.toMatchObject({ code: 'source_unreachable', message: 'Gmail answered 500.' });
    server.disturbances = [{ path: /./, answer: { status: 200, body: '<html>' } }];
    await expect(gmail.address()).rejects.toMatchObject({ code: 'source_unreachable' });
  });

  test('renews its token once, however many requests find it expired', async () => {
    await using server = await GmailServer.open();
    server.refreshable.set('r', 'fresh');
    server.messages = ['a', 'b', 'c', 'd'].map((id, time) => ({ id, time }));
    const refresh = { token: 'r', clientId: 'c', clientSecret: 's' };
    const { gmail } = open(accountAt(server.url, { accessToken: 'stale', refresh }));
    const messages = await Promise.all(['a', 'b', 'c', 'd'].map((id) => gmail.message(id)));
    expect(messages).toEqual(['a', 'b', 'c', 'd'].map((id) => expect.objectContaining({ id })));
    expect(server.paths.filter((path) => path === '/token')).toHaveLength(1);
  });

  test('starts with a refresh token when there is no access token', async () => {
    await using server = await GmailServer.open();
    server.refreshable.set('r', 'fresh');
    const refresh = { token: 'r', clientId: 'c', clientSecret: 's' };
    const { gmail } = open(accountAt(server.url, { accessToken: undefined, refresh }));
    expect(await gmail.address()).toBe('ann@example.com');
    expect(server.paths).toEqual(['/token', '/profile']);
  });

  test.each([
    ['a token endpoint that is broken', { status: 500 }, 'source_unreachable'],
    ['an answer without a token', { status: 200, body: {} }, 'auth_error'],
    ['a token that is none', { status: 200, body: { access_token: 'a\nb' } }, 'auth_error'],
  ])('a Gmail client fails with %s', async (_, answer, code) => {
    await using server = await GmailServer.open();
    server.disturbances = [{ path: /token/, answer }];
    const refresh = { token: 'r', clientId: 'c', clientSecret: 's' };
    const { gmail } = open(accountAt(server.url, { accessToken: undefined, refresh }));
    await expect(gmail.address()).rejects.toMatchObject({ code });
  });

  test('searches up to a number, and not through endless empty pages', async () => {
    await using server = await GmailServer.open();
    server.messages = Array.from({ length: 9 }, (_, time) => ({ id: `m${time}`, time: time + 1 }));
    server.pageSize = 2;
    const { gmail } = open(accountAt(server.url));
    expect(await gmail.search('', 5)).toEqual(['m8', 'm7', 'm6', 'm5', 'm4']);
    server.asked.length = 0;
    const nothing = { status: 200, body: { nextPageToken: '0' } };
    server.disturbances = Array.from({ length: 60 }, () => ({ path: /./, answer: nothing }));
    expect(await gmail.search('', 5)).toEqual([]);
    expect(server.asked).toHaveLength(50);
  });

  test('the client does not contact this machine unless the user says so', async () => {
    await using server = await GmailServer.open();
    const { gmail } = open(accountAt(server.url, { api: { url: server.url, isNamed: false } }));
    await expect(gmail.address()).rejects.toMatchObject({ code: 'url_refused' });
    expect(server.asked).toEqual([]);
  });

  test('stops once nobody waits for it', async () => {
    await using server = await GmailServer.open();
    const { gmail } = open(accountAt(server.url), { signal: AbortSignal.abort(new Error('enough')) });
    await expect(gmail.address()).rejects.toThrow('enough');
  });
});

describe('Retry-After', () => {
  test.each([
    ['30', 30],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 12:01:30 GMT', 90],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j means %j seconds', (header, seconds) => {
    expect(readRetryAfter(header, now())).toBe(seconds);
  });
});
