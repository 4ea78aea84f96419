import type { ScriptedFault, ScriptedTurn } from '@posthouse/runtime/scripted';
import { generateText, streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import { type Door, httpDoors, inProcess } from './__fixtures__/doors.ts';
import { type Mode, modes, type Story, tell } from './__fixtures__/tell.ts';

const answer: ScriptedTurn = { text: 'Hello, traveller. Sit down.', chunkSize: 5 };

async function storyThrough(door: Door, mode: Mode, fault: ScriptedFault): Promise<Story> {
  await using opened = await door.open([{ ...answer, fault }]);
  return await tell(mode, opened.model);
}

const faults: ScriptedFault[] = [
  ...[400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 529].map((status): ScriptedFault => ({
    kind: 'http',
    status,
  })),
  { kind: 'http', status: 429, retryAfter: 30, message: 'Slow down.' },
  ...[0, 1, 3, 99].flatMap((afterChunks): ScriptedFault[] => [
    { kind: 'error-event', afterChunks },
    { kind: 'error-event', afterChunks, status: 429 },
    { kind: 'dropped-socket', afterChunks },
    { kind: 'truncated-json', afterChunks },
  ]),
];

/** Where a provider behaves unlike the others, and so unlike the model in process. */
function exception(door: Door, mode: Mode, fault: ScriptedFault): Partial<NonNullable<Story['error']>> | undefined {
  if (mode === 'whole') return undefined;
  if (door.name === 'openai-compatible' && fault.kind === 'error-event') {
    // This provider hands error events on as data, even as the first event, and infers no status from them.
    return { how: 'part', name: 'AI_StreamProviderError', statusCode: undefined, isRetryable: false };
  }
  if (door.name === 'anthropic' && fault.kind === 'truncated-json' && fault.afterChunks === 0) {
    // This provider takes a first event that it cannot parse for a mistake of its own.
    return { how: 'part', name: 'Error', statusCode: undefined, isRetryable: undefined };
  }
  return undefined;
}

describe.each(httpDoors)('a fault through $name', (door) => {
  describe.each(modes)('as a %s', (mode) => {
    it.each(faults)('a fault is the same as in process: %j', async (fault) => {
      const expected = await storyThrough(inProcess, mode, fault);
      const story = await storyThrough(door, mode, fault);
      const special = exception(door, mode, fault);
      // How a stream is said to finish follows from its error, so it is compared only where that is the same.
      const { finishReason } = special === undefined ? expected : story;
      const { usage } = special === undefined ? expected : story;
      expect(story).toEqual({ ...expected, finishReason, usage, error: special ?? expected.error });
    });
  });

  it.each(modes)('keeps the header that says when to retry, as a %s', async (mode) => {
    await using opened = await door.open([
      { fault: { kind: 'http', status: 503, retryAfter: 0 } },
      { text: 'At last.' },
    ]);
    const options = { model: opened.model, prompt: 'Well?', maxRetries: 0 };
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    if (mode === 'whole') await generateText(options).catch(onError);
    else await streamText({ ...options, onError: ({ error }) => onError(error) }).consumeStream();
    // The AI SDK waits as long as this header says before it asks again.
    expect(errors).toMatchObject([{ responseHeaders: { 'retry-after': '0' } }]);
    expect((await generateText(options)).text).toBe('At last.');
  });
});

describe.each([inProcess, ...httpDoors])('aborting a request through $name', (door) => {
  it.each([
    ['stream', 0],
    ['stream', 2],
    ['whole', 0],
    ['whole', 2],
  ] as const)('a request can be aborted when a %s stalls after %i chunks', async (mode, afterChunks) => {
    await using opened = await door.open([{ ...answer, fault: { kind: 'stall', afterChunks } }]);
    const caller = new AbortController();
    const asked = tell(mode, opened.model, caller.signal);
    const request = await opened.received(0);
    caller.abort();
    const { error } = await asked;
    expect(await request.closed).toBe('client-closed');
    // An aborted stream ends; an aborted call fails.
    expect(error?.name).toBe(mode === 'whole' ? 'AbortError' : undefined);
  });

  it('a request can be aborted during a pause', async () => {
    await using opened = await door.open([{ ...answer, firstDelayMs: 60_000 }]);
    const caller = new AbortController();
    const asked = tell('whole', opened.model, caller.signal);
    const request = await opened.received(0);
    caller.abort();
    expect((await asked).error?.name).toBe('AbortError');
    expect(await request.closed).toBe('client-closed');
  });
});
