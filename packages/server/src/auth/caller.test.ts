import { expect, test } from 'vitest';
import { toInstance } from './caller.ts';

test.each([
  ['user', 'user'],
  ['admin', 'admin'],
  ['agent', 'swarm'],
] as const)('a caller of role %s works in an instance of role %s', (role, expected) => {
  expect(toInstance({ role, id: 'a', token: 'secret' }, 'demo')).toEqual({ swarm: 'demo', role: expected, id: 'a' });
});

test('the same id in another role or swarm is another caller', () => {
  const places = (['user', 'admin', 'agent'] as const).flatMap((role) =>
    ['one', 'two'].map((swarm) => JSON.stringify(toInstance({ role, id: 'a', token: '' }, swarm))),
  );
  expect(new Set(places).size).toBe(6);
});
