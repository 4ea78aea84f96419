import { expect, test } from 'vitest';
import { knownSecrets } from './known-secrets.ts';

test('keys, tokens and passwords of the environment are secrets', () => {
  const environment = {
    OPENAI_API_KEY: 'key-1234567',
    SWARM_AUTH_TOKEN_BETA: 'token-1234567',
    JWT_SECRET: 'secret-1234567',
    PGPASSWORD: 'password-1234567',
    HOME: '/somebody',
    PATH: '/usr/bin:/bin',
  };
  expect(knownSecrets(environment).toSorted()).toEqual([
    'key-1234567',
    'password-1234567',
    'secret-1234567',
    'token-1234567',
  ]);
});

test('passwords inside URLs are secrets, encoded and decoded', () => {
  const environment = { DATABASE_URL: 'postgres://me:p%40ssw%2Frd@db/x' };
  expect(knownSecrets(environment, ['https://u:other-password@host'])).toEqual(
    expect.arrayContaining(['p%40ssw%2Frd', 'p@ssw/rd', 'other-password']),
  );
});

test('a password with characters that a URL does not allow is a secret', () => {
  expect(knownSecrets({}, ['postgres://me:pa/ss@wo?rd@db/x'])).toContain('pa/ss@wo?rd');
});

test('an address is no secret, though its name mentions tokens', () => {
  expect(knownSecrets({ TOKEN_INFO_ENDPOINT: 'https://auth.example.org/info' })).toEqual([]);
});

test('flags and short values are no secrets, and invalid escapes do no harm', () => {
  expect(knownSecrets({ USE_TOKEN: 'true' }, ['postgres://me:%ZZ-12345678@db', undefined])).toEqual(['%ZZ-12345678']);
});

test('longer secrets come first, in case one contains another', () => {
  const lengths = knownSecrets({ A_TOKEN: 'abcdefgh', B_TOKEN: 'abcdefgh-and-more' }).map(({ length }) => length);
  expect(lengths).toEqual([17, 8]);
});
