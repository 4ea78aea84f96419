import { call, say, think } from '@posthouse/testkit';
import { describe, expect, it } from 'vitest';
import { ask, HELLO, shownParts, withResults } from './__fixtures__/ask.ts';
import { openDoor } from './__fixtures__/doors.ts';

type Body = { messages: Record<string, unknown>[]; [key: string]: unknown };

function bodyOf(request: { body?: unknown } | undefined): Body {
  return request?.body as Body;
}

const THOUGHTFUL = {
  content: [think('First the one,'), think(' then the other.'), say('I begin.'), call('add', { a: 1, b: 2 })],
};

describe('a model of OpenAI, through Chat Completions', () => {
  it('calls and results are sent in the form of Chat Completions', async () => {
    await using place = await openDoor('openai completions', {
      script: [
        { content: [say('Both.'), call('add', { a: 1, b: 2 }), call('add', { a: 3, b: 4 })] },
        { text: 'Done.' },
      ],
    });

    const first = await ask(place.respond, { toolChoice: { tool: 'add' } });
    await ask(place.respond, { messages: withResults([HELLO], first) });

    const [asked, replayed] = place.llm.requests.map(bodyOf);
    expect(asked?.tool_choice).toEqual({ type: 'function', function: { name: 'add' } });
    expect(replayed?.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: 'Both.',
        tool_calls: [
          { id: 'call_0_0', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } },
          { id: 'call_0_1', type: 'function', function: { name: 'add', arguments: '{"a":3,"b":4}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_0_0', content: 'SUCCESS: call_0_0' },
      { role: 'tool', tool_call_id: 'call_0_1', content: 'SUCCESS: call_0_1' },
    ]);
  });

  it('gets effort and length', async () => {
    await using place = await openDoor('openai completions', {
      agent: { reasoningEffort: 'high', maxTokens: 900 },
      script: [{ text: 'Fine.' }],
    });

    await ask(place.respond, { tools: [] });

    expect(bodyOf(place.llm.requests[0])).toMatchObject({ reasoning_effort: 'high', max_completion_tokens: 900 });
  });
});

describe('a model behind a server that is compatible with OpenAI', () => {
  it('gets its own reasoning back', async () => {
    await using place = await openDoor('openai-compatible', { script: [THOUGHTFUL, { text: 'Done.' }] });

    const first = await ask(place.respond);
    await ask(place.respond, { messages: withResults([HELLO], first) });

    expect(first.calls).toMatchObject([{ reasoning: 'First the one, then the other.', preamble: 'I begin.' }]);
    expect(shownParts(first.deltas)).toEqual([
      { kind: 'reasoning', text: 'First the one, then the other.' },
      { kind: 'text', text: 'I begin.' },
    ]);
    expect(bodyOf(place.llm.requests[1]).messages[2]).toMatchObject({
      reasoning_content: 'First the one, then the other.',
    });
  });

  it('gets effort, length, temperature and whatever the agent adds', async () => {
    await using place = await openDoor('openai-compatible', {
      agent: {
        reasoningEffort: 'low',
        maxTokens: 900,
        temperature: 0.5,
        providerOptions: { openaiCompatible: { seed: 7 } },
      },
      script: [{ text: 'Fine.' }],
    });

    await ask(place.respond);

    expect(bodyOf(place.llm.requests[0])).toMatchObject({
      reasoning_effort: 'low',
      max_tokens: 900,
      temperature: 0.5,
      seed: 7,
    });
  });

  it('a compatible server is asked to report its usage', async () => {
    await using place = await openDoor('openai-compatible', {
      script: [{ text: 'Fine.', usage: { input: 9, output: 4 } }],
      options: { prices: { 'openai-compatible/some-model': { input: 1_000_000, output: 2_000_000 } } },
    });

    const { usage } = await ask(place.respond);

    expect(usage).toEqual({
      model: 'openai-compatible/some-model',
      calls: 1,
      usage: { inputTokens: 9, outputTokens: 4, cost: 17 },
    });
  });
});

describe('a model behind a proxy', () => {
  it('a model behind a proxy may think as much as the agent allows, whichever provider serves it', async () => {
    await using place = await openDoor('openai-compatible', {
      agent: {
        model: 'litellm_proxy/anthropic/claude-x',
        thinkingBudget: 3000,
        reasoningEffort: 'low',
        maxTokens: 5000,
      },
      script: [{ text: 'Fine.', expect: { model: 'anthropic/claude-x' } }],
    });

    const { usage } = await ask(place.respond, { userToken: 'mine' });

    const [request] = place.llm.requests;
    expect(request?.headers.authorization).toBe('Bearer mine');
    expect(bodyOf(request)).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 3000 },
      reasoning_effort: 'low',
      max_tokens: 5000,
    });
    expect(usage?.model).toBe('litellm_proxy/anthropic/claude-x');
  });

  it('an error of the proxy that quotes the token of the user is not repeated to anybody', async () => {
    await using place = await openDoor('openai-compatible', {
      agent: { model: 'litellm_proxy/x' },
      script: [{ fault: { kind: 'http', status: 401, message: 'I do not know token-of-ada' } }],
    });

    const failure: unknown = await ask(place.respond, { userToken: 'token-of-ada' }).catch((error: unknown) => error);

    expect(String(failure)).toContain('I do not know');
    expect(String(failure)).not.toContain('token-of-ada');
  });
});
