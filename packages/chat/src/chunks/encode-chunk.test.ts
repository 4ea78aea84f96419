import fc from 'fast-check';
import { parseJsonEventStream, UI_MESSAGE_STREAM_HEADERS, uiMessageChunkSchema } from 'ai-6-oldest';
import { expect, test } from 'vitest';
import { DONE, encodeChunk, UI_STREAM_HEADERS } from './encode-chunk.ts';
import type { UIChunk } from './ui-chunk.ts';

/** What the oldest client reads from these bytes. */
async function read(bytes: readonly Uint8Array[]): Promise<unknown[]> {
  const stream = parseJsonEventStream({ stream: ReadableStream.from(bytes) as never, schema: uiMessageChunkSchema });
  const chunks: unknown[] = [];
  for await (const result of stream as unknown as AsyncIterable<{
    success: boolean;
    value: unknown;
    error?: unknown;
  }>) {
    if (!result.success) throw result.error;
    chunks.push(result.value);
  }
  return chunks;
}

test('chunks arrive as they were sent, whatever their text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }), async (deltas) => {
      const chunks = deltas.map((delta, index): UIChunk => ({ type: 'text-delta', id: `a/1/1/${index}`, delta }));
      expect(await read([...chunks.map(encodeChunk), DONE])).toEqual(chunks);
    }),
  );
});

test.each(['line\nbreak', 'return\r\n\r\n', 'data: not an event\n\n', '\u2028\u2029', 'null\0', '“quotes” \\ "'])(
  'the text %j survives encoding',
  async (text) => {
    const chunk: UIChunk = { type: 'error', errorText: text };
    expect(await read([encodeChunk(chunk)])).toEqual([chunk]);
    expect(Buffer.from(encodeChunk(chunk)).toString().split('\n')).toHaveLength(3);
  },
);

test('bytes may be cut anywhere', async () => {
  const chunk: UIChunk = { type: 'text-delta', id: 'p', delta: 'naïve 👋' };
  const bytes = Buffer.concat([encodeChunk({ type: 'start', messageId: 'm' }), encodeChunk(chunk), DONE]);
  for (let at = 1; at < bytes.length; at += 1) {
    expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual([{ type: 'start', messageId: 'm' }, chunk]);
  }
});

test('the end marker is not a chunk', async () => {
  expect(await read([DONE])).toEqual([]);
  expect(Buffer.from(DONE).toString()).toBe('data: [DONE]\n\n');
});

test('the headers are those of the AI SDK', () => {
  expect(UI_STREAM_HEADERS).toEqual(UI_MESSAGE_STREAM_HEADERS);
});
