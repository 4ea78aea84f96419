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

describe('automatic choice of authentication', () => {
  test('chooses development when nothing is configured', async () => {
    const { mode, tokens, authenticator } = await choose('auto');
    expect(mode).toBe('development');
    expect(await authenticator.authenticate(tokens!.admin)).toMatchObject({ role: 'admin' });
  });

  test('chooses tokens as soon as one exists', async () => {
    const { token } = await createToken(store.records, { role: 'user', id: 'a' });
    const chosen = await choose('auto');
    expect(chosen).toMatchObject({ mode: 'tokens' });
    expect(chosen.tokens).toBeUndefined();
    expect(await chosen.authenticator.authenticate(token)).toMatchObject({ id: 'a' });
  });

  test('never chooses development on a database that others can reach; it waits for the first token', async () => {
    const { mode, tokens, authenticator } = await choose('auto', true);
    expect([mode, tokens]).toEqual(['tokens', undefined]);
    expect(await authenticator.authenticate('anything')).toBeUndefined();
    const { token } = await createToken(store.records, { role: 'admin', id: 'first' });
    expect(await authenticator.authenticate(token)).toMatchObject({ id: 'first' });
  });
});

describe('explicit choice of authentication', () => {
  test('uses tokens even when none exist', async () => {
    expect((await choose('tokens')).mode).toBe('tokens');
  });

  test('uses development even when tokens exist, and accepts those too', async () => {
    const { token } = await createToken(store.records, { role: 'user', id: 'a' });
    const { mode, authenticator } = await choose('development');
    expect(mode).toBe('development');
    expect(await authenticator.authenticate(token)).toMatchObject({ id: 'a' });
  });

  test('an explicit choice of authentication uses external services', async () => {
    expect((await choose(SERVICES)).mode).toBe('external');
  });

  test('uses an authenticator that the program passes', async () => {
    const own = { authenticate: async (token: string) => ({ role: 'user' as const, id: token, token }) };
    const { mode, authenticator } = await choose(own);
    expect(mode).toBe('custom');
    expect(await authenticator.authenticate('bob')).toMatchObject({ id: 'bob' });
  });

  test.each(['', 'localhost:9000', 'ftp://x/y', 'file:///etc/passwd'])('refuses the endpoint %j', async (url) => {
    await expect(choose({ ...SERVICES, authEndpoint: url })).rejects.toThrow(/AUTH_ENDPOINT must be a URL/);
    await expect(choose({ ...SERVICES, tokenInfoEndpoint: url })).rejects.toThrow(/TOKEN_INFO_ENDPOINT must be a URL/);
  });
});

describe('authentication from the environment', () => {
  test('chooses nothing when the variables are missing or empty', () => {
    expect(authOfEnvironment({})).toBe('auto');
    expect(authOfEnvironment({ AUTH_ENDPOINT: '', TOKEN_INFO_ENDPOINT: '' })).toBe('auto');
  });

  test('uses the services when both variables are set', () => {
    const { authEndpoint: AUTH_ENDPOINT, tokenInfoEndpoint: TOKEN_INFO_ENDPOINT } = SERVICES;
    expect(authOfEnvironment({ AUTH_ENDPOINT, TOKEN_INFO_ENDPOINT })).toEqual(SERVICES);
  });

  test.each([
    [{ AUTH_ENDPOINT: 'https://x' }, 'AUTH_ENDPOINT is set but TOKEN_INFO_ENDPOINT is not'],
    [{ TOKEN_INFO_ENDPOINT: 'https://x' }, 'TOKEN_INFO_ENDPOINT is set but AUTH_ENDPOINT is not'],
  ])('refuses to start when only one of the two variables is set', (environment, message) => {
    expect(() => authOfEnvironment(environment)).toThrow(message);
  });
});
