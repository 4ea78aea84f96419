import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFlaw, readProof, signRequest } from './signed-request.ts';
import { SigningKey } from './signing-key.ts';

const key = SigningKey.create();
const now = Date.parse('2026-01-01T12:00:00Z');
const windowMs = 60_000;
const request = { method: 'POST', path: '/interswarm/forward', body: '{"message":{}}' };

const proofOf = (headers: Record<string, string>) => {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return readProof((name) => lower.get(name));
};
const judge = (given: typeof request, headers: Record<string, string>, at = now, by = key) =>
  findFlaw(given, proofOf(headers), { publicKey: by.publicKey, keyId: by.id, now: at, windowMs });

describe('signed requests', () => {
  test('signed requests carry four headers and verify', () => {
    const headers = signRequest(request, key, new Date(now));
    expect(Object.keys(headers)).toEqual(['Mail-Signature', 'Mail-Key-Id', 'Mail-Nonce', 'Mail-Timestamp']);
    expect(judge(request, headers)).toBeUndefined();
    expect(signRequest(request, key)['Mail-Nonce']).not.toBe(headers['Mail-Nonce']);
  });

  test('signed requests are incomplete without any one header', () => {
    const headers = signRequest(request, key, new Date(now));
    for (const name of Object.keys(headers)) {
      const { [name]: _, ...rest } = headers;
      expect(judge(request, rest)).toBe('missing');
    }
    expect(judge(request, {})).toBe('missing');
  });

  test('signed requests do not verify with any other method, path, query, body or header', () => {
    const headers = signRequest(request, key, new Date(now));
    for (const other of [
      { ...request, method: 'GET' },
      { ...request, path: '/interswarm/back' },
      { ...request, path: '/interswarm/forward?x=1' },
      { ...request, body: '{"message":{ }}' },
      { ...request, body: '' },
    ]) {
      expect(judge(other, headers)).toBe('forged');
    }
    for (const name of ['Mail-Nonce', 'Mail-Timestamp', 'Mail-Signature']) {
      expect(judge(request, { ...headers, [name]: `${headers[name]!}x` })).toBe('forged');
    }
    expect(judge(request, { ...headers, 'Mail-Nonce': 'short' })).toBe('forged');
  });

  test('requests do not verify when text moves from one part to another', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (one, two) => {
        const headers = signRequest({ method: 'POST', path: `/${one}`, body: two }, key, new Date(now));
        const moved = { method: 'POST', path: `/${one}${two}`, body: '' };
        expect(judge(moved, headers)).toBe(two === '' ? undefined : 'forged');
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 300 : 30 },
    );
  });

  test('requests signed by another have an unknown key, and are forged when they borrow a key id', () => {
    const other = SigningKey.create();
    const headers = signRequest(request, other, new Date(now));
    expect(judge(request, headers)).toBe('unknown_key');
    expect(judge(request, { ...headers, 'Mail-Key-Id': key.id })).toBe('forged');
  });

  test('signed requests are valid for a while, before and after the clock of the receiver', () => {
    const headers = signRequest(request, key, new Date(now));
    for (const offset of [-windowMs, 0, windowMs]) expect(judge(request, headers, now + offset)).toBeUndefined();
    for (const offset of [-windowMs - 1, windowMs + 1]) expect(judge(request, headers, now + offset)).toBe('expired');
    const odd = { 'Mail-Timestamp': 'yesterday' };
    expect(judge(request, { ...headers, ...odd })).toBe('forged');
  });
});
