import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenCall } from '../log/call.ts';
import { toOpenCallsText } from '../projections/to-open-calls-text.ts';
import { toOpenCalls } from './to-open-calls.ts';

test('the answer of a paused task gives the calls that wait', () => {
  const call = fc.record({ callId: fc.string(), tool: fc.string(), input: fc.jsonValue() });
  fc.assert(
    fc.property(fc.array(call, { minLength: 1 }), (calls) => {
      const text = toOpenCallsText(calls as OpenCall[]);
      expect(JSON.stringify(toOpenCalls(text))).toBe(JSON.stringify(calls));
    }),
  );
});

test.each([
  ['no text', { q: 1 }, { q: 1 }],
  ['no JSON', '{q', '{q'],
  ['not there', undefined, {}],
])('toOpenCalls reads arguments that are %s', (_, given, input) => {
  const calls = JSON.stringify([{ call_id: 'a', name: 'ask', arguments: given }]);
  expect(toOpenCalls(calls)).toEqual([{ callId: 'a', tool: 'ask', input }]);
});

test.each(['', 'An answer.', '[]', '{}', '[1]', '[null]', '[{"name":"x"}]', '[{"call_id":1,"name":"x"}]', '["a"]'])(
  'toOpenCalls finds no calls in %j',
  (response) => {
    expect(toOpenCalls(response)).toBeUndefined();
  },
);
