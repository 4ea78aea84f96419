import { openStore, type Store } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quiet } from '../logging/quiet.ts';
import { authOfEnvironment } from './auth-of-environment.ts';
import { type AuthOption, chooseAuth } from './choose-auth.ts';
import { createToken } from './tokens/token-records.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore('sqlite::memory:');
});
afterEach(() => store[Symbol.asyncDispose]());

const choose = (auth: AuthOption, shared = false) => chooseAuth({ auth, store, shared, logger: quiet });
const SERVICES = { authEndpoint: 'https://a.example/auth', tokenInfoEndpoint: 'https://a.example/info' };

describe('auto', () => {
  test('is development when nothing is configured', async () => {
    const { mode, tokens, authenticator } = await choose('auto');
    expect(mode).toBe('development');
    expect(await authenticator.authenticate(tokens!.admin)).toMatchObject({ role: 'admin' });
  });

  test('is tokens as soon as there is one', async () => {
    const { token } = await createToken(store.records, { role: 'user', id: 'a' });
    const chosen = await choose('auto');
    expect(chosen).toMatchObject({ mode: 'tokens' });
    expect(chosen.tokens).toBeUndefined();
    expect(await chosen.authenticator.authenticate(token)).toMatchObject({ id: 'a' });
  });

  test('is never development on a database that others reach; it waits for the first token', async () => {
    const { mode, tokens, authenticator } = await choose('auto', true);
    expect([mode, tokens]).toEqual(['tokens', undefined]);
    expect(await authenticator.authenticate('anything')).toBeUndefined();
    const { token } = await createToken(store.records, { role: 'admin', id: 'first' });
    expect(await authenticator.authenticate(token)).toMatchObject({ id: 'first' });
  });
});

describe('explicit choices', () => {
  test('tokens, though there are none', async () => {
    expect((await choose('tokens')).mode).toBe('tokens');
  });

  test('development, though there are tokens, which then work too', async () => {
    const { token } = await createToken(store.records, { role: 'user', id: 'a' });
    const { mode, authenticator } = await choose('development');
    expect(mode).toBe('development');
    expect(await authenticator.authenticate(token)).toMatchObject({ id: 'a' });
  });

  test('other services', async () => {
    expect((await choose(SERVICES)).mode).toBe('external');
  });

  test('an object of the program’s', async () => {
    const own = { authenticate: async (token: string) => ({ role: 'user' as const, id: token, token }) };
    const { mode, authenticator } = await choose(own);
    expect(mode).toBe('custom');
    expect(await authenticator.authenticate('bob')).toMatchObject({ id: 'bob' });
  });

  test.each(['', 'localhost:9000', 'ftp://x/y', 'file:///etc/passwd'])('the endpoint %j is refused', async (url) => {
    await expect(choose({ ...SERVICES, authEndpoint: url })).rejects.toThrow(/AUTH_ENDPOINT must be a URL/);
    await expect(choose({ ...SERVICES, tokenInfoEndpoint: url })).rejects.toThrow(/TOKEN_INFO_ENDPOINT must be a URL/);
  });
});

describe('the environment', () => {
  test('without the variables, or with empty ones, chooses nothing', () => {
    expect(authOfEnvironment({})).toBe('auto');
    expect(authOfEnvironment({ AUTH_ENDPOINT: '', TOKEN_INFO_ENDPOINT: '' })).toBe('auto');
  });

  test('with both names the services', () => {
    const { authEndpoint: AUTH_ENDPOINT, tokenInfoEndpoint: TOKEN_INFO_ENDPOINT } = SERVICES;
    expect(authOfEnvironment({ AUTH_ENDPOINT, TOKEN_INFO_ENDPOINT })).toEqual(SERVICES);
  });

  test.each([
    [{ AUTH_ENDPOINT: 'https://x' }, 'AUTH_ENDPOINT is set but TOKEN_INFO_ENDPOINT is not'],
    [{ TOKEN_INFO_ENDPOINT: 'https://x' }, 'TOKEN_INFO_ENDPOINT is set but AUTH_ENDPOINT is not'],
  ])('with one of them it is refused: nobody meant to run without authentication', (environment, message) => {
    expect(() => authOfEnvironment(environment)).toThrow(message);
  });
});
