import { describe, expect, it, vi } from 'vitest';
import { readWith } from './__fixtures__/ai-sdk-readers.ts';
import { said, init, messageStart, messageStop, result } from './claude/__fixtures__/claude-events.ts';
import { adaptStream } from './adapt-stream.ts';
import { createClaudeAdapter } from './claude/claude-adapter.ts';
import type { ClaudeEvent } from './claude/claude-event.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';

const claude = createClaudeAdapter();
const options = { messageId: 'm', generateId: () => 'id', now: () => 0 };
const answer: ClaudeEvent[] = [init, messageStart('m1'), ...said('m1', 0, 'Hello.'), messageStop(), result()];

async function* give(events: readonly ClaudeEvent[], error?: Error): AsyncGenerator<ClaudeEvent> {
  yield* events;
  if (error !== undefined) throw error;
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<{ raw: string; chunks: UIChunk[] }> {
  const raw = await new Response(stream).text();
  const lines = raw.split('\n\n').filter((line) => line !== '' && line !== 'data: [DONE]');
  return { raw, chunks: lines.map((line) => JSON.parse(line.slice('data: '.length)) as UIChunk) };
}

describe('adaptStream', () => {
  it('emits AI SDK events, up to the last', async () => {
    const { raw, chunks } = await readAll(adaptStream(claude, give(answer), options));
    expect(raw.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(chunks[0]).toMatchObject({ type: 'start', messageId: 'm' });
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
    const { message, errors } = await readWith('6.0.45', chunks);
    expect(errors).toEqual([]);
    expect(message?.parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'Hello.' }));
  });

  it('ends properly when the program breaks off', async () => {
    const events = give(answer.slice(0, 5), new Error('It broke.'));
    const { raw, chunks } = await readAll(adaptStream(claude, events, options));
    expect(chunks.map(({ type }) => type).slice(-5)).toEqual([
      'text-end',
      'finish-step',
      'message-metadata',
      'error',
      'finish',
    ]);
    expect(chunks).toContainEqual({ type: 'error', errorText: 'It broke.' });
    expect(raw.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('ends as stopped when its signal aborts, whatever the program did', async () => {
    const signal = AbortSignal.abort();
    for (const events of [give(answer.slice(0, 5)), give(answer.slice(0, 5), new Error('aborted'))]) {
      const { chunks } = await readAll(adaptStream(claude, events, { ...options, signal }));
      expect(chunks.map(({ type }) => type).slice(-2)).toEqual(['abort', 'finish']);
    }
  });

  it('reads an event only when there is room for it', async () => {
    let taken = 0;
    async function* count(): AsyncGenerator<ClaudeEvent> {
      for (const event of answer) {
        taken += 1;
        yield event;
      }
    }
    const reader = adaptStream(claude, count(), options).getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    // The one that was read, and the one that waits.
    expect(taken).toBeLessThanOrEqual(3);
    await reader.cancel();
  });

  it('interrupts the program once and drops its events when the reader leaves', async () => {
    const interrupt = vi.fn<() => void>();
    const left = vi.fn<() => void>();
    async function* endless(): AsyncGenerator<ClaudeEvent> {
      try {
        for (;;) yield init;
      } finally {
        left();
      }
    }
    const reader = adaptStream(claude, endless(), { ...options, interrupt }).getReader();
    await reader.read();
    await reader.cancel();
    expect(interrupt).toHaveBeenCalledTimes(1);
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('keeps two streams apart', async () => {
    const [first, second] = await Promise.all([
      readAll(adaptStream(claude, give(answer), options)),
      readAll(adaptStream(claude, give(answer), options)),
    ]);
    expect(first).toEqual(second);
  });
});
