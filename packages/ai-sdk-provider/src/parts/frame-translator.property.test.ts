import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerOf, findDisorder } from '../__fixtures__/check-parts.ts';
import { called, completed, failed, letter, paused, type Spoken, token, told, usage } from '../__fixtures__/frames.ts';
import { translate } from '../__fixtures__/translate.ts';

const agents = fc.constantFrom('boss', 'clerk', 'chief');
const words = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 12 });
const kinds = fc.constantFrom('answer', 'reasoning', 'text');

/** Any frame, in any place: what a translator must survive. */
const anyFrame: fc.Arbitrary<Spoken> = fc.oneof(
  fc
    .record({
      agent: agents,
      kind: kinds,
      delta: words,
      offset: fc.nat({ max: 6 }),
      turn: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ agent, kind, delta, ...place }) => token(agent, kind as 'answer', delta, place)),
  fc
    .record({
      agent: agents,
      tool: fc.constantFrom('add', 'ask', 'send_request', 'task_complete'),
      id: fc.nat({ max: 4 }),
    })
    .map(({ agent, tool, id }) => called(agent, tool, `c${id}`, { reasoning: 'ab' })),
  fc
    .record({
      event: fc.constantFrom('action_complete', 'action_error', 'agent_error', 'await_message', 'builtin_tool_call'),
      caller: agents,
      id: fc.nat({ max: 4 }),
    })
    .map(({ event, caller, id }) => told(event, { caller, tool_call_id: `c${id}`, tool_name: 'task_complete' })),
  agents.map((agent) => usage(agent, 1, 1)),
  fc.tuple(agents, words).map(([agent, body]) => letter(agent, body)),
  fc
    .tuple(agents, fc.integer({ min: 1, max: 3 }))
    .map(([caller, turn]) => told('text_abandoned', { caller, turn, attempt: 1 })),
);

const anyOptions = fc.record({
  includeAgentChatter: fc.constantFrom(true, false, 'reasoning' as const),
  includeRaw: fc.boolean(),
  plan: fc.record({
    structured: fc.boolean(),
    withoutTools: fc.boolean(),
    declared: fc.constantFrom(new Set<string>(), new Set(['ask'])),
  }),
});

it('whatever happens, the parts come in an order that the AI SDK takes', () => {
  const ends: Spoken[][] = [[completed('abba')], [failed('boom')], paused({ call_id: 'c1', name: 'ask' })];
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 40 }), fc.constantFrom(...ends), anyOptions, (frames, end, options) => {
      expect(findDisorder(translate([...frames, ...end], options))).toEqual([]);
    }),
  );
});

it('whatever happens, what is left of the text is the answer', () => {
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 40 }), words, anyOptions, (frames, answer, options) => {
      expect(answerOf(translate([...frames, completed(answer)], options))).toBe(answer);
    }),
  );
});

it('an answer that arrives whole is told in one block, however it is cut and repeated', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }))),
      (answer, cuts) => {
        const pieces = cuts.map(([from, to]) => {
          const offset = Math.min(from, to, answer.length);
          return token('boss', 'answer', answer.slice(offset, Math.max(from, to)), { offset });
        });
        const parts = translate([...pieces, completed(answer)]);
        expect(parts.filter((part) => part.type === 'text-start')).toHaveLength(1);
        expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])).join('')).toBe(answer);
      },
    ),
  );
});
