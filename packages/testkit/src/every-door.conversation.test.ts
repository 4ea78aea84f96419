import { anthropic, createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI, openai } from '@ai-sdk/openai';
import { call, type RecordedRequest, type Script, say, type ScriptedRequest, think } from '@posthouse/runtime/scripted';
import { generateText, isStepCount, jsonSchema, Output, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { type Door, httpDoors, inProcess } from './__fixtures__/doors.ts';
import { startScriptedLLM } from './scripted-llm.ts';

const add = tool({
  description: 'Adds two numbers.',
  inputSchema: jsonSchema<{ a: number; b: number }>({
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  }),
  execute: ({ a, b }) => ({ sum: a + b }),
});
const greet = tool({
  description: 'Greets.',
  inputSchema: jsonSchema<{ name: string }>({
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  }),
  execute: ({ name }) => `Hello, ${name}.`,
});

const script: Script = [
  { content: [think('Two things.'), say('Wait. '), call('add', { a: 1, b: 2 }), call('greet', { name: 'Ada' })] },
  { content: [think('One more.'), call('add', { a: 3, b: 4 })] },
  { text: 'Three, seven, and Ada is greeted.' },
];

/** What a script sees of a request, without what tells the doors apart. */
function essence({ index, stream, system, messages, tools, toolChoice }: RecordedRequest): Partial<ScriptedRequest> {
  return { index, stream, system, messages, tools, toolChoice };
}

const options = { system: 'Be brief.', prompt: 'Add and greet.', tools: { add, greet }, stopWhen: isStepCount(5) };

async function converse(door: Door, mode: 'stream' | 'whole') {
  await using opened = await door.open(script);
  const { model } = opened;
  const result = mode === 'whole' ? await generateText({ model, ...options }) : streamText({ model, ...options });
  return {
    text: await result.text,
    steps: (await result.steps).map((step) => [
      step.text,
      step.toolResults.map((each) => each.output),
      step.finishReason,
    ]),
    tokens: (await result.totalUsage).totalTokens,
    requests: opened.requests.map(essence),
  };
}

describe.each(httpDoors)('a conversation with tools through $name', (door) => {
  it.each(['stream', 'whole'] as const)(
    'a conversation is the same as in process, also for the script, as a %s',
    async (mode) => {
      const here = await converse(inProcess, mode);
      expect(await converse(door, mode)).toEqual(here);
      expect(here.steps).toEqual([
        ['Wait. ', [{ sum: 3 }, 'Hello, Ada.'], 'tool-calls'],
        ['', [{ sum: 7 }], 'tool-calls'],
        ['Three, seven, and Ada is greeted.', [], 'stop'],
      ]);
    },
  );

  it('shows every exchange of a longer conversation', async () => {
    await using opened = await door.open([{ text: 'Hello.' }, { text: 'Well.' }]);
    const { model } = opened;
    await generateText({ model, messages: [{ role: 'user', content: 'Hi.' }] });
    await generateText({
      model,
      messages: [
        { role: 'user', content: 'Hi.' },
        { role: 'assistant', content: 'Hello.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'How' },
            { type: 'text', text: 'are you?' },
          ],
        },
      ],
    });
    expect(opened.requests[1]?.messages.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: Hi.',
      'assistant: Hello.',
      'user: How\nare you?',
    ]);
  });

  it.each([
    ['auto', 'auto'],
    ['required', 'required'],
    [{ type: 'tool', toolName: 'add' }, { tool: 'add' }],
  ] as const)('passes on the tool choice %j', async (toolChoice, seen) => {
    await using opened = await door.open([{ toolCalls: [{ name: 'add', input: { a: 1, b: 2 } }] }]);
    await generateText({ model: opened.model, prompt: 'Add.', tools: { add }, toolChoice });
    expect(opened.requests[0]?.toolChoice).toEqual(seen);
  });

  it('passes on that no tool is wanted', async () => {
    await using opened = await door.open([{ text: 'No.' }]);
    await generateText({ model: opened.model, prompt: 'Add.', tools: { add }, toolChoice: 'none' });
    expect(opened.requests[0]?.toolChoice).toBe('none');
  });

  it('answers a request for structured output with the text of the script', async () => {
    const schema = {
      type: 'object',
      properties: { sum: { type: 'number' } },
      required: ['sum'],
      additionalProperties: false,
    };
    await using opened = await door.open([{ text: '{"sum":3}' }]);
    const { output } = await generateText({
      model: opened.model,
      prompt: 'Add.',
      output: Output.object({ schema: jsonSchema<{ sum: number }>(schema as object) }),
    });
    expect(output).toEqual({ sum: 3 });
    expect(opened.requests[0]?.responseFormat?.schema).toEqual(schema);
  });

  it('tells the model that a call was malformed, and goes on', async () => {
    await using opened = await door.open([{ toolCalls: [{ name: 'add', rawInput: '{"a":' }] }, { text: 'Sorry.' }]);
    expect(await streamText({ model: opened.model, ...options }).text).toBe('Sorry.');
    expect(opened.requests[1]?.messages.at(-1)?.toolResults[0]).toMatchObject({ id: 'call_0_0', name: 'add' });
    expect(opened.requests[1]?.messages.at(-1)?.toolResults[0]?.text).toContain('Invalid input for tool add');
  });
});

describe('built-in tools', () => {
  const results = [{ url: 'https://a.test/', title: 'A' }];
  const searching: Script = [
    {
      content: [
        { type: 'web-search', query: 'post houses', results },
        { type: 'text', text: 'Found one.', citations: results },
      ],
    },
  ];

  it.each(['stream', 'whole'] as const)('searches run through OpenAI Responses as a %s', async (mode) => {
    await using llm = await startScriptedLLM({ script: searching });
    const model = createOpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'x' })('gpt-5');
    const asked = { model, prompt: 'Search.', tools: { search: openai.tools.webSearch() } };
    const result = mode === 'whole' ? await generateText(asked) : streamText(asked);
    expect(await result.text).toBe('Found one.');
    expect(await result.toolCalls).toMatchObject([{ toolName: 'search', providerExecuted: true }]);
    expect(await result.toolResults).toMatchObject([
      { output: { action: { type: 'search', query: 'post houses' }, sources: [{ url: 'https://a.test/' }] } },
    ]);
    expect(await result.sources).toMatchObject([{ url: 'https://a.test/' }]);
    expect(llm.requests[0]?.tools).toEqual([{ name: 'web_search', builtIn: 'web_search' }]);
  });

  it.each(['stream', 'whole'] as const)('searches run through Anthropic Messages as a %s', async (mode) => {
    await using llm = await startScriptedLLM({ script: searching });
    const model = createAnthropic({ baseURL: `${llm.url}/v1`, apiKey: 'x' })('claude-sonnet-4-5');
    const asked = { model, prompt: 'Search.', tools: { search: anthropic.tools.webSearch_20250305() } };
    const result = mode === 'whole' ? await generateText(asked) : streamText(asked);
    expect(await result.text).toBe('Found one.');
    expect(await result.toolCalls).toMatchObject([
      { toolName: 'search', providerExecuted: true, input: { query: 'post houses' } },
    ]);
    expect(await result.toolResults).toMatchObject([{ output: [{ url: 'https://a.test/', title: 'A' }] }]);
    expect(await result.sources).toMatchObject([{ url: 'https://a.test/', title: 'A' }]);
    expect(llm.requests[0]?.tools).toEqual([{ name: 'web_search', builtIn: 'web_search_20250305' }]);
  });

  it.each(['stream', 'whole'] as const)('programs run through OpenAI Responses as a %s', async (mode) => {
    const outputs = [{ type: 'logs', logs: '42\n' }] as const;
    await using llm = await startScriptedLLM({
      script: [{ content: [{ type: 'code-interpreter', code: 'print(6 * 7)', outputs }, say('It is 42.')] }],
    });
    const model = createOpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'x' })('gpt-5');
    const asked = { model, prompt: 'Compute.', tools: { python: openai.tools.codeInterpreter() } };
    const result = mode === 'whole' ? await generateText(asked) : streamText(asked);
    expect(await result.text).toBe('It is 42.');
    expect(await result.toolCalls).toMatchObject([{ toolName: 'python', input: { code: 'print(6 * 7)' } }]);
    expect(await result.toolResults).toMatchObject([{ output: { outputs } }]);
  });
});
