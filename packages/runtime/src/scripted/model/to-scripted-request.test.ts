import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultOutput,
} from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { toScriptedRequest } from './to-scripted-request.ts';

const { signal } = new AbortController();

function requestOf(options: Partial<LanguageModelV3CallOptions>) {
  return toScriptedRequest({ prompt: [], ...options }, { model: 'scripted', stream: false, signal });
}

describe('toScriptedRequest', () => {
  it('gives the dialect of the request, its model, headers and signal', () => {
    expect(requestOf({ headers: { 'X-Trace': 'abc', dropped: undefined } })).toEqual({
      dialect: 'in-process',
      model: 'scripted',
      stream: false,
      system: '',
      messages: [],
      tools: [],
      toolChoice: 'auto',
      responseFormat: undefined,
      headers: { 'x-trace': 'abc' },
      signal,
    });
  });

  it('joins system texts, wherever they are', () => {
    const prompt: LanguageModelV3Prompt = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello.' }] },
      { role: 'system', content: 'Be polite.' },
    ];
    const { system, messages } = requestOf({ prompt });
    expect(system).toBe('Be brief.\nBe polite.');
    expect(messages.map((message) => message.text)).toEqual(['Hello.']);
  });

  it('shows a conversation with calls and results', () => {
    const prompt: LanguageModelV3Prompt = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Add.' },
          { type: 'text', text: '1 and 2' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Wait.' },
          { type: 'tool-call', toolCallId: 'call_0_0', toolName: 'add', input: { a: 1, b: 2 } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'call_0_0', toolName: 'add', output: { type: 'json', value: { sum: 3 } } },
        ],
      },
    ];
    expect(requestOf({ prompt }).messages).toEqual([
      { role: 'user', text: 'Add.\n1 and 2', toolCalls: [], toolResults: [] },
      {
        role: 'assistant',
        text: 'Wait.',
        toolCalls: [{ id: 'call_0_0', name: 'add', input: { a: 1, b: 2 } }],
        toolResults: [],
      },
      {
        role: 'tool',
        text: '',
        toolCalls: [],
        toolResults: [{ id: 'call_0_0', name: 'add', text: '{"sum":3}', json: { sum: 3 } }],
      },
    ]);
  });

  it('leaves out files and built-in tool calls', () => {
    const prompt: LanguageModelV3Prompt = [
      {
        role: 'user',
        content: [
          { type: 'file', data: 'aGk=', mediaType: 'image/png' },
          { type: 'text', text: 'See?' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'ws', toolName: 'web_search', input: {}, providerExecuted: true },
          { type: 'tool-result', toolCallId: 'ws', toolName: 'web_search', output: { type: 'json', value: [] } },
          { type: 'text', text: 'Yes.' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] },
    ];
    expect(requestOf({ prompt }).messages).toEqual([
      { role: 'user', text: 'See?', toolCalls: [], toolResults: [] },
      { role: 'assistant', text: 'Yes.', toolCalls: [], toolResults: [] },
    ]);
  });

  it.each<[LanguageModelV3ToolResultOutput, string, boolean | undefined]>([
    [{ type: 'text', value: 'three' }, 'three', undefined],
    [{ type: 'json', value: [1, 2] }, '[1,2]', undefined],
    [{ type: 'error-text', value: 'Broken.' }, 'Broken.', true],
    [{ type: 'error-json', value: { code: 7 } }, '{"code":7}', true],
    [{ type: 'execution-denied', reason: 'Not now.' }, 'Not now.', undefined],
    [{ type: 'execution-denied' }, 'Tool call execution denied.', undefined],
    [
      {
        type: 'content',
        value: [
          { type: 'text', text: 'One.' },
          { type: 'image-url', url: 'https://a.test/b.png' },
          { type: 'text', text: 'Two.' },
        ],
      },
      'One.\nTwo.',
      undefined,
    ],
  ])('reads the result %j', (output, text, isError) => {
    const prompt: LanguageModelV3Prompt = [
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: '1', toolName: 'add', output }] },
    ];
    const result = requestOf({ prompt }).messages[0]?.toolResults[0];
    expect(result?.text).toBe(text);
    expect(result?.isError).toBe(isError);
  });

  it('shows the tools on offer, and which of them the provider runs', () => {
    const inputSchema = { type: 'object' as const, properties: {} };
    const tools: LanguageModelV3CallOptions['tools'] = [
      { type: 'function', name: 'add', description: 'Adds.', inputSchema },
      { type: 'provider', id: 'openai.web_search', name: 'search', args: {} },
    ];
    expect(requestOf({ tools }).tools).toEqual([
      { name: 'add', description: 'Adds.', inputSchema },
      { name: 'search', builtIn: 'web_search' },
    ]);
  });

  it.each<[LanguageModelV3CallOptions['toolChoice'], unknown]>([
    [undefined, 'auto'],
    [{ type: 'auto' }, 'auto'],
    [{ type: 'none' }, 'none'],
    [{ type: 'required' }, 'required'],
    [{ type: 'tool', toolName: 'add' }, { tool: 'add' }],
  ])('reads the tool choice %j', (toolChoice, choice) => {
    expect(requestOf({ toolChoice }).toolChoice).toEqual(choice);
  });

  it.each<[LanguageModelV3CallOptions['responseFormat'], unknown]>([
    [undefined, undefined],
    [{ type: 'text' }, undefined],
    [{ type: 'json' }, { name: undefined, schema: undefined }],
    [
      { type: 'json', name: 'sum', schema: { type: 'object' } },
      { name: 'sum', schema: { type: 'object' } },
    ],
  ])('reads the response format %j', (responseFormat, format) => {
    expect(requestOf({ responseFormat }).responseFormat).toEqual(format);
  });
});
