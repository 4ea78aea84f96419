import { call, say, think } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import { makeReply } from '../../__fixtures__/make-reply.ts';
import type { Reply } from '../dialect.ts';
import { BadRequest } from '../json-reader.ts';
import { parseResponsesRequest } from './parse-request.ts';

const parse = (fields: Record<string, unknown> = {}, replies: Reply[] = []) =>
  parseResponsesRequest({ model: 'gpt-5', input: 'Hello.', ...fields }, replies);

describe('parseResponsesRequest', () => {
  it('reads a request with a text as input', () => {
    expect(parse()).toEqual({
      model: 'gpt-5',
      stream: false,
      system: '',
      messages: [{ role: 'user', text: 'Hello.', toolCalls: [], toolResults: [] }],
      tools: [],
      toolChoice: 'auto',
      responseFormat: undefined,
    });
    expect(parse({ stream: true }).stream).toBe(true);
  });

  it('joins instructions and system messages', () => {
    const input = [
      { role: 'developer', content: 'Be polite.' },
      { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Be quick.' }] },
    ];
    expect(parse({ instructions: 'Be brief.', input })).toMatchObject({
      system: 'Be brief.\nBe polite.\nBe quick.',
      messages: [],
    });
  });

  it('joins the items of a conversation', () => {
    const input = [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Add.' },
          { type: 'input_image', image_url: 'x' },
        ],
      },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Wait.' }] },
      { type: 'function_call', call_id: 'a', name: 'add', arguments: '{"a":1}' },
      { type: 'function_call', call_id: 'b', name: 'add', arguments: '{"a":' },
      { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: '*** Begin' },
      { type: 'web_search_call', id: 'ws', status: 'completed' },
      { type: 'function_call_output', call_id: 'a', output: '3' },
      { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'Malformed.' }] },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'Done.' },
    ];
    expect(parse({ input }).messages).toEqual([
      { role: 'user', text: 'Add.', toolCalls: [], toolResults: [] },
      {
        role: 'assistant',
        text: 'Wait.',
        toolCalls: [
          { id: 'a', name: 'add', input: { a: 1 } },
          { id: 'b', name: 'add', input: '{"a":' },
          { id: 'c', name: 'patch', input: '*** Begin' },
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
          { id: 'c', name: 'patch', text: 'Done.' },
        ],
      },
    ]);
  });

  it('reads the tools on offer, and which of them the provider runs', () => {
    const tools = [
      { type: 'function', name: 'add', description: 'Adds.', parameters: { type: 'object' } },
      { type: 'web_search' },
      { type: 'custom', name: 'patch' },
    ];
    expect(parse({ tools }).tools).toEqual([
      { name: 'add', description: 'Adds.', inputSchema: { type: 'object' } },
      { name: 'web_search', builtIn: 'web_search' },
      { name: 'patch', builtIn: 'custom' },
    ]);
  });

  it.each([
    [undefined, 'auto'],
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ type: 'function', name: 'add' }, { tool: 'add' }],
    [{ type: 'web_search' }, { tool: 'web_search' }],
  ])('reads the tool choice %j', (choice, expected) => {
    expect(parse({ tool_choice: choice }).toolChoice).toEqual(expected);
  });

  it.each([
    [undefined, undefined],
    [{ verbosity: 'low' }, undefined],
    [{ format: { type: 'text' } }, undefined],
    [{ format: { type: 'json_object' } }, { name: undefined, schema: undefined }],
    [
      { format: { type: 'json_schema', name: 'sum', schema: { type: 'object' } } },
      { name: 'sum', schema: { type: 'object' } },
    ],
  ])('reads the format %j', (text, expected) => {
    expect(parse({ text }).responseFormat).toEqual(expected);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ model: null }, 'model must be a string.'],
    [{ input: 3 }, 'input must be a list.'],
    [{ input: ['Hello.'] }, 'input[0] must be an object.'],
    [{ input: [{ role: 'robot', content: '' }] }, 'input[0].role must be system, developer, user or assistant.'],
    [{ input: [{ type: 'function_call' }] }, 'input[0].arguments must be a string.'],
    [{ input: [{ type: 'function_call', arguments: '' }] }, 'input[0].call_id must be a string.'],
    [{ input: [{ type: 'function_call_output', output: '' }] }, 'input[0].call_id must be a string.'],
    [{ tools: [{}] }, 'tools[0].type must be a string.'],
    [{ tools: [{ type: 'function' }] }, 'tools[0].name must be a string.'],
    [{ tool_choice: 'maybe' }, 'tool_choice must be an object.'],
    [{ previous_response_id: 3 }, 'previous_response_id must be a string.'],
    [{ previous_response_id: 'resp_9' }, 'previous_response_id names resp_9, which this server has not sent.'],
    [
      { input: [{ type: 'item_reference', id: 'msg_9_9' }] },
      'input[0] refers to msg_9_9, which this server has not sent.',
    ],
  ])('refuses %j', (fields, sentence) => {
    expect(() => parse(fields)).toThrow(new BadRequest(sentence));
  });
});

describe('earlier responses in a request', () => {
  it('earlier responses can be named item by item', async () => {
    const replies = [
      await makeReply({ content: [think('Hm.'), say('Wait.')] }),
      await makeReply({ content: [call('add', { a: 1 })] }, { index: 1 }),
    ];
    const input = [
      { role: 'user', content: 'Add.' },
      { type: 'item_reference', id: 'rs_0_0' },
      { type: 'item_reference', id: 'msg_0_1' },
      { type: 'item_reference', id: 'fc_1_0' },
      { type: 'function_call_output', call_id: 'call_1_0', output: '3' },
    ];
    expect(parse({ input }, replies).messages).toMatchObject([
      { role: 'user', text: 'Add.' },
      { role: 'assistant', text: 'Wait.', toolCalls: [{ id: 'call_1_0', name: 'add', input: { a: 1 } }] },
      { role: 'tool', toolResults: [{ id: 'call_1_0', name: 'add', text: '3' }] },
    ]);
  });

  it('an earlier response can be continued, across more than one response', async () => {
    const first = await makeReply(
      { content: [call('add', { a: 1 })] },
      { body: { input: 'Add.', instructions: 'Old.' } },
    );
    const output = { type: 'function_call_output', call_id: 'call_0_0', output: '3' };
    const second = await makeReply(
      { text: 'Three.' },
      { index: 1, body: { input: [output], previous_response_id: 'resp_0' } },
    );
    const { system, messages } = parse({ input: 'And?', previous_response_id: 'resp_1' }, [first, second]);
    expect(messages).toMatchObject([
      { role: 'user', text: 'Add.' },
      { role: 'assistant', toolCalls: [{ id: 'call_0_0' }] },
      { role: 'tool', toolResults: [{ name: 'add', text: '3' }] },
      { role: 'assistant', text: 'Three.' },
      { role: 'user', text: 'And?' },
    ]);
    // Instructions hold for one request only.
    expect(system).toBe('');
  });
});
