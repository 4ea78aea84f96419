import { createScriptedAdapter } from '@posthouse/agents';
import { describe, expect, it, vi } from 'vitest';
import { findInvalidMessages, readChunks } from '../__fixtures__/ai-sdks.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { adaptStream } from './adapt-stream.ts';

const parrot = createScriptedAdapter();
type ParrotEvent = Parameters<typeof parrot.translate>[0];
const options = { messageId: 'm', generateId: () => 'id', now: () => 0 };
const started: ParrotEvent = { type: 'started', agentSessionId: 'session-1' };
const text = (delta: string): ParrotEvent => ({ type: 'text', id: 't', kind: 'text', delta });
const answer: ParrotEvent[] = [
  started,
  { type: 'step' },
  text('Hel'),
  text('lo.'),
  { type: 'text-ended', id: 't', kind: 'text' },
];

async function* give(events: readonly ParrotEvent[], error?: Error): AsyncGenerator<ParrotEvent> {
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
    const { raw, chunks } = await readAll(adaptStream(parrot, give(answer), options));
    expect(raw.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(chunks[0]).toMatchObject({ type: 'start', messageId: 'm' });
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
    const message = await readChunks('ai 6.0.45', chunks);
    expect(message.parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'Hello.' }));
    expect(await findInvalidMessages([message])).toEqual([]);
  });

  it('ends properly when the program breaks off', async () => {
    const events = give(answer.slice(0, 4), new Error('It broke.'));
    const { raw, chunks } = await readAll(adaptStream(parrot, events, options));
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
    for (const events of [give(answer.slice(0, 4)), give(answer.slice(0, 4), new Error('aborted'))]) {
      const { chunks } = await readAll(adaptStream(parrot, events, { ...options, signal }));
      expect(chunks.map(({ type }) => type).slice(-2)).toEqual(['abort', 'finish']);
    }
  });

  it('reads an event only when there is room for it', async () => {
    let taken = 0;
    async function* count(): AsyncGenerator<ParrotEvent> {
      for (const event of answer) {
        taken += 1;
        yield event;
      }
    }
    const reader = adaptStream(parrot, count(), options).getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    // The one that was read, and the one that waits.
    expect(taken).toBeLessThanOrEqual(3);
    await reader.cancel();
  });

  it('interrupts the program once and drops its events when the reader leaves', async () => {
    const interrupt = vi.fn<() => void>();
    const left = vi.fn<() => void>();
    async function* endless(): AsyncGenerator<ParrotEvent> {
      try {
        for (;;) yield started;
      } finally {
        left();
      }
    }
    const reader = adaptStream(parrot, endless(), { ...options, interrupt }).getReader();
    await reader.read();
    await reader.cancel();
    expect(interrupt).toHaveBeenCalledTimes(1);
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('keeps two streams apart', async () => {
    const [first, second] = await Promise.all([
      readAll(adaptStream(parrot, give(answer), options)),
      readAll(adaptStream(parrot, give(answer), options)),
    ]);
    expect(first).toEqual(second);
  });
});
