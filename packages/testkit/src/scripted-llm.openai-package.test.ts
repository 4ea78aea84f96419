import { call, say, type Script, think } from '@posthouse/runtime/scripted';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { startScriptedLLM } from './scripted-llm.ts';

const messages = [{ role: 'user' as const, content: 'Add 1 and 2.' }];
const parameters = { type: 'object', properties: { a: { type: 'number' } } };

async function open(script: Script) {
  const llm = await startScriptedLLM({ script });
  const client = new OpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'not-a-key', maxRetries: 0 });
  return { llm, client, [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose]() };
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

const usage = { input: 10, cached: 4, output: 6, reasoning: 2 };

describe('chat completions with the openai package', () => {
  it('a chat completion can be whole', async () => {
    await using opened = await open([{ text: 'Three.', usage }]);
    const completion = await opened.client.chat.completions.create({ model: 'gpt-5', messages });
    expect(completion.choices[0]?.message).toMatchObject({ role: 'assistant', content: 'Three.' });
    expect(completion.choices[0]?.finish_reason).toBe('stop');
    expect(completion.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 6, total_tokens: 16 });
    expect(completion._request_id).toBe('req_0');
  });

  it('a chat completion can be streamed in chunks', async () => {
    await using opened = await open([{ text: 'One, two, three.', chunkSize: 5, usage }]);
    const stream = await opened.client.chat.completions.create({
      model: 'gpt-5',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await collect(stream);
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '')).toEqual([
      '',
      'One, ',
      'two, ',
      'three',
      '.',
      '',
      '',
    ]);
    expect(chunks.at(-1)?.usage?.prompt_tokens_details?.cached_tokens).toBe(4);
  });

  it('the helper of the package assembles a chat completion', async () => {
    await using opened = await open([
      { content: [say('Wait.'), call('add', { a: 1 }), call('add', { a: 2 })], chunkSize: 3 },
    ]);
    const stream = opened.client.chat.completions.stream({
      model: 'gpt-5',
      messages,
      tools: [{ type: 'function', function: { name: 'add', parameters } }],
    });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]?.message.content).toBe('Wait.');
    expect(choices[0]?.message.tool_calls).toMatchObject([
      { id: 'call_0_0', function: { name: 'add', arguments: '{"a":1}' } },
      { id: 'call_0_1', function: { name: 'add', arguments: '{"a":2}' } },
    ]);
    expect(opened.llm.requests[0]?.tools).toEqual([{ name: 'add', description: undefined, inputSchema: parameters }]);
  });

  it('the helper of the package runs tools of a chat completion', async () => {
    await using opened = await open([
      { toolCalls: [{ name: 'add', input: { a: 1, b: 2 } }] },
      { text: 'Three.', expect: { toolResults: ['3'] } },
    ]);
    const runner = opened.client.chat.completions.runTools({
      model: 'gpt-5',
      messages,
      tools: [
        {
          type: 'function',
          function: {
            name: 'add',
            description: 'Adds.',
            parameters,
            parse: (text: string) => JSON.parse(text) as { a: number; b: number },
            function: ({ a, b }: { a: number; b: number }) => String(a + b),
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe('Three.');
  });
});

describe('responses with the openai package', () => {
  it('a response can be whole', async () => {
    await using opened = await open([{ reasoning: 'Hm.', text: 'Three.', usage }]);
    const response = await opened.client.responses.create({
      model: 'gpt-5',
      input: 'Add 1 and 2.',
      instructions: 'Be brief.',
    });
    expect(response.output_text).toBe('Three.');
    expect(response.status).toBe('completed');
    expect(response.output[0]).toMatchObject({ type: 'reasoning', summary: [{ text: 'Hm.' }] });
    expect(response.usage).toMatchObject({ input_tokens: 10, output_tokens_details: { reasoning_tokens: 2 } });
    expect(opened.llm.requests[0]).toMatchObject({ system: 'Be brief.', messages: [{ text: 'Add 1 and 2.' }] });
  });

  it('a response can be streamed in events', async () => {
    await using opened = await open([{ reasoning: 'Hm.', text: 'One, two.', chunkSize: 5 }]);
    const events = await collect(
      await opened.client.responses.create({ model: 'gpt-5', input: 'Count.', stream: true }),
    );
    const text = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
    const reasoning = events.map((event) =>
      event.type === 'response.reasoning_summary_text.delta' ? event.delta : '',
    );
    expect(text).toBe('One, two.');
    expect(reasoning.join('')).toBe('Hm.');
    expect(events.at(-1)?.type).toBe('response.completed');
  });

  it('the helper of the package assembles a response', async () => {
    await using opened = await open([
      {
        content: [
          think('Hm.'),
          { type: 'web-search', query: 'x', results: [{ url: 'https://a.test/', title: 'A' }] },
          { type: 'code-interpreter', code: 'print(1)', outputs: [{ type: 'logs', logs: '1' }] },
          { type: 'text', text: 'Found.', citations: [{ url: 'https://a.test/', title: 'A' }] },
          call('add', { a: 1 }),
        ],
        chunkSize: 3,
      },
    ]);
    const response = await opened.client.responses.stream({ model: 'gpt-5', input: 'Search.' }).finalResponse();
    expect(response.output_text).toBe('Found.');
    expect(response.output.map((item) => item.type)).toEqual([
      'reasoning',
      'web_search_call',
      'code_interpreter_call',
      'message',
      'function_call',
    ]);
    expect(response.output[3]).toMatchObject({ content: [{ annotations: [{ url: 'https://a.test/' }] }] });
    expect(response.output[4]).toMatchObject({ arguments: '{"a":1}', call_id: 'call_0_0' });
  });

  it('a response continues an earlier one', async () => {
    await using opened = await open([{ toolCalls: [{ name: 'add', input: { a: 1 } }] }, { text: 'Three.' }]);
    const { client, llm } = opened;
    const first = await client.responses.create({ model: 'gpt-5', input: 'Add.' });
    const second = await client.responses.create({
      model: 'gpt-5',
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: 'call_0_0', output: '3' }],
    });
    expect(second.output_text).toBe('Three.');
    expect(llm.requests[1]?.messages).toMatchObject([
      { role: 'user', text: 'Add.' },
      { role: 'assistant', toolCalls: [{ name: 'add' }] },
      { role: 'tool', toolResults: [{ name: 'add', text: '3' }] },
    ]);
  });

  it('an incomplete response says so', async () => {
    await using opened = await open([{ text: 'And so', finishReason: 'length' }]);
    const response = await opened.client.responses.create({ model: 'gpt-5', input: 'Talk.' });
    expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  });
});

describe('faults with the openai package', () => {
  it.each([
    [400, OpenAI.BadRequestError],
    [401, OpenAI.AuthenticationError],
    [403, OpenAI.PermissionDeniedError],
    [404, OpenAI.NotFoundError],
    [429, OpenAI.RateLimitError],
    [500, OpenAI.InternalServerError],
    [503, OpenAI.InternalServerError],
  ])('a fault with status %i is an error of the right class', async (status, type) => {
    await using opened = await open([{ fault: { kind: 'http', status, message: 'No.' } }]);
    const asked = opened.client.chat.completions.create({ model: 'gpt-5', messages });
    await expect(asked).rejects.toThrow(type);
    await expect(asked).rejects.toMatchObject({ status, error: { message: 'No.' } });
  });

  it('the package retries faults that may be retried', async () => {
    await using llm = await startScriptedLLM({
      script: [{ fault: { kind: 'http', status: 429, retryAfter: 0 } }, { text: 'At last.' }],
    });
    const client = new OpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'not-a-key', maxRetries: 1 });
    const completion = await client.chat.completions.create({ model: 'gpt-5', messages });
    expect(completion.choices[0]?.message.content).toBe('At last.');
  });

  it('a script without another turn is not retried', async () => {
    const llm = await startScriptedLLM({ script: [] });
    const client = new OpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'not-a-key', maxRetries: 5 });
    await expect(client.responses.create({ model: 'gpt-5', input: 'x' })).rejects.toThrow('the script has 0 turns');
    expect(llm.requests).toHaveLength(1);
    await expect(llm.close()).rejects.toThrow('an unexpected request');
  });

  it.each(['chat', 'responses'] as const)('faults are thrown in the middle of a stream (%s)', async (api) => {
    const turn = { text: 'Hello, traveller.', chunkSize: 5 };
    await using opened = await open([
      { ...turn, fault: { kind: 'error-event', afterChunks: 1, message: 'Tired.' } },
      { ...turn, fault: { kind: 'truncated-json', afterChunks: 1 } },
      { ...turn, fault: { kind: 'dropped-socket', afterChunks: 1 } },
    ]);
    const { client } = opened;
    // The package reports what it cannot parse on the console, too.
    const ask = async (): Promise<unknown[]> =>
      api === 'chat'
        ? await collect(
            await client
              .withOptions({ logLevel: 'off' })
              .chat.completions.create({ model: 'm', messages, stream: true }),
          )
        : await collect(
            await client.withOptions({ logLevel: 'off' }).responses.create({ model: 'm', input: 'x', stream: true }),
          );
    await expect(ask()).rejects.toThrow('Tired.');
    await expect(ask()).rejects.toThrow('malformed server-sent event JSON');
    await expect(ask()).rejects.toThrow('terminated');
  });

  it('a stall ends when the client gives up', async () => {
    await using opened = await open([{ text: 'Hello.', fault: { kind: 'stall', afterChunks: 1 } }]);
    const stream = await opened.client.chat.completions.create({ model: 'm', messages, stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'Hello.') stream.controller.abort();
    expect(await opened.llm.requests[0]?.closed).toBe('client-closed');
  });
});

describe('models with the openai package', () => {
  it('the models of the server are listed', async () => {
    await using opened = await open([]);
    expect((await collect(opened.client.models.list())).map((model) => model.id)).toEqual(['scripted']);
  });
});
