import { openStore, type Store } from '@posthouse/store';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../new-token.ts';
import { createToken, findToken, hasTokens, listTokens, revokeToken, touchToken } from './token-records.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore('sqlite::memory:');
});
afterEach(() => store[Symbol.asyncDispose]());

describe('createToken', () => {
  test('returns a token of which the store knows only the hash', async () => {
    const { token, record } = await createToken(store.records, { role: 'admin', id: 'ops', name: 'laptop' });
    expect(record).toMatchObject({ role: 'admin', id: 'ops', name: 'laptop', handle: hashToken(token).slice(0, 12) });
    const kept = await store.records.list('token');
    expect(kept.map(({ id }) => id)).toEqual([hashToken(token)]);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test.each(['', ' alice', 'alice ', 'a\nb', 'x'.repeat(257)])('refuses the id %j', async (id) => {
    await expect(createToken(store.records, { role: 'user', id })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await hasTokens(store.records)).toBe(false);
  });

  test.each(['alice', 'alice@example.org', 'team:ops', 'ä'])('accepts the id %j', async (id) => {
    expect((await createToken(store.records, { role: 'user', id })).record.id).toBe(id);
  });
});

describe('listTokens', () => {
  test('lists the holders, oldest first, without their tokens', async () => {
    const made = [];
    for (const id of ['a', 'b', 'c']) {
      made.push(await createToken(store.records, { role: 'user', id }));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const list = await listTokens(store.records);
    expect(list.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    for (const { token } of made) expect(JSON.stringify(list)).not.toContain(token);
  });
});

describe('revokeToken', () => {
  test('revokes one token by its handle or by its whole hash', async () => {
    const one = await createToken(store.records, { role: 'user', id: 'a' });
    const other = await createToken(store.records, { role: 'user', id: 'a' });
    expect(await revokeToken(store.records, { handle: one.record.handle })).toEqual([one.record]);
    expect(await listTokens(store.records)).toEqual([other.record]);
    await revokeToken(store.records, { handle: hashToken(other.token) });
    expect(await hasTokens(store.records)).toBe(false);
  });

  test("revokes all tokens of a caller, and nobody else's", async () => {
    for (const role of ['user', 'user', 'admin', 'agent'] as const) await createToken(store.records, { role, id: 'a' });
    await createToken(store.records, { role: 'user', id: 'b' });
    expect(await revokeToken(store.records, { role: 'user', id: 'a' })).toHaveLength(2);
    expect((await listTokens(store.records)).map(({ role, id }) => `${role}:${id}`).toSorted()).toEqual([
      'admin:a',
      'agent:a',
      'user:b',
    ]);
  });

  test.each(['', 'abc', 'zzzzzzzzzzzz', '%'])('revokes nothing for the handle %j', async (handle) => {
    await createToken(store.records, { role: 'user', id: 'a' });
    expect(await revokeToken(store.records, { handle })).toEqual([]);
    expect(await hasTokens(store.records)).toBe(true);
  });

  test('refuses a handle that is the beginning of two', async () => {
    for (const end of ['1', '2']) {
      const value = { role: 'user', id: end, createdAt: new Date().toISOString() };
      await store.records.put('token', `abcdef${end}`.padEnd(64, '0'), value);
    }
    await expect(revokeToken(store.records, { handle: 'abcdef' })).rejects.toThrow(/matches 2 handles/);
    expect(await listTokens(store.records)).toHaveLength(2);
  });
});

test('recording the use of a token never restores a revoked one', async () => {
  const { token, record } = await createToken(store.records, { role: 'user', id: 'a' });
  const found = (await findToken(store.records, token))!;
  await revokeToken(store.records, { handle: record.handle });
  await expect(touchToken(store.records, token, found)).rejects.toMatchObject({ code: 'stale' });
  expect(await findToken(store.records, token)).toBeUndefined();
});

test('only the exact token is found, nothing similar', async () => {
  const { token } = await createToken(store.records, { role: 'user', id: 'a' });
  await fc.assert(
    fc.asyncProperty(fc.nat(token.length - 1), fc.string({ maxLength: 3 }), async (at, other) => {
      const near = token.slice(0, at) + other + token.slice(at + 1);
      fc.pre(near !== token);
      expect(await findToken(store.records, near)).toBeUndefined();
    }),
  );
});
