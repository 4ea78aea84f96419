import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInvalidChunks, readChunks, toComparable, versions } from '../__fixtures__/ai-sdks.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { settleApprovals } from '../messages/settle-approvals.ts';
import { openPartsOf } from './__fixtures__/open-parts-of.ts';
import { answerChunks } from './__fixtures__/random-answers.ts';
import { closeChunks } from './close-chunks.ts';
import { foldChunks } from './fold-chunks.ts';
import { toChunks, toEndChunks } from './to-chunks.ts';

const options = {
  callText: 'Interrupted.',
  metadata: { outcome: 'interrupted' },
  notice: { code: 'interrupted', text: 'It was cut.' },
};
const close = (chunks: UIChunk[]): UIChunk[] => closeChunks('m', chunks, options);

describe('closing a message that was cut', () => {
  test('a message that had not begun is marked as interrupted', () => {
    expect(close([])).toEqual([
      { type: 'start', messageId: 'm' },
      { type: 'data-notice', data: options.notice },
      { type: 'abort', reason: 'It was cut.' },
      { type: 'finish', finishReason: 'stop', messageMetadata: { outcome: 'interrupted' } },
    ]);
  });

  test('closing a message closes its texts, calls and nested agents', () => {
    const own = { toolCallId: 'c', dynamic: true, providerExecuted: true } as const;
    const cut: UIChunk[] = [
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'text-start', id: 't' },
      { type: 'tool-input-available', toolName: 'look', input: {}, ...own },
      { type: 'tool-output-available', output: 'so far', preliminary: true, ...own },
      { type: 'data-agent', id: 'c', data: { status: 'running' } },
      { type: 'data-agent-part', id: 'c/1', data: { part: { type: 'text', text: 'x', state: 'streaming' } } },
      { type: 'data-agent-part', id: 'c/2', data: { part: { type: 'dynamic-tool', state: 'input-available' } } },
    ];
    expect(close(cut).slice(0, -2)).toEqual([
      { type: 'text-end', id: 't' },
      { type: 'tool-output-error', errorText: 'Interrupted.', ...own },
      { type: 'data-agent', id: 'c', data: { status: 'stopped' } },
      { type: 'data-agent-part', id: 'c/1', data: { part: { type: 'text', text: 'x', state: 'done' } } },
      {
        type: 'data-agent-part',
        id: 'c/2',
        data: { part: { type: 'dynamic-tool', state: 'output-error', errorText: 'Interrupted.' } },
      },
      { type: 'data-notice', data: options.notice },
      { type: 'finish-step' },
    ]);
  });

  test('closing makes a message whole for every client wherever it was cut, and keeps what it had', async () => {
    await fc.assert(
      fc.asyncProperty(answerChunks, fc.nat(), async (chunks, place) => {
        const cut = chunks.slice(0, place % (chunks.length + 1));
        const whole = [...cut, ...close(cut)];
        expect(whole.at(-1)?.type).toBe('finish');
        expect(await findInvalidChunks(whole)).toEqual([]);
        const accumulated = foldChunks(whole);
        for (const version of versions) {
          const message = await readChunks(version, whole);
          expect(settleApprovals(message)).toEqual(toComparable(accumulated));
        }
        expect(openPartsOf(accumulated)).toEqual([]);
        const said = foldChunks(cut).parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
        expect(accumulated.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).toEqual(said);
        expect(close(whole)).toEqual([]);
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 1_000 : 60 },
    );
  });
});

describe('a message that is stored whole', () => {
  test('a stored message can be converted back to chunks, wherever it was cut', () => {
    fc.assert(
      fc.property(answerChunks, fc.nat(), (chunks, place) => {
        const message = foldChunks(chunks.slice(0, 1 + (place % chunks.length)));
        expect(withoutHalf(foldChunks(toChunks(message)))).toEqual(withoutHalf(message));
        const closing = close(toChunks(message));
        expect(foldChunks([...toChunks(message), ...closing]).metadata).toMatchObject({ outcome: 'interrupted' });
      }),
    );
  });

  test.each([
    ['complete', ['finish']],
    ['stopped', ['abort', 'finish']],
    ['interrupted', ['abort', 'finish']],
    ['failed', ['error', 'finish']],
  ])('a stored message ends with its outcome %s', (outcome, types) => {
    const message = { id: 'm', role: 'assistant' as const, metadata: { outcome }, parts: [] };
    expect(toEndChunks(message).map(({ type }) => type)).toEqual(types);
  });
});

/** The half of an input that was there is not told again; the whole of it is. */
function withoutHalf(message: ReturnType<typeof foldChunks>) {
  const parts = message.parts.map((part) => {
    if (!('toolCallId' in part) || part.state !== 'input-streaming') return part;
    const { input: _, ...rest } = part;
    return rest;
  });
  return { ...message, parts };
}
