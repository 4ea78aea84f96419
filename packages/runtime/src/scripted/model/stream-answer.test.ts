import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { makeRequest } from '../__fixtures__/make-request.ts';
import type { MidstreamFault } from '../fault.ts';
import { toAnswer } from '../playing/to-answer.ts';
import { recordRequest } from '../recorded-request.ts';
import type { ScriptedTurn } from '../turn.ts';
import { failBeforeOutput, streamAnswer } from './stream-answer.ts';

function open(turn: ScriptedTurn, caller = new AbortController()) {
  const recording = recordRequest(makeRequest());
  const stream = streamAnswer({
    answer: toAnswer(turn, recording.request),
    recording,
    signal: caller.signal,
    leave: () => caller.abort(),
    responseId: 'scripted_0',
    modelId: 'scripted',
    receivedAt: new Date(),
    tools: undefined,
  });
  return { stream, caller, request: recording.request, reader: stream.getReader() };
}

type Reader = ReadableStreamDefaultReader<LanguageModelV3StreamPart>;

/** Reads up to and including the first part of this type. */
async function readTo(reader: Reader, type: LanguageModelV3StreamPart['type']): Promise<LanguageModelV3StreamPart> {
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream ended before a part of type ${type}.`);
    if (value.type === type) return value;
  }
}

describe('streamAnswer', () => {
  it('ends after the finish, and the request ends with it', async () => {
    const { reader, request } = open({ text: 'Hello.' });
    await readTo(reader, 'finish');
    expect(await reader.read()).toEqual({ value: undefined, done: true });
    expect(request.closedBy).toBe('finished');
  });

  it('takes the time that the script says', async () => {
    const { reader } = open({ text: 'abc', chunkSize: 1, delayMs: 15, firstDelayMs: 30 });
    const start = performance.now();
    await readTo(reader, 'text-start');
    await readTo(reader, 'text-delta');
    expect(performance.now() - start).toBeGreaterThanOrEqual(28);
    await readTo(reader, 'finish');
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  it('produces no more than is read', async () => {
    const { reader, request } = open({ text: 'abc' });
    await readTo(reader, 'text-start');
    expect(request.closedBy).toBeUndefined();
  });

  it.each<[string, ScriptedTurn]>([
    ['in a pause', { text: 'abc', firstDelayMs: 60_000 }],
    ['in a stall', { text: 'abc', fault: { kind: 'stall', afterChunks: 1 } }],
  ])('breaks off with the reason of the caller who leaves %s', async (_when, turn) => {
    const { reader, caller, request } = open(turn);
    await readTo(reader, 'text-start');
    const rest = readTo(reader, 'finish');
    setTimeout(() => caller.abort(new Error('Never mind.')), 5);
    await expect(rest).rejects.toThrow('Never mind.');
    expect(request.closedBy).toBe('client-closed');
  });

  it('notices at once that the caller left, even if nobody reads', async () => {
    const { caller, request } = open({ text: 'abc' });
    caller.abort();
    expect(await request.closed).toBe('client-closed');
  });

  it('notices a caller that left before the stream was created', async () => {
    const caller = new AbortController();
    caller.abort(new Error('Never mind.'));
    const { reader, request } = open({ text: 'abc' }, caller);
    expect(request.closedBy).toBe('client-closed');
    await expect(reader.read()).rejects.toThrow('Never mind.');
  });

  it('lets its reader leave too, even in a stall', async () => {
    const { reader, request } = open({ text: 'abc', fault: { kind: 'stall', afterChunks: 1 } });
    await readTo(reader, 'text-delta');
    await reader.cancel();
    expect(request.closedBy).toBe('client-closed');
  });

  it('reports an error event, then finishes with an error', async () => {
    const { reader, request } = open({ text: 'abc', fault: { kind: 'error-event', afterChunks: 1, status: 529 } });
    expect(await readTo(reader, 'error')).toMatchObject({ error: { statusCode: 529, isRetryable: true } });
    expect(await readTo(reader, 'finish')).toMatchObject({ finishReason: { unified: 'error' } });
    expect((await reader.read()).done).toBe(true);
    expect(request.closedBy).toBe('finished');
  });

  it('reports a cut event, then finishes with an error', async () => {
    const { reader } = open({ text: 'abc', fault: { kind: 'truncated-json', afterChunks: 1 } });
    expect(await readTo(reader, 'error')).toMatchObject({ error: { name: 'AI_JSONParseError' } });
    expect(await readTo(reader, 'finish')).toMatchObject({ finishReason: { unified: 'error' } });
  });

  it('fails when the connection drops', async () => {
    const { reader, request } = open({ text: 'abc', fault: { kind: 'dropped-socket', afterChunks: 1 } });
    await readTo(reader, 'text-delta');
    await expect(reader.read()).rejects.toMatchObject({ name: 'AI_APICallError', statusCode: 200, isRetryable: true });
    expect(request.closedBy).toBe('server-dropped');
  });
});

describe('failBeforeOutput', () => {
  const { signal } = new AbortController();

  it.each<MidstreamFault | undefined>([
    undefined,
    { kind: 'error-event', afterChunks: 1 },
    { kind: 'dropped-socket', afterChunks: 1 },
    { kind: 'stall', afterChunks: 1 },
    { kind: 'truncated-json', afterChunks: 0 },
  ])('leaves %j to the stream', async (fault) => {
    await expect(failBeforeOutput(fault, signal)).resolves.toBeUndefined();
  });

  it('fails at once with an error event or a dropped connection', async () => {
    await expect(failBeforeOutput({ kind: 'error-event', afterChunks: 0 }, signal)).rejects.toMatchObject({
      statusCode: 500,
    });
    await expect(failBeforeOutput({ kind: 'dropped-socket', afterChunks: 0 }, signal)).rejects.toMatchObject({
      statusCode: undefined,
      isRetryable: true,
    });
  });

  it('waits in a stall until the caller leaves', async () => {
    const caller = new AbortController();
    const failed = failBeforeOutput({ kind: 'stall', afterChunks: 0 }, caller.signal);
    caller.abort(new Error('Never mind.'));
    await expect(failed).rejects.toThrow('Never mind.');
  });
});
