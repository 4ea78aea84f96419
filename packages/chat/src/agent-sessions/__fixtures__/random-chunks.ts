import fc from 'fast-check';
import type { UIChunk } from '../../chunks/ui-chunk.ts';

const text = fc.string({ minLength: 1, maxLength: 8 });

/** The chunks of one part, in order. */
function part(index: number): fc.Arbitrary<UIChunk[]> {
  const id = `p${index}`;
  const words = fc
    .tuple(fc.constantFrom('text', 'reasoning'), fc.array(text, { maxLength: 5 }))
    .map(([kind, deltas]): UIChunk[] => [
      { type: `${kind as 'text'}-start`, id, providerMetadata: { posthouse: { part: id } } },
      ...deltas.map((delta): UIChunk => ({ type: `${kind as 'text'}-delta`, id, delta })),
      { type: `${kind as 'text'}-end`, id },
    ]);
  const own = { toolCallId: id, dynamic: true, providerExecuted: true } as const;
  const call = fc
    .record({ typed: fc.boolean(), asked: fc.boolean(), printed: fc.array(text, { maxLength: 3 }), end: fc.nat(2) })
    .map(({ typed, asked, printed, end }): UIChunk[] => [
      ...(typed
        ? ([
            { type: 'tool-input-start', toolName: 'look', ...own },
            { type: 'tool-input-delta', toolCallId: id, inputTextDelta: '{"a"' },
            { type: 'tool-input-delta', toolCallId: id, inputTextDelta: ':1}' },
          ] as UIChunk[])
        : []),
      { type: 'tool-input-available', toolName: 'look', input: { a: 1 }, ...own },
      ...(asked ? ([{ type: 'tool-approval-request', approvalId: `ask-${id}`, toolCallId: id }] as UIChunk[]) : []),
      ...printed.map((output): UIChunk => ({ type: 'tool-output-available', output, preliminary: true, ...own })),
      end === 0
        ? { type: 'tool-output-error', errorText: 'broken', ...own }
        : { type: 'tool-output-available', output: { end }, ...own },
    ]);
  const nested = fc.array(text, { minLength: 1, maxLength: 4 }).map((pieces): UIChunk[] => [
    { type: 'data-agent', id, data: { toolCallId: id, status: 'running' } },
    ...pieces.map((_, n): UIChunk => {
      const said = { type: 'text', text: pieces.slice(0, n + 1).join(''), state: 'streaming' };
      return { type: 'data-agent-part', id: `${id}/1`, data: { toolCallId: id, part: said } };
    }),
    {
      type: 'data-agent-part',
      id: `${id}/1`,
      data: { toolCallId: id, part: { type: 'text', text: 'x', state: 'done' } },
    },
    { type: 'data-agent', id, data: { toolCallId: id, status: 'completed' } },
  ]);
  const notice = text.map((said): UIChunk[] => [{ type: 'data-notice', data: { code: 'x', text: said } }]);
  const passing = text.map((said): UIChunk[] => [{ type: 'data-notice', data: { text: said }, transient: true }]);
  return fc.oneof(words, words, call, nested, notice, passing);
}

/** Parts of which the chunks come in any order that keeps each part's own. */
function interleaved(parts: UIChunk[][]): fc.Arbitrary<UIChunk[]> {
  const turns = parts.flatMap((chunks, index) => chunks.map(() => index));
  return fc.shuffledSubarray(turns, { minLength: turns.length }).map((order) => {
    const places = parts.map(() => 0);
    return order.map((index) => parts[index]![places[index]!++]!);
  });
}

function step(index: number): fc.Arbitrary<UIChunk[]> {
  return fc
    .nat(3)
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => part(index * 10 + n))))
    .chain((parts) => interleaved(parts))
    .map((chunks) => [{ type: 'start-step' }, ...chunks, { type: 'finish-step' }]);
}

/** The stream of a whole answer, as adapters write them. */
export const answerChunks: fc.Arbitrary<UIChunk[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => step(n))))
  .map((steps) => [
    { type: 'start', messageId: 'm', messageMetadata: { agent: 'x' } },
    ...steps.flat(),
    { type: 'finish', finishReason: 'stop', messageMetadata: { outcome: 'complete' } },
  ]);
