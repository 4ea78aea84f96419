import { anthropic } from '@ai-sdk/anthropic';
import { call, say, think } from '@posthouse/testkit';
import { describe, expect, it } from 'vitest';
import { ask, HELLO, shownParts, withResults } from './__fixtures__/ask.ts';
import { openDoor } from './__fixtures__/doors.ts';

type Body = {
  max_tokens: number;
  thinking?: unknown;
  temperature?: number;
  tool_choice?: unknown;
  tools?: { name: string }[];
  messages: { role: string; content: Record<string, unknown>[] }[];
};

function bodyOf(request: { body?: unknown } | undefined): Body {
  return request?.body as Body;
}

describe('a model of Anthropic', () => {
  it('says which reasoning and which text led to which call', async () => {
    await using place = await openDoor('anthropic messages', {
      agent: { reasoningEffort: 'low' },
      script: [
        {
          content: [
            think('First the one.'),
            say('I begin.'),
            call('add', { a: 1, b: 2 }),
            think('Then'),
            think('the other.'),
            call('add', { a: 3, b: 4 }),
            call('add', { a: 5, b: 6 }),
            think('That is all.'),
            say('Wait for it.'),
          ],
        },
      ],
    });

    const { calls, text, reasoning, deltas } = await ask(place.respond);

    expect(calls.map(({ reasoning: why, preamble }) => ({ reasoning: why, preamble }))).toEqual([
      { reasoning: 'First the one.', preamble: 'I begin.' },
      { reasoning: 'Then\n\nthe other.' },
      {},
    ]);
    expect(text).toBe('Wait for it.');
    expect(reasoning).toBe('That is all.');
    expect(shownParts(deltas).map((part) => part.kind)).toEqual([
      'reasoning',
      'text',
      'reasoning',
      'reasoning',
      'reasoning',
      'text',
    ]);
  });

  it('gets its reasoning back as it was signed, also what it hides', async () => {
    await using place = await openDoor('anthropic messages', {
      agent: { reasoningEffort: 'minimal' },
      script: [
        { content: [{ type: 'reasoning', redacted: true }, think('In the open.'), call('add', { a: 1, b: 2 })] },
        { text: 'Done.' },
      ],
    });

    const first = await ask(place.respond);
    await ask(place.respond, { messages: withResults([HELLO], first) });

    expect(first.calls[0]?.reasoning).toBe('[redacted thinking]\n\nIn the open.');
    const [, assistant] = bodyOf(place.llm.requests[1]).messages;
    expect(assistant?.content).toEqual([
      { type: 'redacted_thinking', data: expect.any(String) },
      { type: 'thinking', thinking: 'In the open.', signature: expect.any(String) },
      { type: 'tool_use', id: 'call_0_0', name: 'add', input: { a: 1, b: 2 } },
    ]);
  });

  it.each([
    [{ reasoningEffort: 'minimal' }, 2000, 6000],
    [{ reasoningEffort: 'low' }, 4000, 8000],
    [{ reasoningEffort: 'medium' }, 8000, 12_000],
    [{ reasoningEffort: 'high' }, 16_000, 20_000],
    [{ thinkingBudget: 3000 }, 3000, 7000],
    [{ reasoningEffort: 'high', thinkingBudget: 3000, maxTokens: 5000 }, 3000, 5000],
  ] as const)('thinks as much as %j allows', async (settings, budget, maxTokens) => {
    await using place = await openDoor('anthropic messages', { agent: settings, script: [{ text: 'Hm.' }] });

    await ask(place.respond);

    const [request] = place.llm.requests;
    expect(bodyOf(request)).toMatchObject({
      max_tokens: maxTokens,
      thinking: { type: 'enabled', budget_tokens: budget },
    });
    expect(request?.headers['anthropic-beta']).toContain('interleaved-thinking-2025-05-14');
  });

  it('a model of Anthropic does not think by default, and gets the given temperature', async () => {
    await using place = await openDoor('anthropic messages', {
      agent: { temperature: 0.3, maxTokens: 777 },
      script: [{ text: 'Hm.' }],
    });

    await ask(place.respond);

    const body = bodyOf(place.llm.requests[0]);
    expect(body).toMatchObject({ max_tokens: 777, temperature: 0.3 });
    expect(body.thinking).toBeUndefined();
  });

  it('a model that thinks is not forced to use a tool, but has no other tool', async () => {
    await using place = await openDoor('anthropic messages', {
      agent: { thinkingBudget: 2000 },
      script: [{ text: 'No.' }, { toolCalls: [{ name: 'task_complete', input: { finish_message: 'Yes.' } }] }],
    });

    await ask(place.respond, { toolChoice: 'required' });
    await ask(place.respond, { toolChoice: { tool: 'task_complete' } });

    const [any, one] = place.llm.requests.map(bodyOf);
    expect(any?.tool_choice).toEqual({ type: 'auto' });
    expect(any?.tools?.map(({ name }) => name)).toEqual(['add', 'task_complete']);
    expect(one?.tool_choice).toEqual({ type: 'auto' });
    expect(one?.tools?.map(({ name }) => name)).toEqual(['task_complete']);
  });

  it('searches the web, and gets its findings back', async () => {
    const results = [
      { url: 'https://a.example/inn', title: 'Inns' },
      { url: 'https://a.example/post', title: 'Post' },
    ];
    await using place = await openDoor('anthropic messages', {
      agent: { providerTools: { look_up: anthropic.tools.webSearch_20250305({ maxUses: 2 }) } },
      script: [
        {
          content: [
            say('Let me see.'),
            { type: 'web-search', query: 'post house', results },
            { type: 'text', text: 'An inn', citations: [{ ...results[0]!, start: 0, end: 6 }] },
            say(' for coaches.'),
          ],
          expect: ({ tools }) => expect(tools.at(-1)).toEqual({ name: 'web_search', builtIn: 'web_search_20250305' }),
        },
        { text: 'Bye.' },
      ],
    });

    const first = await ask(place.respond);

    const citations = [{ url: 'https://a.example/inn', title: 'Inns', cited_text: 'An inn' }];
    expect(first.calls).toEqual([
      {
        callId: 'ws_0_0',
        tool: 'web_search_call',
        input: { query: 'post house', status: 'completed', results, citations },
        builtin: { status: 'success', content: { results, citations } },
        preamble: 'Let me see.',
      },
    ]);
    expect(first.text).toBe('An inn for coaches.');

    const again = { role: 'user', content: 'Thanks.' } as const;
    await ask(place.respond, { messages: [...withResults([HELLO], first), again] });

    const [, assistant] = bodyOf(place.llm.requests[1]).messages;
    expect(assistant?.content.map(({ type }) => type)).toEqual([
      'text',
      'server_tool_use',
      'web_search_tool_result',
      'text',
      'text',
    ]);
    expect(assistant?.content[2]).toMatchObject({ content: [{ encrypted_content: expect.any(String) }, {}] });
  });

  it('keeps nothing in the history that only describes the answer', async () => {
    await using place = await openDoor('anthropic messages', { script: [{ text: 'Hello.' }] });

    const { messages } = await ask(place.respond);

    expect(messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] }]);
  });
});
