import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicKey, isSignedBy, SigningKey, toKeyId } from './signing-key.ts';

/** Signing takes its time. */
const samples = { numRuns: process.env.TEST_FULL === '1' ? 300 : 30 };

const SEED = Buffer.alloc(32, 7).toString('base64url');

describe('SigningKey', () => {
  test('the same bytes give the same key, however they are written', () => {
    const plain = SigningKey.from(SEED);
    expect(SigningKey.from(`${Buffer.alloc(32, 7).toString('base64')}\n`).publicKey).toBe(plain.publicKey);
    expect(plain.id).toBe(toKeyId(plain.publicKey));
    expect(plain.id).toMatch(/^[\w-]{16}$/);
    expect(SigningKey.create().publicKey).not.toBe(plain.publicKey);
  });

  test('a key is read from PEM, with real or escaped line breaks', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const { x } = publicKey.export({ format: 'jwk' });
    expect(SigningKey.from(pem).publicKey).toBe(x);
    expect(SigningKey.from(pem.replaceAll('\n', '\\n')).publicKey).toBe(x);
  });

  test.each([
    ['nothing', ''],
    ['too little', 'AAAA'],
    ['too much', Buffer.alloc(33).toString('base64')],
    ['words', 'my very secret key'],
    [
      'a key of another kind',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    ],
    ['a broken PEM', '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----'],
  ])('no key is made from %s, and the error does not repeat it', (_, text) => {
    const line = text.split('\n').find((each) => each.length > 10 && !each.startsWith('-----')) ?? '';
    expect(() => SigningKey.from(text)).toThrow('the signing key must be 32 bytes');
    expect(() => SigningKey.from(text)).not.toThrow(line === '' ? 'nothing to repeat' : line);
  });

  test('signs what only its public half confirms', () => {
    const [one, other] = [SigningKey.create(), SigningKey.create()];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, different) => {
        const signature = one.sign(text);
        expect(isSignedBy(one.publicKey, text, signature)).toBe(true);
        expect(isSignedBy(other.publicKey, text, signature)).toBe(false);
        const same = Buffer.from(text).equals(Buffer.from(different));
        expect(isSignedBy(one.publicKey, different, signature)).toBe(same);
      }),
      samples,
    );
  });

  test('accepts no other text as a signature or as a key', () => {
    const key = SigningKey.create();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isSignedBy(key.publicKey, 'x', text)).toBe(false);
        expect(isSignedBy(text, 'x', key.sign('x'))).toBe(false);
      }),
      samples,
    );
    expect(isPublicKey(key.publicKey)).toBe(true);
    for (const text of ['', 'x', `${key.publicKey}A`, key.publicKey.slice(1)]) expect(isPublicKey(text)).toBe(false);
  });
});

describe('a sealed text', () => {
  test('a sealed text is opened by the same key under the same name only', () => {
    const [one, other] = [SigningKey.create(), SigningKey.create()];
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, name) => {
        const sealed = one.seal(text, name);
        expect(one.open(sealed, name)).toBe(text);
        expect(other.open(sealed, name)).toBeUndefined();
        expect(one.open(sealed, `${name}!`)).toBeUndefined();
      }),
    );
  });

  test('a sealed text cannot be opened after a change, and does not show its content', () => {
    const key = SigningKey.create();
    const sealed = key.seal('hush-hush', 'weather');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('hush');
    expect(key.seal('hush-hush', 'weather')).not.toBe(sealed);
    const bytes = Buffer.from(sealed, 'base64url');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      expect(key.open(changed.toString('base64url'), 'weather')).toBeUndefined();
    }
    for (const text of ['', 'x', sealed.slice(0, 20)]) expect(key.open(text, 'weather')).toBeUndefined();
  });
});
