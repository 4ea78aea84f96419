import { generateText, isStepCount, jsonSchema, Output, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { call, say, think } from '../builders.ts';
import { UnexpectedRequestError } from '../unexpected-request.ts';
import { scripted } from './scripted.ts';

const add = tool({
  description: 'Adds two numbers.',
  inputSchema: jsonSchema<{ a: number; b: number }>({
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  }),
  execute: ({ a, b }) => a + b,
});

async function partsOf<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const parts: T[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

describe('scripted', () => {
  it('makes a model of the AI SDK', () => {
    expect(scripted([])).toMatchObject({ specificationVersion: 'v3', provider: 'scripted', modelId: 'scripted' });
    expect(scripted([], { modelId: 'my-model' }).modelId).toBe('my-model');
  });

  it('answers generateText', async () => {
    using model = scripted([{ reasoning: 'A greeting.', text: 'Hello.', usage: { input: 7, output: 3 } }]);
    const { text, reasoningText, finishReason, usage } = await generateText({ model, prompt: 'Say hello.' });
    expect({ text, reasoningText, finishReason }).toEqual({
      text: 'Hello.',
      reasoningText: 'A greeting.',
      finishReason: 'stop',
    });
    expect(usage).toMatchObject({ inputTokens: 7, outputTokens: 3, totalTokens: 10 });
  });

  it('answers streamText in chunks', async () => {
    using model = scripted([{ text: 'Hello, traveller.', chunkSize: 6 }]);
    const { textStream } = streamText({ model, prompt: 'Say hello.' });
    expect(await partsOf(textStream)).toEqual(['Hello,', ' trave', 'ller.']);
  });

  it('calls tools and sees their results', async () => {
    using model = scripted([
      { content: [think('Two sums.'), call('add', { a: 1, b: 2 }), call('add', { a: 3, b: 4 })] },
      { text: 'Three and seven.', expect: { tools: ['add'], toolResults: ['3', '7'] } },
    ]);
    const { text, steps } = await generateText({
      model,
      prompt: 'Add.',
      tools: { add },
      stopWhen: isStepCount(2),
    });
    expect(text).toBe('Three and seven.');
    expect(steps[0]?.toolResults.map(({ toolCallId, output }) => [toolCallId, output])).toEqual([
      ['call_0_0', 3],
      ['call_0_1', 7],
    ]);
    model.assertClean();
  });

  it('passes malformed input to the caller, who then tells the model', async () => {
    using model = scripted([
      { toolCalls: [{ name: 'add', rawInput: '{"a": 1, "b":' }] },
      {
        text: 'I will try again.',
        expect: (request) => expect(request.messages.at(-1)?.toolResults[0]?.isError).toBe(true),
      },
    ]);
    const { text } = await generateText({ model, prompt: 'Add.', tools: { add }, stopWhen: isStepCount(2) });
    expect(text).toBe('I will try again.');
  });

  it('shows built-in tool calls without any declaration', async () => {
    const results = [{ url: 'https://a.test', title: 'A' }];
    const script = [
      {
        content: [
          { type: 'web-search', query: 'post houses', results } as const,
          { type: 'text', text: 'Found.', citations: results } as const,
        ],
      },
    ];
    using model = scripted(script);
    const { toolCalls, toolResults, sources, finishReason } = await generateText({
      model,
      prompt: 'Search.',
      tools: { add },
    });
    expect(toolCalls).toMatchObject([
      { toolName: 'web_search', input: { query: 'post houses' }, providerExecuted: true },
    ]);
    expect(toolResults).toMatchObject([{ output: { query: 'post houses', results } }]);
    expect(sources).toMatchObject(results);
    expect(finishReason).toBe('stop');
  });

  it('answers requests for structured output with the text of the script', async () => {
    const schema = jsonSchema<{ sum: number }>({ type: 'object', properties: { sum: { type: 'number' } } });
    using model = scripted([
      {
        text: '{"sum":3}',
        expect: ({ responseFormat }) => expect(responseFormat?.schema).toMatchObject({ type: 'object' }),
      },
    ]);
    const { output } = await generateText({ model, prompt: 'Add.', output: Output.object({ schema }) });
    expect(output).toEqual({ sum: 3 });
  });

  it('plays a function as a script', async () => {
    using model = scripted(({ messages }) => ({ text: `You said: ${messages.at(-1)?.text}` }));
    expect((await generateText({ model, prompt: 'One.' })).text).toBe('You said: One.');
    expect((await generateText({ model, prompt: 'Two.' })).text).toBe('You said: Two.');
  });

  it('takes the time of the stream when it answers in one piece', async () => {
    using model = scripted([{ text: 'abcd', chunkSize: 1, delayMs: 10 }]);
    const start = performance.now();
    await generateText({ model, prompt: 'Slowly.' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(35);
  });

  it('answers with a huge text', async () => {
    using model = scripted([{ hugeText: { bytes: 1_000_000 } }]);
    const { text } = streamText({ model, prompt: 'Talk.' });
    expect((await text).length).toBe(1_000_000);
  });
});

describe('the record of requests', () => {
  it('the record of requests has every request with how it ended', async () => {
    using model = scripted([{ text: 'One.' }, { text: 'Two.' }]);
    await generateText({ model, system: 'Count.', prompt: 'First?', headers: { 'X-Trace': 'a' } });
    await streamText({ model, prompt: 'Second?' }).text;
    expect(model.requests).toMatchObject([
      { index: 0, stream: false, system: 'Count.', headers: { 'x-trace': 'a' }, closedBy: 'finished' },
      { index: 1, stream: true, system: '', closedBy: 'finished' },
    ]);
  });

  it('the end of a request can be waited for', async () => {
    using model = scripted([{ text: 'One.', firstDelayMs: 10 }]);
    const [request] = await Promise.all([model.received(0), generateText({ model, prompt: 'First?' })]);
    expect(await request.closed).toBe('finished');
  });
});

describe('aborting a request', () => {
  it.each([
    ['during a pause', { text: 'Hello.', delayMs: 60_000 }],
    ['during a stall', { text: 'Hello.', fault: { kind: 'stall', afterChunks: 1 } }],
    ['during a stall from the start', { text: 'Hello.', fault: { kind: 'stall', afterChunks: 0 } }],
  ] as const)('works %s, with and without a stream', async (_when, turn) => {
    using model = scripted([turn, turn]);
    for (const ask of [
      generateText,
      (options: Parameters<typeof streamText>[0]) => partsOf(streamText(options).stream),
    ]) {
      const caller = new AbortController();
      const index = model.requests.length;
      const asked = Promise.resolve(ask({ model, prompt: 'Hello?', abortSignal: caller.signal, maxRetries: 0 })).catch(
        (error: unknown) => error,
      );
      const request = await model.received(index);
      caller.abort();
      expect(await request.closed).toBe('client-closed');
      await asked;
    }
  });

  it('rejects with the reason of the caller', async () => {
    using model = scripted([{ text: 'Hello.', delayMs: 60_000 }]);
    const caller = new AbortController();
    const asked = model.doGenerate({ prompt: [], abortSignal: caller.signal });
    await model.received(0);
    caller.abort(new Error('Never mind.'));
    await expect(asked).rejects.toThrow('Never mind.');
  });

  it('uses up no turn if it happens before the call', async () => {
    using model = scripted([{ text: 'Hello.' }]);
    await expect(model.doGenerate({ prompt: [], abortSignal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(model.requests).toEqual([]);
    expect((await generateText({ model, prompt: 'Hello?' })).text).toBe('Hello.');
  });

  it('aborts the signal that a function of the script waits for', async () => {
    using model = scripted(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const caller = new AbortController();
    const asked = model.doStream({ prompt: [], abortSignal: caller.signal });
    await model.received(0);
    caller.abort(new Error('Never mind.'));
    await expect(asked).rejects.toThrow('Never mind.');
    expect(model.failures).toEqual([]);
  });
});

describe('faults of a scripted model', () => {
  it('the AI SDK retries faults of a scripted model like those of a provider', async () => {
    using model = scripted([
      { fault: { kind: 'http', status: 429, retryAfter: 0 } },
      { fault: { kind: 'http', status: 529, retryAfter: 0 } },
      { text: 'At last.' },
    ]);
    expect((await generateText({ model, prompt: 'Hello?' })).text).toBe('At last.');
    model.assertClean();
  });

  it('faults are not retried if those of a provider would not be', async () => {
    using model = scripted([{ fault: { kind: 'http', status: 401 } }]);
    await expect(generateText({ model, prompt: 'Hello?' })).rejects.toMatchObject({ statusCode: 401 });
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    ['error-event', { statusCode: 500, isRetryable: true }, 'finished'],
    ['dropped-socket', { statusCode: undefined, isRetryable: true }, 'server-dropped'],
    ['truncated-json', { statusCode: 200, isRetryable: false }, 'finished'],
  ] as const)('fail a whole response if they are of kind %s', async (kind, error, closedBy) => {
    using model = scripted([{ text: 'Hello.', fault: { kind, afterChunks: 1 } }]);
    await expect(generateText({ model, prompt: 'Hello?', maxRetries: 0 })).rejects.toMatchObject(error);
    expect(model.requests[0]?.closedBy).toBe(closedBy);
  });
});

describe('an unexpected request', () => {
  it('fails the caller, and is not retried', async () => {
    const model = scripted([]);
    await expect(generateText({ model, prompt: 'Hello?' })).rejects.toThrow(UnexpectedRequestError);
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.closedBy).toBe('finished');
  });

  it('an unexpected request is reported again at the end, for code that swallowed the error', async () => {
    const test = async (): Promise<void> => {
      using model = scripted([{ text: 'Hello.' }]);
      await generateText({ model, prompt: 'Hello?' });
      await generateText({ model, prompt: 'Anybody there?' }).catch(() => 'swallowed');
    };
    await expect(test()).rejects.toThrow(/the script has 1 turn, all played.*user: "Anybody there\?"/s);
  });

  it('includes one that does not meet the expectation of its turn', async () => {
    const model = scripted([{ content: [say('3')], expect: { tools: ['add'] } }]);
    await expect(generateText({ model, prompt: 'Add.' })).rejects.toThrow('expected: "add"\n    received: none');
    expect(() => model.assertClean()).toThrow('an unexpected request');
  });

  it('gets no invented stream either', async () => {
    const model = scripted([]);
    const parts = await partsOf(streamText({ model, prompt: 'Hello?', onError: () => {} }).stream);
    expect(parts.map((part) => part.type)).toEqual(['start', 'error']);
    expect(model.failures).toHaveLength(1);
  });
});
