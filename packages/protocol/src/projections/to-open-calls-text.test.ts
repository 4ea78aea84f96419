import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idArbitrary, jsonArbitrary, nameArbitrary } from '../__fixtures__/text-arbitraries.ts';
import { toOpenCallsText } from './to-open-calls-text.ts';

describe('toOpenCallsText', () => {
  test('writes calls as the reference does, key by key', () => {
    expect(toOpenCallsText([{ callId: 'c1', tool: 'ask_human', input: { q: 'ok?' } }])).toBe(
      String.raw`[{"arguments":"{\"q\":\"ok?\"}","call_id":"c1","name":"ask_human","type":"function_call","id":"fc_c1","status":"completed"}]`,
    );
  });

  test('a client can read back tool, id and arguments of every call', () => {
    const calls = fc.array(fc.record({ callId: idArbitrary, tool: nameArbitrary, input: jsonArbitrary }));
    fc.assert(
      fc.property(calls, (open) => {
        const read = JSON.parse(toOpenCallsText(open)) as { call_id: string; name: string; arguments: string }[];
        expect(
          read.map((call) => ({ callId: call.call_id, tool: call.name, input: JSON.parse(call.arguments) as unknown })),
        ).toEqual(open);
      }),
    );
  });
});
