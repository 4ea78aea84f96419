import { describe, expect, it } from 'vitest';
import { BadRequest } from '../json-reader.ts';
import { parseMessagesRequest } from './parse-request.ts';

const parse = (fields: Record<string, unknown> = {}) =>
  parseMessagesRequest({ model: 'claude-sonnet-4-5', max_tokens: 100, messages: [], ...fields });

describe('parseMessagesRequest', () => {
  it('reads a minimal request', () => {
    expect(parse()).toEqual({
      model: 'claude-sonnet-4-5',
      stream: false,
      system: '',
      messages: [],
      tools: [],
      toolChoice: 'auto',
      responseFormat: undefined,
    });
    expect(parse({ stream: true }).stream).toBe(true);
  });

  it('reads system texts in both forms', () => {
    expect(parse({ system: 'Be brief.' }).system).toBe('Be brief.');
    const system = [
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'Be polite.' },
    ];
    expect(parse({ system }).system).toBe('Be brief.\nBe polite.');
  });

  it('reads a conversation with thinking, calls and results', () => {
    const messages = [
      { role: 'user', content: 'Add.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'abc' },
          { type: 'redacted_thinking', data: 'abc' },
          { type: 'text', text: 'Wait.' },
          { type: 'tool_use', id: 'a', name: 'add', input: { a: 1 } },
          { type: 'tool_use', id: 'b', name: 'add', input: { a: 2 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: '3' },
          { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'Broken.' }], is_error: true },
          { type: 'text', text: 'And now?' },
          { type: 'image', source: {} },
        ],
      },
    ];
    expect(parse({ messages }).messages).toEqual([
      { role: 'user', text: 'Add.', toolCalls: [], toolResults: [] },
      {
        role: 'assistant',
        text: 'Wait.',
        toolCalls: [
          { id: 'a', name: 'add', input: { a: 1 } },
          { id: 'b', name: 'add', input: { a: 2 } },
        ],
        toolResults: [],
      },
      {
        role: 'tool',
        text: '',
        toolCalls: [],
        toolResults: [
          { id: 'a', name: 'add', text: '3', json: 3 },
          { id: 'b', name: 'add', text: 'Broken.', isError: true },
        ],
      },
      { role: 'user', text: 'And now?', toolCalls: [], toolResults: [] },
    ]);
  });

  it('reads the tools on offer, and which of them the provider runs', () => {
    const input_schema = { type: 'object' };
    const tools = [
      { name: 'add', description: 'Adds.', input_schema },
      { type: 'custom', name: 'now', input_schema },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
    ];
    expect(parse({ tools }).tools).toEqual([
      { name: 'add', description: 'Adds.', inputSchema: input_schema },
      { name: 'now', description: undefined, inputSchema: input_schema },
      { name: 'web_search', builtIn: 'web_search_20250305' },
    ]);
  });

  it.each([
    [undefined, 'auto'],
    [{ type: 'auto' }, 'auto'],
    [{ type: 'none' }, 'none'],
    [{ type: 'any' }, 'required'],
    [{ type: 'tool', name: 'add' }, { tool: 'add' }],
  ])('reads the tool choice %j', (choice, expected) => {
    expect(parse({ tool_choice: choice }).toolChoice).toEqual(expected);
  });

  it('reads the format of the answer in the new place and the old', () => {
    const format = { type: 'json_schema', schema: { type: 'object' } };
    expect(parse({ output_config: { format } }).responseFormat).toEqual({ schema: { type: 'object' } });
    expect(parse({ output_format: format }).responseFormat).toEqual({ schema: { type: 'object' } });
    expect(parse({ output_config: { effort: 'high' } }).responseFormat).toBeUndefined();
  });

  it.each<[Record<string, unknown>, string]>([
    [{ model: 3 }, 'model must be a string.'],
    [{ max_tokens: undefined }, 'max_tokens must be a number.'],
    [{ messages: undefined }, 'messages must be a list.'],
    [{ messages: [null] }, 'messages[0] must be an object.'],
    [{ messages: [{ role: 'tool', content: '' }] }, 'messages[0].role must be user or assistant.'],
    [{ messages: [{ role: 'user', content: {} }] }, 'messages[0].content must be a list.'],
    [{ messages: [{ role: 'user', content: ['Hello.'] }] }, 'messages[0].content[0] must be an object.'],
    [{ messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages[0].content[0].text must be a string.'],
    [
      { messages: [{ role: 'assistant', content: [{ type: 'tool_use' }] }] },
      'messages[0].content[0].id must be a string.',
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] },
      'messages[0].content[0].tool_use_id must be a string.',
    ],
    [{ system: 3 }, 'system must be a list.'],
    [{ tools: [{}] }, 'tools[0].name must be a string.'],
    [{ tool_choice: 'auto' }, 'tool_choice must be an object.'],
    [{ tool_choice: { type: 'maybe' } }, 'tool_choice.type must be auto, any, none or tool.'],
    [{ tool_choice: { type: 'tool' } }, 'tool_choice.name must be a string.'],
  ])('refuses %j', (fields, sentence) => {
    expect(() => parse(fields)).toThrow(new BadRequest(sentence));
  });
});
