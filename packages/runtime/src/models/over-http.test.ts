import { PosthouseError } from '@posthouse/protocol';
import { call, say } from '@posthouse/testkit';
import { describe, expect, it, vi } from 'vitest';
import { ADD, ask, HELLO, shownParts, TASK_COMPLETE, withResults } from './__fixtures__/ask.ts';
import { DOOR_NAMES, KEYS, openDoor } from './__fixtures__/doors.ts';

const LONG_TEXT = 'A text that is long enough to come in several pieces.';

async function failureOf(promise: Promise<unknown>): Promise<PosthouseError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(PosthouseError.isInstance(error)).toBe(true);
  return error as PosthouseError;
}

describe.each(DOOR_NAMES)('a model behind %s', (door) => {
  it('makes calls, and gets their results in the next turn', async () => {
    await using place = await openDoor(door, {
      script: [
        {
          content: [say('Both sums.'), call('add', { a: 1, b: 2 }), call('add', { a: 3, b: 4 })],
          usage: { input: 100, cached: 40, output: 20 },
          expect: { system: 'You calculate.', lastUserText: 'Add one and two.', tools: ['add', 'task_complete'] },
        },
        {
          toolCalls: [{ name: 'task_complete', input: { finish_message: '3 and 7' } }],
          expect: { toolResults: ['SUCCESS: call_0_0', 'SUCCESS: call_0_1'] },
        },
      ],
      options: { prices: { 'gpt-5-mini': { input: 1, cacheRead: 0.1, output: 2 } } },
    });

    const first = await ask(place.respond);

    expect(first.calls).toEqual([
      { callId: 'call_0_0', tool: 'add', input: { a: 1, b: 2 }, preamble: 'Both sums.' },
      { callId: 'call_0_1', tool: 'add', input: { a: 3, b: 4 } },
    ]);
    expect(first.text).toBe('');
    expect(first.usage?.usage).toMatchObject({ inputTokens: 100, outputTokens: 20, cacheReadTokens: 40 });

    const second = await ask(place.respond, { messages: withResults([HELLO], first) });

    expect(second.calls).toEqual([{ callId: 'call_1_0', tool: 'task_complete', input: { finish_message: '3 and 7' } }]);
    expect(shownParts(second.deltas)).toEqual([{ kind: 'answer', text: '3 and 7' }]);
    place.llm.assertClean();
  });

  it('gets the tools with their schemas unchanged', async () => {
    await using place = await openDoor(door, { script: [{ text: 'Fine.' }] });

    await ask(place.respond);

    const [request] = place.llm.requests;
    expect(request?.tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual(
      [ADD, TASK_COMPLETE].map(({ name, parameters }) => [name, parameters]),
    );
  });

  it.each([['auto'], ['required'], [{ tool: 'task_complete' }]] as const)(
    'a model is asked with the tool choice %j',
    async (toolChoice) => {
      await using place = await openDoor(door, {
        script: [{ toolCalls: [{ name: 'task_complete', input: { finish_message: 'x' } }], expect: { toolChoice } }],
      });

      const { calls } = await ask(place.respond, { toolChoice });

      expect(calls).toHaveLength(1);
    },
  );

  it('a model may answer in plain text, also when a call was asked for', async () => {
    await using place = await openDoor(door, { script: [{ text: LONG_TEXT }] });

    const { calls, text, messages, deltas } = await ask(place.respond, { toolChoice: 'required' });

    expect(calls).toEqual([]);
    expect(text).toBe(LONG_TEXT);
    expect(messages).toMatchObject([{ role: 'assistant', content: [{ type: 'text', text: LONG_TEXT }] }]);
    expect(shownParts(deltas)).toEqual([{ kind: 'text', text: LONG_TEXT }]);
  });

  it('streams the finish message while it is written', async () => {
    const message = 'Grüße 😀\n"Zitat" \\ und mehr Text als in ein Stück passt';
    await using place = await openDoor(door, {
      script: [{ toolCalls: [{ name: 'task_complete', input: { finish_message: message } }], chunkSize: 3 }],
    });

    const { deltas } = await ask(place.respond);

    expect(deltas.length).toBeGreaterThan(5);
    expect(shownParts(deltas)).toEqual([{ kind: 'answer', text: message }]);
  });

  it('a model may make calls that cannot be run, and the history stays a valid prompt', async () => {
    await using place = await openDoor(door, {
      script: [
        {
          toolCalls: [
            { name: 'add', rawInput: '{"a": 1, "b"' },
            { name: 'add', input: { a: 'one', b: 2 } },
            { name: 'add', rawInput: '[1, 2]' },
            { name: 'subtract', input: { a: 1 } },
            { name: 'subtract', rawInput: 'oops' },
          ],
        },
        { text: 'Sorry.', expect: { toolResults: [0, 1, 2, 3, 4].map((at) => `SUCCESS: call_0_${at}`) } },
      ],
    });

    const first = await ask(place.respond);

    expect(first.calls.map(({ tool, input, inputError }) => [tool, input, inputError])).toEqual([
      ['add', '{"a": 1, "b"', expect.stringMatching(/^the arguments are not valid JSON: /)],
      // Whether this fits is for the tool to say.
      ['add', { a: 'one', b: 2 }, undefined],
      ['add', [1, 2], 'the arguments are not a JSON object'],
      ['subtract', { a: 1 }, undefined],
      ['subtract', 'oops', 'the arguments are not a JSON object'],
    ]);

    const second = await ask(place.respond, { messages: withResults([HELLO], first) });

    expect(second.text).toBe('Sorry.');
  });

  it('a model is asked again after a temporary refusal, as soon as the provider allows', async () => {
    const fault = { kind: 'http', status: 429, retryAfter: 0.1 } as const;
    await using place = await openDoor(door, {
      script: [{ fault }, { fault }, { fault }, { text: 'Now.' }],
      options: { maxRetries: 4 },
    });
    const before = performance.now();

    const { text } = await ask(place.respond);

    expect(text).toBe('Now.');
    const waited = performance.now() - before;
    expect(waited).toBeGreaterThanOrEqual(290);
    // Without the header the AI SDK would wait for two seconds, then four, then eight.
    expect(waited).toBeLessThan(10_000);
  });

  it('fails with the message of the provider after the last attempt', async () => {
    const fault = { kind: 'http', status: 503, message: 'The elves are tired.', retryAfter: 0 } as const;
    await using place = await openDoor(door, { script: [{ fault }, { fault }], options: { maxRetries: 1 } });

    const failure = await failureOf(ask(place.respond));

    expect(failure.code).toBe('model_failed');
    expect(failure.message).toMatch(/ \(status 503\): The elves are tired\. \(after 2 tries\)$/);
    expect(failure.details).toEqual({ afterOutput: false, status: 503, retryable: true, tries: 2 });
    expect(failure.cause).toBeInstanceOf(Error);
  });

  it('a model is not asked again after a permanent refusal, and the error has no secrets', async () => {
    const message = `Bad key ${KEYS.OPENAI_API_KEY} or ${KEYS.ANTHROPIC_API_KEY} or sk-proj-1234567890.`;
    await using place = await openDoor(door, {
      script: [{ fault: { kind: 'http', status: 401, message } }],
      options: { maxRetries: 4 },
    });

    const failure = await failureOf(ask(place.respond));

    expect(failure.message).toMatch(/ \(status 401\): Bad key \[hidden\] or \[hidden\] or \[hidden\]/);
    expect(failure.details).toEqual({ afterOutput: false, status: 401, retryable: false, tries: 1 });
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  it.each([
    [{ kind: 'error-event', afterChunks: 2, message: 'The elves fell asleep.' }, /The elves fell asleep\./],
    [{ kind: 'dropped-socket', afterChunks: 2 }, /terminated/],
    [{ kind: 'truncated-json', afterChunks: 2 }, /not valid JSON/],
  ] as const)('fails when the stream breaks: %j', async (fault, message) => {
    await using place = await openDoor(door, {
      script: [{ text: LONG_TEXT, fault }],
      options: { maxRetries: 4 },
    });

    const failure = await failureOf(ask(place.respond));

    expect(failure.code).toBe('model_failed');
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain('long enough');
    expect(failure.details).toMatchObject({ afterOutput: true, retryable: true });
    expect(place.llm.requests).toHaveLength(1);
  });

  it('fails when the answer is empty', async () => {
    await using place = await openDoor(door, { script: [{ content: [] }] });

    const failure = await failureOf(ask(place.respond, { toolChoice: 'required' }));

    expect(failure.code).toBe('model_failed');
    expect(failure.message).toMatch(/the model answered nothing/);
    expect(failure.details).toMatchObject({ afterOutput: false });
  });

  it('closes the connection when the turn is aborted, and rethrows the reason', async () => {
    await using place = await openDoor(door, {
      script: [{ text: LONG_TEXT, fault: { kind: 'stall', afterChunks: 2 } }],
    });
    const controller = new AbortController();
    const reason = new DOMException('an interrupt came', 'AbortError');
    let seen = 0;
    const onDelta = (): void => {
      seen += 1;
      if (seen === 2) controller.abort(reason);
    };

    await expect(ask(place.respond, { signal: controller.signal, onDelta })).rejects.toBe(reason);

    const request = await place.llm.received(0);
    expect(await request.closed).toBe('client-closed');
  });

  it('a turn that is aborted before it starts asks no model', async () => {
    await using place = await openDoor(door, { script: [] });
    const reason = new Error('cancelled');

    await expect(ask(place.respond, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    expect(place.llm.requests).toEqual([]);
  });

  it('a turn that is aborted while it waits does not ask the model again', async () => {
    await using place = await openDoor(door, {
      script: [{ fault: { kind: 'http', status: 429, retryAfter: 30 } }],
      options: { maxRetries: 4 },
    });
    const controller = new AbortController();
    const answer = ask(place.respond, { signal: controller.signal });
    await (
      await place.llm.received(0)
    ).closed;
    setTimeout(() => controller.abort(), 20);

    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('a model is not read further when the listener fails', async () => {
    await using place = await openDoor(door, {
      script: [{ text: LONG_TEXT, fault: { kind: 'stall', afterChunks: 3 } }],
    });
    const onDelta = (): void => {
      throw new RangeError('no space left');
    };

    await expect(ask(place.respond, { onDelta })).rejects.toThrow(RangeError);

    const request = await place.llm.received(0);
    expect(await request.closed).toBe('client-closed');
  });

  it('causes no output on the console, whatever happens', async () => {
    const consoles = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
    await using place = await openDoor(door, {
      script: [
        { text: LONG_TEXT, fault: { kind: 'error-event', afterChunks: 1 } },
        { fault: { kind: 'http', status: 500 } },
        { toolCalls: [{ name: 'nothing' }, { name: 'add', rawInput: '{' }] },
        { text: 'Text.' },
      ],
    });

    await failureOf(ask(place.respond));
    await failureOf(ask(place.respond));
    await ask(place.respond);
    await ask(place.respond, { toolChoice: 'required' });

    for (const each of consoles) expect(each).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
