import { expect, test } from 'vitest';
import { CallerTokens } from './caller-tokens.ts';

test('the token that a caller sent last is known for that caller, in every swarm', () => {
  const tokens = new CallerTokens();
  tokens.remember({ role: 'user', id: 'ada', token: 'old' });
  tokens.remember({ role: 'user', id: 'ada', token: 'new' });
  tokens.remember({ role: 'agent', id: 'beta', token: 'peer' });
  expect(tokens.of({ swarm: 'one', role: 'user', id: 'ada' })).toBe('new');
  expect(tokens.of({ swarm: 'two', role: 'user', id: 'ada' })).toBe('new');
  expect(tokens.of({ swarm: 'one', role: 'admin', id: 'ada' })).toBeUndefined();
  expect(tokens.of({ swarm: 'one', role: 'swarm', id: 'beta' })).toBe('peer');
});

test('the caller that has been away longest is forgotten first', () => {
  const tokens = new CallerTokens(2);
  for (const id of ['ada', 'bob', 'ada', 'cid']) tokens.remember({ role: 'user', id, token: `token of ${id}` });
  const known = ['ada', 'bob', 'cid'].filter((id) => tokens.of({ swarm: 's', role: 'user', id }) !== undefined);
  expect(known).toEqual(['ada', 'cid']);
});
