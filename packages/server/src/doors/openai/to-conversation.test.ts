import { describe, expect, test } from 'vitest';
import { toChatConversation, toResponsesConversation } from './to-conversation.ts';

describe('the input of Responses', () => {
  test('the input of Responses is a text, or items of several kinds', () => {
    expect(toResponsesConversation('Hello', 'Be brief.')).toEqual({
      instructions: 'Be brief.',
      turns: [{ type: 'said', role: 'user', text: 'Hello' }],
    });
    const items = [
      { role: 'developer', content: 'In French.' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'Hi' }] },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'rain' }] },
      { type: 'item_reference', id: 'msg_2' },
      { id: 'msg_3' },
      { role: 'user', type: null, content: 'And?' },
    ];
    expect(toResponsesConversation(items, 'Be brief.')).toEqual({
      instructions: 'Be brief.\n\nIn French.',
      turns: [
        { type: 'said', role: 'user', text: 'Hello' },
        { type: 'said', role: 'assistant', text: 'Hi', itemId: 'msg_1' },
        { type: 'called', callId: 'call_1', tool: 'look', input: '{}', itemId: 'fc_1' },
        { type: 'gave', callId: 'call_1', output: 'rain' },
        { type: 'named', itemId: 'msg_2' },
        { type: 'named', itemId: 'msg_3' },
        { type: 'said', role: 'user', text: 'And?' },
      ],
    });
  });

  test.each([
    [{}, 'input.0.id'],
    [{ type: 'web_search_call' }, 'input.0.type'],
    [{ role: 'wizard', content: '' }, 'input.0.role'],
    [{ type: 'function_call', name: 'x' }, 'input.0.call_id'],
    [{ type: 'function_call', call_id: 'c' }, 'input.0.name'],
    [{ type: 'function_call_output', output: 'x' }, 'input.0.call_id'],
    [{ role: 'user', content: [7] }, 'input.0.content.0'],
  ])('an input item is refused as %j', (item, path) => {
    expect(() => toResponsesConversation([item])).toThrow(path);
  });
});

describe('the messages of a chat', () => {
  test('the messages of a chat are read with their calls and results', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } };
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'In French.' }] },
      { role: 'user', name: 'Ada', content: 'Hello' },
      { role: 'assistant', content: 'One moment.', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
      { role: 'assistant', content: null, refusal: null, tool_calls: null },
      { role: 'user', content: [{ type: 'text', text: 'And?' }] },
    ];
    expect(toChatConversation(messages)).toEqual({
      instructions: 'Be brief.\n\nIn French.',
      turns: [
        { type: 'said', role: 'user', text: 'Ada: Hello' },
        { type: 'said', role: 'assistant', text: 'One moment.' },
        { type: 'called', callId: 'call_1', tool: 'look', input: '{"a":1}' },
        { type: 'gave', callId: 'call_1', output: 'rain' },
        { type: 'said', role: 'user', text: 'And?' },
      ],
    });
  });

  test.each([
    [{ role: 'function', name: 'x', content: '' }, 'messages.0.role'],
    [{ role: 'tool', content: '' }, 'messages.0.tool_call_id'],
    [{ role: 'assistant', tool_calls: {} }, 'messages.0.tool_calls'],
    [{ role: 'assistant', tool_calls: [{ id: 'c' }] }, 'messages.0.tool_calls.0.function'],
    [{ role: 'assistant', tool_calls: [{ function: { name: 'x' } }] }, 'messages.0.tool_calls.0.id'],
  ])('a chat message is refused as %j', (message, path) => {
    expect(() => toChatConversation([message])).toThrow(path);
  });
});
