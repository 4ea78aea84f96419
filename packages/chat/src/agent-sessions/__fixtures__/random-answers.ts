import type { AgentNews } from '@posthouse/agents';
import fc from 'fast-check';
import { newsToChunks } from '../../agent-chunks/news-to-chunks.ts';
import type { UIChunk } from '../../chunks/ui-chunk.ts';

const text = fc.string({ minLength: 1, maxLength: 8 });

/** The news of one part, in order. */
function part(index: number): fc.Arbitrary<AgentNews[]> {
  const id = `p${index}`;
  const words = fc
    .tuple(fc.constantFrom('text' as const, 'reasoning' as const), fc.array(text, { maxLength: 5 }))
    .map(([kind, deltas]): AgentNews[] => [
      { type: 'text-start', id, kind },
      ...deltas.map((delta): AgentNews => ({ type: 'text', id, kind, delta })),
      { type: 'text-end', id, kind },
    ]);
  const call = fc
    .record({ typed: fc.boolean(), asked: fc.boolean(), printed: fc.array(text, { maxLength: 3 }), end: fc.nat(2) })
    .map(({ typed, asked, printed, end }): AgentNews[] => [
      ...(typed
        ? ([
            { type: 'call-start', callId: id, tool: 'look' },
            { type: 'call-input', callId: id, delta: '{"a"' },
            { type: 'call-input', callId: id, delta: ':1}' },
          ] as AgentNews[])
        : []),
      { type: 'call', callId: id, tool: 'look', input: { a: 1 } },
      ...(asked ? ([{ type: 'question', approvalId: `ask-${id}`, callId: id }] as AgentNews[]) : []),
      ...printed.map((output): AgentNews => ({ type: 'progress', callId: id, text: output })),
      end === 0
        ? { type: 'failure', callId: id, errorText: 'broken' }
        : { type: 'result', callId: id, output: { end } },
    ]);
  const nested = fc.array(text, { minLength: 1, maxLength: 4 }).map((pieces): AgentNews[] => [
    { type: 'agent', agent: { toolCallId: id, status: 'running' } },
    ...pieces.map((_, n): AgentNews => {
      const said = { type: 'text', text: pieces.slice(0, n + 1).join(''), state: 'streaming' } as const;
      return { type: 'agent-part', id: `${id}/1`, parent: id, part: said };
    }),
    { type: 'agent-part', id: `${id}/1`, parent: id, part: { type: 'text', text: 'x', state: 'done' } },
    { type: 'agent', agent: { toolCallId: id, status: 'completed' } },
  ]);
  const notice = text.map((said): AgentNews[] => [{ type: 'notice', id: `notice-${id}`, code: 'x', text: said }]);
  const passing = text.map((said): AgentNews[] => [{ type: 'notice', code: 'x', text: said }]);
  return fc.oneof(words, words, call, nested, notice, passing);
}

/** Parts of which the news come in any order that keeps each part's own. */
function interleaved(parts: AgentNews[][]): fc.Arbitrary<AgentNews[]> {
  const turns = parts.flatMap((news, index) => news.map(() => index));
  return fc.shuffledSubarray(turns, { minLength: turns.length }).map((order) => {
    const places = parts.map(() => 0);
    return order.map((index) => parts[index]![places[index]!++]!);
  });
}

function step(index: number): fc.Arbitrary<AgentNews[]> {
  return fc
    .nat(3)
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => part(index * 10 + n))))
    .chain((parts) => interleaved(parts))
    .map((news) => [{ type: 'step-start' }, ...news, { type: 'step-end' }]);
}

/** What happens between the beginning and the end of an answer, as adapters tell it. */
export const answerNews: fc.Arbitrary<AgentNews[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => step(n))))
  .map((steps) => steps.flat());

/** The stream of a whole answer. */
export const answerChunks: fc.Arbitrary<UIChunk[]> = answerNews.map((news) => [
  { type: 'start', messageId: 'm', messageMetadata: { agent: 'x' } },
  ...news.flatMap(newsToChunks),
  { type: 'finish', finishReason: 'stop', messageMetadata: { outcome: 'complete' } },
]);
