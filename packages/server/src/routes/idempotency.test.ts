import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toIdempotencyKey, toTaskId } from './idempotency.ts';

const alice = { swarm: 'desk', role: 'user', id: 'alice' } as const;

test('the same key of the same caller gives the same task id, which is a UUID', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (key) => {
      const id = toTaskId(key, alice);
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(toTaskId(key, alice)).toBe(id);
    }),
  );
});

test('another key, caller, role or swarm gives another task id', () => {
  const ids = [
    toTaskId('k', alice),
    toTaskId('l', alice),
    toTaskId('k', { ...alice, id: 'bob' }),
    toTaskId('k', { ...alice, role: 'admin' }),
    toTaskId('k', { ...alice, swarm: 'annex' }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test('a key has a limited length', () => {
  expect(toIdempotencyKey(undefined)).toBeUndefined();
  expect(toIdempotencyKey('k'.repeat(256))).toHaveLength(256);
  expect(() => toIdempotencyKey('')).toThrow('1 to 256');
  expect(() => toIdempotencyKey('k'.repeat(257))).toThrow('1 to 256');
});
