import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readChunks, toComparable, versions } from '../__fixtures__/ai-sdks.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { MessageAccumulator } from './message-accumulator.ts';
import type { UIMessage } from './ui-message.ts';

function accumulate(chunks: readonly UIChunk[]): UIMessage {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return accumulator.message;
}

const start: UIChunk = { type: 'start', messageId: 'm', messageMetadata: { agent: 'x' } };
const call = { toolCallId: 'c', toolName: 'look', dynamic: true, providerExecuted: true };
const partMetadata = { x: { y: 1 } };

/** Streams of every kind of chunk that we may send. */
const streams: Record<string, UIChunk[]> = {
  'texts that grow by turns': [
    { type: 'text-start', id: 'a', providerMetadata: partMetadata },
    { type: 'reasoning-start', id: 'a' },
    { type: 'text-delta', id: 'a', delta: 'on' },
    { type: 'reasoning-delta', id: 'a', delta: 'hm', providerMetadata: { x: { y: 2 } } },
    { type: 'text-delta', id: 'a', delta: 'e' },
    { type: 'reasoning-end', id: 'a' },
    { type: 'text-end', id: 'a', providerMetadata: { x: { y: 3 } } },
  ],
  'a text that is never finished': [
    { type: 'text-start', id: 'a' },
    { type: 'text-delta', id: 'a', delta: 'half' },
  ],
  'an id that is used again': [
    { type: 'text-start', id: 'a' },
    { type: 'text-end', id: 'a' },
    { type: 'text-start', id: 'a' },
    { type: 'text-delta', id: 'a', delta: 'second' },
    { type: 'text-end', id: 'a' },
  ],
  'a call whose input is written piece by piece': [
    { type: 'tool-input-start', ...call, title: 'Look' },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"city":"Os' },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: 'lo"}' },
    { type: 'tool-input-available', ...call, input: { city: 'Oslo' }, providerMetadata: partMetadata },
    { type: 'tool-output-available', toolCallId: 'c', output: 'rain', preliminary: true },
    { type: 'tool-output-available', toolCallId: 'c', output: { sky: 'grey' } },
  ],
  'a call that is still being written': [
    { type: 'tool-input-start', ...call },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"city":"Os' },
  ],
  'a call that fails, and one that cannot be read': [
    { type: 'tool-input-available', ...call, input: null },
    { type: 'tool-output-error', toolCallId: 'c', errorText: 'no' },
    { type: 'tool-input-error', ...call, toolCallId: 'd', input: 'what', errorText: 'unreadable' },
  ],
  'a tool that the client knows': [
    { type: 'tool-input-available', toolCallId: 'c', toolName: 'ask', input: { q: 1 } },
    { type: 'tool-output-available', toolCallId: 'c', output: null },
  ],
  'approvals, one given and one not': [
    { type: 'tool-input-available', ...call, input: {} },
    { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'c' },
    { type: 'tool-output-available', toolCallId: 'c', output: 'done' },
    { type: 'tool-input-available', ...call, toolCallId: 'd', input: {} },
    { type: 'tool-approval-request', approvalId: 'q', toolCallId: 'd' },
    { type: 'tool-output-denied', toolCallId: 'd' },
  ],
  'a result in a later step': [
    { type: 'start-step' },
    { type: 'tool-input-available', ...call, input: {} },
    { type: 'finish-step' },
    { type: 'start-step' },
    { type: 'tool-output-available', toolCallId: 'c', output: 1 },
    { type: 'finish-step' },
  ],
  'data, with an id and without, and in passing': [
    { type: 'data-note', data: { n: 1 } },
    { type: 'data-note', data: { n: 2 } },
    { type: 'data-note', id: 'a', data: { n: 3 } },
    { type: 'data-other', id: 'a', data: { n: 4 } },
    { type: 'data-note', id: 'a', data: { n: 5 } },
    { type: 'data-note', data: 'gone', transient: true },
  ],
  'files and sources': [
    { type: 'file', url: 'data:text/plain,hi', mediaType: 'text/plain' },
    { type: 'source-url', sourceId: 's', url: 'https://example.com', title: 'Example', providerMetadata: partMetadata },
    { type: 'source-document', sourceId: 't', mediaType: 'text/plain', title: 'Note', filename: 'note.txt' },
  ],
  'metadata that is added to': [
    { type: 'message-metadata', messageMetadata: { usage: { inputTokens: 1 }, list: [1] } },
    { type: 'finish', finishReason: 'stop', messageMetadata: { usage: { outputTokens: 2 }, list: [2] } },
  ],
  'an error, and a stop': [
    { type: 'text-start', id: 'a' },
    { type: 'text-end', id: 'a' },
    { type: 'abort', reason: 'enough' },
    { type: 'error', errorText: 'broken' },
    { type: 'finish', finishReason: 'error' },
  ],
};

describe.each(versions)('the message that %s reads from a stream', (version) => {
  test.each(Object.entries(streams))('equals ours for %s', async (_, chunks) => {
    const all = [start, ...chunks];
    expect(toComparable(accumulate(all))).toEqual(await readChunks(version, all));
  });

  test('equals ours for all streams in a row, cut off anywhere', async () => {
    const orders = fc.shuffledSubarray(Object.keys(streams).filter((name) => !/call|tool|approvals|result/.test(name)));
    await fc.assert(
      fc.asyncProperty(orders, fc.nat(), async (names, place) => {
        const all = [start, ...names.flatMap((name) => streams[name]!)];
        const cut = all.slice(0, 1 + (place % all.length));
        expect(toComparable(accumulate(cut))).toEqual(await readChunks(version, cut));
      }),
      { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 10) },
    );
  });
});

describe('MessageAccumulator', () => {
  test('a message can be read at any time, and what was read does not change', () => {
    const accumulator = new MessageAccumulator();
    expect(accumulator.message).toEqual({ id: '', role: 'assistant', parts: [] });
    accumulator.add(start);
    accumulator.add({ type: 'text-start', id: 'a' });
    const early = accumulator.message;
    accumulator.add({ type: 'text-delta', id: 'a', delta: 'late' });
    expect(early.parts).toEqual([{ type: 'text', text: '', state: 'streaming' }]);
    expect(accumulator.message.parts).toEqual([{ type: 'text', text: 'late', state: 'streaming' }]);
  });

  test.each<UIChunk>([
    { type: 'text-delta', id: 'a', delta: 'x' },
    { type: 'reasoning-end', id: 'a' },
    { type: 'tool-output-available', toolCallId: 'c', output: 1 },
    { type: 'tool-output-error', toolCallId: 'c', errorText: 'x' },
    { type: 'tool-output-denied', toolCallId: 'c' },
    { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'c' },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{' },
  ])('explains $type out of order, as clients do', async (chunk) => {
    expect(() => accumulate([start, chunk])).toThrow(/'[ac]'/);
    for (const version of versions) await expect(readChunks(version, [start, chunk])).rejects.toThrow(/tool|part/);
  });

  test('a text does not continue across a step', () => {
    const chunks: UIChunk[] = [start, { type: 'text-start', id: 'a' }, { type: 'finish-step' }];
    expect(() => accumulate([...chunks, { type: 'text-delta', id: 'a', delta: 'x' }])).toThrow('has not begun');
  });
});
