import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthServices, startAuthServices } from '../__fixtures__/auth-services.ts';
import { externalAuthenticator } from './external-authenticator.ts';

let services: AuthServices;
beforeEach(async () => {
  services = await startAuthServices();
});
afterEach(() => services[Symbol.asyncDispose]());

function connect(options: { timeoutMs?: number; now?: () => number } = {}) {
  const { authEndpoint, tokenInfoEndpoint } = services;
  return externalAuthenticator({ authEndpoint, tokenInfoEndpoint, ...options });
}

describe('ExternalAuthenticator', () => {
  test('exchanges the key for a token and the token for a name, as MAIL does', async () => {
    expect(await connect().authenticate('key-alice')).toEqual({ role: 'user', id: 'alice', token: 'key-alice' });
    expect(services.calls).toEqual(['POST /auth key-alice', 'GET /token jwt-key-alice']);
  });

  test('an unknown key is not authenticated', async () => {
    expect(await connect().authenticate('key-mallory')).toBeUndefined();
    expect(services.calls).toEqual(['POST /auth key-mallory']);
  });

  test.each([401, 403])('a token that is refused with %i is not authenticated', async (status) => {
    services.info = () => ({ status });
    expect(await connect().authenticate('key-alice')).toBeUndefined();
  });

  test('refuses a caller of an unknown role', async () => {
    services.info = () => ({ body: { role: 'emperor', id: 'nero' } });
    await expect(connect().authenticate('key-alice')).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'invalid role',
    });
  });
});

describe('Q39: cached answers of the services', () => {
  test('one answer serves all requests with the same key for a minute', async () => {
    let now = 0;
    const authenticator = connect({ now: () => now });
    await Promise.all(Array.from({ length: 20 }, () => authenticator.authenticate('key-alice')));
    now = 59_000;
    await authenticator.authenticate('key-alice');
    expect(services.calls).toHaveLength(2);
    now = 61_000;
    await authenticator.authenticate('key-alice');
    expect(services.calls).toHaveLength(4);
  });

  test('a wrong key is looked up at most once in five seconds', async () => {
    let now = 0;
    const authenticator = connect({ now: () => now });
    for (now = 0; now < 5_000; now += 500) await authenticator.authenticate('wrong');
    expect(services.calls).toHaveLength(1);
    await authenticator.authenticate('wrong');
    expect(services.calls).toHaveLength(2);
  });

  test('a revoked key stops working when the cached answer expires', async () => {
    let now = 0;
    const authenticator = connect({ now: () => now });
    await authenticator.authenticate('key-alice');
    services.auth = () => ({ status: 401 });
    now = 60_000;
    expect(await authenticator.authenticate('key-alice')).toBeUndefined();
  });
});

describe('failing authentication services', () => {
  test.each<[string, (services: AuthServices) => void]>([
    ['the first service answers 500', (it) => (it.auth = () => ({ status: 500 }))],
    ['the second service answers 500', (it) => (it.info = () => ({ status: 500 }))],
    ['a service answers with 200 and a page', (it) => (it.auth = () => ({ raw: '<html>' }))],
    ['a service answers with an empty body', (it) => (it.info = () => ({ raw: '' }))],
    ['the token is missing', (it) => (it.auth = () => ({ body: { tokens: 'x' } }))],
    ['the token is not a string', (it) => (it.auth = () => ({ body: { token: 5 } }))],
    ['the id is missing', (it) => (it.info = () => ({ body: { role: 'admin' } }))],
    ['the id is empty', (it) => (it.info = () => ({ body: { role: 'admin', id: '' } }))],
    ['the answer is far too long', (it) => (it.info = () => ({ raw: ' '.repeat(100_000) }))],
    [
      'the answer would pollute prototypes',
      (it) => (it.info = () => ({ raw: '{"__proto__":{"role":"admin","id":"x"}}' })),
    ],
    ['a service redirects', (it) => (it.auth = () => ({ status: 302, location: '/elsewhere' }))],
  ])('authentication is unavailable when %s', async (_, breakIt) => {
    breakIt(services);
    await expect(connect().authenticate('key-alice')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  });

  test('a key never follows a redirect', async () => {
    services.auth = () => ({ status: 307, location: '/stolen' });
    await expect(connect().authenticate('key-alice')).rejects.toThrow(/cannot check your token/);
    expect(services.calls).toEqual(['POST /auth key-alice']);
  });

  test('a service that does not answer is abandoned after the timeout', async () => {
    services.info = () => ({ silent: true });
    await expect(connect({ timeoutMs: 100 }).authenticate('key-alice')).rejects.toThrow(/token service.*took too long/);
  });

  test('the error names the service that cannot be reached, but not the key', async () => {
    await services[Symbol.asyncDispose]();
    const error = await connect()
      .authenticate('key-alice')
      .catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect((error as Error).message).toMatch(/authentication service.*cannot be reached \(ECONNREFUSED\)/);
    expect(`${(error as Error).stack}`).not.toContain('key-alice');
  });

  test('authentication works again as soon as the services do', async () => {
    const { auth } = services;
    const authenticator = connect();
    services.auth = () => ({ status: 503 });
    await expect(authenticator.authenticate('key-root')).rejects.toThrow(/status 503/);
    services.auth = auth;
    expect(await authenticator.authenticate('key-root')).toMatchObject({ role: 'admin', id: 'root' });
  });
});
