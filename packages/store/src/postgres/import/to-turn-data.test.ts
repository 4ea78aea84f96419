import type { JSONValue } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTurnData } from './to-turn-data.ts';

const completions: JSONValue[] = [
  { role: 'system', content: 'You are kind.' },
  { role: 'user', content: '<incoming_message>What is the weather?</incoming_message>' },
  {
    role: 'assistant',
    content: 'Let me see.',
    tool_calls: [
      { id: 'c-1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } },
      { id: 'c-2', type: 'function', function: { name: 'task_complete', arguments: '{"finish_message":"Sunny."}' } },
    ],
  },
  { role: 'tool', name: 'get_weather', content: 'SUCCESS: sunny', tool_call_id: 'c-1' },
  { role: 'tool', name: 'task_complete', content: 'SUCCESS: task completed', tool_call_id: 'c-2' },
];

const result = (id: string, name: string, value: string) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output: { type: 'text', value },
});

describe('an imported history as a turn', () => {
  it('takes the text, the calls and their results from chat completions, and no instructions', () => {
    expect(toTurnData(completions)).toEqual({
      format: 1,
      inputs: [],
      attempt: 1,
      calls: [],
      messages: [
        { role: 'user', content: '<incoming_message>What is the weather?</incoming_message>' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me see.' },
            { type: 'tool-call', toolCallId: 'c-1', toolName: 'get_weather', input: { city: 'Rome' } },
            { type: 'tool-call', toolCallId: 'c-2', toolName: 'task_complete', input: { finish_message: 'Sunny.' } },
          ],
        },
        {
          role: 'tool',
          content: [
            result('c-1', 'get_weather', 'SUCCESS: sunny'),
            result('c-2', 'task_complete', 'SUCCESS: task completed'),
          ],
        },
      ],
    });
  });

  it('takes text, calls and results from responses too', () => {
    const history: JSONValue[] = [
      { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      { type: 'reasoning', id: 'r', summary: [] },
      { type: 'function_call', call_id: 'c-1', name: 'add', arguments: '{"a":1}' },
      { type: 'function_call_output', call_id: 'c-1', output: 'SUCCESS: 1' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One.' }] },
    ];
    expect(toTurnData(history).messages).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c-1', toolName: 'add', input: { a: 1 } }] },
      { role: 'tool', content: [result('c-1', 'add', 'SUCCESS: 1')] },
      { role: 'assistant', content: [{ type: 'text', text: 'One.' }] },
    ]);
  });

  it('gives every call a result, and drops results without a call', () => {
    const history: JSONValue[] = [
      { type: 'function_call', call_id: 'c-1', name: 'add', arguments: 'no json' },
      { type: 'function_call_output', call_id: 'c-9', output: 'lost' },
      { role: 'user', content: 'And?' },
    ];
    expect(toTurnData(history).messages).toEqual([
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c-1', toolName: 'add', input: 'no json' }] },
      { role: 'tool', content: [result('c-1', 'add', 'ERROR: the outcome is unknown')] },
      { role: 'user', content: 'And?' },
    ]);
  });

  it('gives a conversation that a model accepts, whatever was stored', () => {
    const call = fc.record({
      type: fc.constant('function_call'),
      call_id: fc.constantFrom('a', 'b'),
      name: fc.string(),
    });
    const output = fc.record({ type: fc.constant('function_call_output'), call_id: fc.constantFrom('a', 'c') });
    const said = fc.record({ role: fc.constantFrom('user', 'assistant', 'tool', 'odd'), content: fc.jsonValue() });
    const anything = fc.jsonValue();
    fc.assert(
      fc.property(fc.array(fc.oneof(call, output, said, anything)), (history) => {
        const { messages } = toTurnData(history as never) as { messages: { role: string; content: unknown }[] };
        const partsOf = (index: number, type: string) => {
          const content = messages[index]?.content;
          return Array.isArray(content) ? content.filter((part: { type: string }) => part.type === type) : [];
        };
        const idsOf = (index: number, type: string) =>
          partsOf(index, type).map((part: { toolCallId: string }) => part.toolCallId);
        const odd = messages.filter(({ role }, index) => {
          const calls = idsOf(index, 'tool-call');
          const isAnswered = calls.join() === idsOf(index + 1, 'tool-result').join();
          return role === 'tool' ? idsOf(index - 1, 'tool-call').length === 0 : !isAnswered;
        });
        expect(odd).toEqual([]);
      }),
    );
  });
});
