import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { answerChunks } from './__fixtures__/random-answers.ts';
import { ChunkBuffer } from './chunk-buffer.ts';
import { foldChunks } from './fold-chunks.ts';

const delta = (id: string, text: string): UIChunk => ({ type: 'text-delta', id, delta: text });

function merged(chunks: readonly UIChunk[]): UIChunk[] {
  const buffer = new ChunkBuffer();
  buffer.add(chunks);
  return buffer.take();
}

describe('ChunkBuffer', () => {
  test('joins the pieces of a text, even if others come between them', () => {
    const start = (id: string): UIChunk => ({ type: 'text-start', id });
    expect(merged([start('a'), delta('a', 'He'), start('b'), delta('b', 'x'), delta('a', 'llo')])).toEqual([
      start('a'),
      delta('a', 'Hello'),
      start('b'),
      delta('b', 'x'),
    ]);
  });

  test('joins the pieces of an input, and keeps the last progress of a call', () => {
    const own = { toolCallId: 'c', dynamic: true } as const;
    const progress = (output: string): UIChunk => ({
      type: 'tool-output-available',
      output,
      preliminary: true,
      ...own,
    });
    expect(
      merged([
        { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{' },
        { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '}' },
        progress('one'),
        progress('one two'),
        { type: 'tool-output-available', output: 'end', ...own },
      ]),
    ).toEqual([
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{}' },
      progress('one two'),
      { type: 'tool-output-available', output: 'end', ...own },
    ]);
  });

  test('replaces data of the same id, keeps data without one, and drops transient chunks', () => {
    const data = (value: number, id?: string): UIChunk => ({ type: 'data-x', data: value, ...(id && { id }) });
    expect(
      merged([data(1, 'a'), data(2), data(3, 'a'), data(4), { type: 'data-x', data: 5, transient: true }]),
    ).toEqual([data(3, 'a'), data(2), data(4)]);
  });

  test('what begins anew under the same id is not joined', () => {
    const text: UIChunk[] = [{ type: 'text-start', id: 'a' }, delta('a', 'x'), { type: 'text-end', id: 'a' }];
    expect(merged([...text, ...text])).toEqual([...text, ...text]);
  });

  test('a buffer is empty after it was taken', () => {
    const buffer = new ChunkBuffer();
    buffer.add([delta('a', 'x')]);
    buffer.add([delta('a', 'y')]);
    expect([buffer.take(), buffer.isEmpty, buffer.take()]).toEqual([[delta('a', 'xy')], true, []]);
  });

  test('makes the same message, wherever it is cut into writes', () => {
    fc.assert(
      fc.property(answerChunks, fc.array(fc.boolean(), { minLength: 1 }), (chunks, cuts) => {
        const buffer = new ChunkBuffer();
        const written: UIChunk[] = [];
        for (const [index, chunk] of chunks.entries()) {
          buffer.add([chunk]);
          if (cuts[index % cuts.length]!) written.push(...buffer.take());
        }
        written.push(...buffer.take());
        expect(foldChunks(written)).toEqual(foldChunks(chunks));
        expect(foldChunks(merged(chunks))).toEqual(foldChunks(chunks));
      }),
    );
  });
});
