import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCallId, toToolCallId } from './call-name.ts';

test('the id of a call can be read from the one that clients know', () => {
  const agents = fc.constantFrom('lead', 'two words', 'scout@annex', 'a.b');
  fc.assert(
    fc.property(agents, fc.nat(), fc.string({ minLength: 1 }), (agent, turn, callId) => {
      expect(toCallId(toToolCallId({ agent, turn, callId }))).toBe(callId);
    }),
  );
});

test.each(['call_1', 'a/b', '7/c', '/x/', ''])('%j is the id of no call of ours, and stays as it is', (id) => {
  expect(toCallId(id)).toBe(id);
});

test('an id may look like one that has been named already', () => {
  expect(toCallId(toToolCallId({ agent: 'lead', turn: 2, callId: 'annex/1/c' }))).toBe('annex/1/c');
});
