import { expect, test } from 'vitest';
import { hashToken, newToken } from './token.ts';

test('tokens tell their role, are long, and never the same', () => {
  const tokens = Array.from({ length: 100 }, () => newToken('admin'));
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^ph_admin_[\w-]{43}$/);
});

test('a token fits into a header and into a URL as it is', () => {
  const token = newToken('agent');
  expect(encodeURIComponent(token)).toBe(token);
  expect(new Headers({ authorization: `Bearer ${token}` }).get('authorization')).toBe(`Bearer ${token}`);
});

test('what is kept is the SHA-256 of it', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
