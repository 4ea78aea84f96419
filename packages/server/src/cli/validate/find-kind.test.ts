import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findKind } from './find-kind.ts';

test.each<[unknown, string | undefined]>([
  [[], 'swarms'],
  [[{ name: 'x' }], 'swarms'],
  [[{ msg_type: 'request' }], 'messages'],
  [{ agents: [] }, 'swarm'],
  [{ entrypoint: 'x' }, 'swarm'],
  [{ msg_type: 'request' }, 'message'],
  [{ message: {}, timestamp: '' }, 'message'],
  [{ msg_type: 'request', payload: {} }, 'interswarm message'],
  [{ source_swarm: 'a' }, 'interswarm message'],
  [{ message: { task_owner: 'a' } }, 'interswarm delivery'],
  [{ message: { payload: {} }, timestamp: '' }, 'interswarm delivery'],
  [{ message: {} }, undefined],
  [{}, undefined],
  [null, undefined],
  ['agents', undefined],
])('%j is recognised as %s', (value, kind) => {
  expect(findKind(value)).toBe(kind);
});

test('any value can be classified', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => findKind(value)).not.toThrow();
    }),
  );
});
