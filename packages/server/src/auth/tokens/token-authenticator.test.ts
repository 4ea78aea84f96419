import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Records } from '@posthouse/store';
import { expect, test } from 'vitest';
import { quiet } from '../../logging/quiet.ts';
import { tokenAuthenticator } from './token-authenticator.ts';
import { createToken, listTokens, revokeToken } from './token-records.ts';

/** Counts what a store is asked. */
function counted(records: Records): { records: Records; reads: () => number } {
  let reads = 0;
  return {
    records: {
      get: (...words) => ((reads += 1), records.get(...words)),
      list: (...words) => records.list(...words),
      put: (...words) => records.put(...words),
      delete: (...words) => records.delete(...words),
    },
    reads: () => reads,
  };
}

test('a token works for its caller and role', async () => {
  await using store = await openStore('sqlite::memory:');
  const authenticator = tokenAuthenticator({ records: store.records, logger: quiet });
  const { token } = await createToken(store.records, { role: 'agent', id: 'beta' });
  expect(await authenticator.authenticate(token)).toEqual({ role: 'agent', id: 'beta', token });
  expect(await authenticator.authenticate(`${token}x`)).toBeUndefined();
  expect(await authenticator.authenticate('')).toBeUndefined();
});

test('a thousand requests in a second read the store once', async () => {
  await using store = await openStore('sqlite::memory:');
  const { records, reads } = counted(store.records);
  const authenticator = tokenAuthenticator({ records, logger: quiet, now: () => 1_000 });
  const { token } = await createToken(records, { role: 'user', id: 'a' });
  for (let request = 0; request < 1_000; request += 1) await authenticator.authenticate(token);
  expect(reads()).toBe(1);
});

test('a revoked token stops working within a second, in other processes too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-tokens-'));
  try {
    await using here = await openStore(`sqlite:${join(folder, 'a.db')}`);
    await using there = await openStore(`sqlite:${join(folder, 'a.db')}`);
    let now = Date.now();
    const authenticator = tokenAuthenticator({ records: there.records, logger: quiet, now: () => now });
    const { token, record } = await createToken(here.records, { role: 'user', id: 'a' });
    expect(await authenticator.authenticate(token)).toBeDefined();
    await revokeToken(here.records, { handle: record.handle });
    now += 1_000;
    expect(await authenticator.authenticate(token)).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the last use of a token is recorded, but not on every request', async () => {
  await using store = await openStore('sqlite::memory:');
  let now = Date.now();
  const authenticator = tokenAuthenticator({ records: store.records, logger: quiet, now: () => now });
  const { token } = await createToken(store.records, { role: 'user', id: 'a' });
  await authenticator.authenticate(token);
  await expect.poll(async () => (await listTokens(store.records))[0]?.lastUsedAt).toBeDefined();
  const version = (await store.records.list('token'))[0]?.version;
  now += 2_000;
  await authenticator.authenticate(token);
  expect((await store.records.list('token'))[0]?.version).toBe(version);
});

test('nobody is let in when the store cannot be read', async () => {
  const store = await openStore('sqlite::memory:');
  const { token } = await createToken(store.records, { role: 'user', id: 'a' });
  let now = Date.now();
  const authenticator = tokenAuthenticator({ records: store.records, logger: quiet, now: () => now });
  await authenticator.authenticate(token);
  await store[Symbol.asyncDispose]();
  now += 1_000;
  await expect(authenticator.authenticate(token)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
});
