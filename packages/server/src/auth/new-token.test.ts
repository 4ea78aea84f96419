import { expect, test } from 'vitest';
import { hashToken, newToken } from './new-token.ts';

test('a token names its role, is long and unique', () => {
  const tokens = Array.from({ length: 100 }, () => newToken('admin'));
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^ph_admin_[\w-]{43}$/);
});

test('a token needs no escaping in a header or a URL', () => {
  const token = newToken('agent');
  expect(encodeURIComponent(token)).toBe(token);
  expect(new Headers({ authorization: `Bearer ${token}` }).get('authorization')).toBe(`Bearer ${token}`);
});

test('only the SHA-256 of a token is kept', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
