import { openai } from '@ai-sdk/openai';
import { call, say, think } from '@posthouse/testkit';
import { describe, expect, it } from 'vitest';
import { ask, HELLO, withResults } from './__fixtures__/ask.ts';
import { openDoor } from './__fixtures__/doors.ts';

type Body = {
  input: Record<string, unknown>[];
  store?: boolean;
  include?: string[];
  reasoning?: unknown;
  max_output_tokens?: number;
  tools: Record<string, unknown>[];
};

function bodyOf(request: { body?: unknown } | undefined): Body {
  return request?.body as Body;
}

describe('a model of OpenAI, through Responses', () => {
  it('says which reasoning and which text led to which call', async () => {
    await using place = await openDoor('openai responses', {
      agent: { reasoningEffort: 'medium' },
      script: [
        {
          content: [
            think('First the one.'),
            say('I begin.'),
            call('add', { a: 1, b: 2 }),
            think('Then the other.'),
            call('add', { a: 3, b: 4 }),
          ],
        },
      ],
    });

    const { calls, text, reasoning } = await ask(place.respond);

    expect(calls.map(({ reasoning: why, preamble }) => [why, preamble])).toEqual([
      ['First the one.', 'I begin.'],
      ['Then the other.', undefined],
    ]);
    expect([text, reasoning]).toEqual(['', undefined]);
    expect(bodyOf(place.llm.requests[0]).reasoning).toEqual({ effort: 'medium', summary: 'auto' });
  });

  it('gets everything back in full, so that nothing depends on what OpenAI stores', async () => {
    await using place = await openDoor('openai responses', {
      script: [
        {
          content: [
            { type: 'reasoning', redacted: true },
            think('In the open.'),
            say('I begin.'),
            call('add', { a: 1, b: 2 }),
            call('add', { a: 3, b: 4 }),
          ],
        },
        { text: 'Done.' },
      ],
    });

    const first = await ask(place.respond);
    await ask(place.respond, { messages: withResults([HELLO], first) });

    const [asked, replayed] = place.llm.requests.map(bodyOf);
    expect(asked).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
    expect(replayed?.input.slice(2)).toEqual([
      { type: 'reasoning', id: 'rs_0_0', encrypted_content: expect.any(String), summary: [] },
      {
        type: 'reasoning',
        id: 'rs_0_1',
        encrypted_content: expect.any(String),
        summary: [{ type: 'summary_text', text: 'In the open.' }],
      },
      { role: 'assistant', content: 'I begin.' },
      { type: 'function_call', call_id: 'call_0_0', name: 'add', arguments: '{"a":1,"b":2}' },
      { type: 'function_call', call_id: 'call_0_1', name: 'add', arguments: '{"a":3,"b":4}' },
      { type: 'function_call_output', call_id: 'call_0_0', output: 'SUCCESS: call_0_0' },
      { type: 'function_call_output', call_id: 'call_0_1', output: 'SUCCESS: call_0_1' },
    ]);
  });

  it('gets its tools without changes for strict mode', async () => {
    await using place = await openDoor('openai responses', { script: [{ text: 'Fine.' }] });

    await ask(place.respond);

    expect(bodyOf(place.llm.requests[0]).tools.map(({ strict }) => strict)).toEqual([false, false]);
  });

  it('searches the web, and gets its findings back', async () => {
    const results = [
      { url: 'https://a.example/inn', title: 'Inns' },
      { url: 'https://a.example/post', title: 'Post' },
    ];
    await using place = await openDoor('openai responses', {
      agent: { providerTools: { web_search: openai.tools.webSearch({}) } },
      script: [
        {
          content: [
            think('I do not know.'),
            { type: 'web-search', query: 'post house', results },
            { type: 'web-search', query: 'coach', results: [] },
            { type: 'text', text: 'An inn for coaches.', citations: [results[0]!] },
            call('task_complete', { finish_message: 'An inn.' }),
          ],
        },
        { text: 'Bye.' },
      ],
    });

    const first = await ask(place.respond);

    const found = results.map(({ url }) => ({ url }));
    const citations = [{ url: 'https://a.example/inn', title: 'Inns' }];
    expect(first.calls).toEqual([
      {
        callId: 'ws_0_0',
        tool: 'web_search_call',
        input: { query: 'post house', search_type: 'search', status: 'completed', results: found, citations },
        builtin: { status: 'success', content: { results: found, citations } },
        reasoning: 'I do not know.',
      },
      {
        callId: 'ws_0_1',
        tool: 'web_search_call',
        input: { query: 'coach', search_type: 'search', status: 'completed', results: [] },
        builtin: { status: 'success', content: { results: [] } },
      },
      {
        callId: 'call_0_0',
        tool: 'task_complete',
        input: { finish_message: 'An inn.' },
        preamble: 'An inn for coaches.',
      },
    ]);

    await ask(place.respond, { messages: withResults([HELLO], first) });

    const types = bodyOf(place.llm.requests[1]).input.map(({ type, role }) => type ?? role);
    expect(types.slice(2)).toEqual([
      'reasoning',
      'web_search_call',
      'web_search_call',
      'assistant',
      'function_call',
      'function_call_output',
    ]);
  });

  it('runs code, whose outputs OpenAI keeps', async () => {
    const outputs = [{ type: 'logs', logs: '3\n' }] as const;
    await using place = await openDoor('openai responses', {
      agent: { providerTools: { python: openai.tools.codeInterpreter({}) } },
      script: [
        { content: [{ type: 'code-interpreter', code: 'print(1 + 2)', outputs }, say('Three.')] },
        { text: 'Bye.' },
      ],
    });

    const first = await ask(place.respond);

    expect(first.calls).toEqual([
      {
        callId: 'ci_0_0',
        tool: 'code_interpreter_call',
        input: { code: 'print(1 + 2)', outputs, status: 'completed' },
        builtin: { status: 'success', content: { outputs } },
      },
    ]);
    expect(first.text).toBe('Three.');

    await ask(place.respond, { messages: [...withResults([HELLO], first), { role: 'user', content: 'Thanks.' }] });

    const [asked, replayed] = place.llm.requests.map(bodyOf);
    expect(asked?.store).toBeUndefined();
    expect(replayed?.input).toContainEqual({ type: 'item_reference', id: 'ci_0_0' });
  });

  it('answers within the length limit, thinking included', async () => {
    await using place = await openDoor('openai responses', {
      agent: { maxTokens: 500, reasoningEffort: 'low' },
      script: [{ text: 'Cut o', finishReason: 'length' }],
    });

    const { text } = await ask(place.respond);

    expect(text).toBe('Cut o');
    expect(bodyOf(place.llm.requests[0]).max_output_tokens).toBe(500);
  });

  it('gets the provider options of the agent', async () => {
    await using place = await openDoor('openai responses', {
      agent: { providerOptions: { openai: { store: true, serviceTier: 'flex' } } },
      script: [{ text: 'Fine.' }],
    });

    await ask(place.respond);

    expect(bodyOf(place.llm.requests[0])).toMatchObject({ store: true, service_tier: 'flex' });
  });
});
