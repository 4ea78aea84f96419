import { toOpenCallsText } from '@posthouse/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCallsText } from './parse-calls-text.ts';

test('the answer of a paused task tells which calls wait', () => {
  const call = fc.record({ callId: fc.string(), tool: fc.string(), input: fc.jsonValue() });
  fc.assert(
    fc.property(fc.array(call, { minLength: 1 }), (calls) => {
      const text = toOpenCallsText(calls as Parameters<typeof toOpenCallsText>[0]);
      const expected = calls.map(({ callId, tool, input }) => ({ callId, tool, input: JSON.stringify(input) }));
      expect(parseCallsText(text)).toEqual(expected);
    }),
  );
});

test.each([
  '',
  'The weather is fine.',
  '[]',
  '{}',
  '[1]',
  '[null]',
  '[{"call_id":"c"}]',
  '[{"name":"x"}]',
  '[{"call_id":1,"name":"x"}]',
])('an answer like %j is just an answer', (text) => {
  expect(parseCallsText(text)).toBeUndefined();
});
