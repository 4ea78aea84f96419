import { describe, expect, it } from 'vitest';
import { BadRequest } from '../json-reader.ts';
import { parseChatRequest } from './parse-request.ts';

const parse = (fields: Record<string, unknown> = {}) => parseChatRequest({ model: 'gpt-5', messages: [], ...fields });

describe('parseChatRequest', () => {
  it('reads a minimal request', () => {
    expect(parse()).toEqual({
      model: 'gpt-5',
      stream: false,
      system: '',
      messages: [],
      tools: [],
      toolChoice: 'auto',
      responseFormat: undefined,
    });
    expect(parse({ stream: true }).stream).toBe(true);
  });

  it('joins the instructions of both roles', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be polite.' }] },
    ];
    expect(parse({ messages })).toMatchObject({ system: 'Be brief.\nBe polite.', messages: [] });
  });

  it('reads a conversation with calls and results', () => {
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Add.' },
          { type: 'image_url', image_url: { url: 'x' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
          { id: 'b', type: 'function', function: { name: 'add', arguments: '{"a":' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '3' },
      { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'Malformed.' }] },
      { role: 'assistant', content: 'Three.' },
    ];
    expect(parse({ messages }).messages).toEqual([
      { role: 'user', text: 'Add.', toolCalls: [], toolResults: [] },
      {
        role: 'assistant',
        text: '',
        toolCalls: [
          { id: 'a', name: 'add', input: { a: 1 } },
          { id: 'b', name: 'add', input: '{"a":' },
        ],
        toolResults: [],
      },
      {
        role: 'tool',
        text: '',
        toolCalls: [],
        toolResults: [
          { id: 'a', name: 'add', text: '3', json: 3 },
          { id: 'b', name: 'add', text: 'Malformed.' },
        ],
      },
      { role: 'assistant', text: 'Three.', toolCalls: [], toolResults: [] },
    ]);
  });

  it('reads the tools on offer', () => {
    const parameters = { type: 'object' };
    const tools = [
      { type: 'function', function: { name: 'add', description: 'Adds.', parameters } },
      { type: 'function', function: { name: 'now' } },
    ];
    expect(parse({ tools }).tools).toEqual([
      { name: 'add', description: 'Adds.', inputSchema: parameters },
      { name: 'now', description: undefined, inputSchema: undefined },
    ]);
  });

  it.each([
    [undefined, 'auto'],
    [null, 'auto'],
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ type: 'function', function: { name: 'add' } }, { tool: 'add' }],
  ])('reads the tool choice %j', (choice, expected) => {
    expect(parse({ tool_choice: choice }).toolChoice).toEqual(expected);
  });

  it.each([
    [undefined, undefined],
    [{ type: 'text' }, undefined],
    [{ type: 'json_object' }, { name: undefined, schema: undefined }],
    [
      { type: 'json_schema', json_schema: { name: 'sum', schema: { type: 'object' } } },
      { name: 'sum', schema: { type: 'object' } },
    ],
  ])('reads the response format %j', (format, expected) => {
    expect(parse({ response_format: format }).responseFormat).toEqual(expected);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ model: undefined }, 'model must be a string.'],
    [{ messages: undefined }, 'messages must be a list.'],
    [{ messages: 'Hello.' }, 'messages must be a list.'],
    [{ messages: ['Hello.'] }, 'messages[0] must be an object.'],
    [
      { messages: [{ role: 'function', content: '' }] },
      'messages[0].role must be system, developer, user, assistant or tool.',
    ],
    [{ messages: [{ role: 'user', content: 3 }] }, 'messages[0].content must be a list.'],
    [{ messages: [{ role: 'tool', content: '3' }] }, 'messages[0].tool_call_id must be a string.'],
    [{ messages: [{ role: 'assistant', tool_calls: [{}] }] }, 'messages[0].tool_calls[0].function must be an object.'],
    [
      { messages: [{ role: 'assistant', tool_calls: [{ function: {} }] }] },
      'messages[0].tool_calls[0].function.arguments must be a string.',
    ],
    [{ tools: {} }, 'tools must be a list.'],
    [{ tools: [{ type: 'custom' }] }, 'tools[0].type must be function.'],
    [{ tools: [{ type: 'function' }] }, 'tools[0].function must be an object.'],
    [{ tool_choice: 'maybe' }, 'tool_choice must be auto, none, required or'],
  ])('refuses %j', (fields, sentence) => {
    expect(() => parse(fields)).toThrow(BadRequest);
    expect(() => parse(fields)).toThrow(sentence);
  });
});
