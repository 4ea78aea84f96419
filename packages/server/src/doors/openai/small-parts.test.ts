import { describe, expect, test } from 'vitest';
import { clerks } from '../../__fixtures__/clerks.ts';
import { isOpenAIPath } from '../../errors/answer-openai-error.ts';
import { toModel } from './add-openai-routes.ts';
import { type OutputItem, toWireItem } from './output-items.ts';
import { refuseFields } from './refused-fields.ts';
import { toChatUsage, toResponseUsage } from './openai-usage.ts';
import { toResponseShell } from './responses.ts';

describe('usage in OpenAI’s shape', () => {
  test('usage has OpenAI’s names, and zero for numbers that were not reported', () => {
    const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 4, reasoningTokens: 2, cost: 0.1 };
    expect(toResponseUsage({ usage, budgets: undefined })).toEqual({
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 15,
    });
    expect(toChatUsage({ usage: { inputTokens: 1, outputTokens: 2 }, budgets: undefined })).toEqual({
      prompt_tokens: 1,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens: 2,
      completion_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 3,
    });
  });
});

describe('an output item', () => {
  const state = { state: 'open' as const };
  const message = (more: object = {}): OutputItem => ({ kind: 'message', id: 'msg_1', text: '', ...state, ...more });
  const call: OutputItem = { kind: 'call', id: 'fc_1', callId: 'call_1', name: 'look', input: '{"a":1}', ...state };

  test.each([
    [message(), { status: 'in_progress', content: [] }],
    [message({ text: 'Hi', state: 'done' }), { status: 'completed', content: [{ type: 'output_text', text: 'Hi' }] }],
    [message({ state: 'done' }), { status: 'completed', content: [{ text: '' }] }],
    [message({ text: 'Hi', state: 'retracted' }), { status: 'incomplete' }],
    [
      message({ kind: 'reasoning', text: 'Hm', state: 'done' }),
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
    ],
    [message({ kind: 'reasoning' }), { type: 'reasoning', summary: [] }],
    [call, { type: 'function_call', status: 'in_progress', arguments: '' }],
    [
      { ...call, state: 'done' as const },
      { call_id: 'call_1', name: 'look', status: 'completed', arguments: '{"a":1}' },
    ],
  ])('an output item is converted to OpenAI’s form from %j', (item, expected) => {
    expect(toWireItem(item)).toMatchObject(expected);
  });
});

test('a response repeats the settings of its request, with OpenAI’s defaults for the rest', () => {
  const facts = { id: 'resp_1', model: 'desk' };
  expect(toResponseShell(facts, {})).toMatchObject({
    id: 'resp_1',
    tool_choice: 'auto',
    tools: [],
    metadata: {},
    parallel_tool_calls: true,
    previous_response_id: null,
    text: { format: { type: 'text' } },
    store: true,
    background: false,
  });
  const asked = { toolChoice: 'none', metadata: { a: 'b' }, store: false, background: true, user: 'ada', topP: 0.5 };
  expect(toResponseShell(facts, asked)).toMatchObject({
    tool_choice: 'none',
    metadata: { a: 'b' },
    store: false,
    background: true,
    user: 'ada',
    top_p: 0.5,
  });
});

test('a swarm is listed as a model', () => {
  expect(toModel(clerks('desk'), 1_772_353_800_123)).toEqual({
    id: 'desk',
    object: 'model',
    created: 1_772_353_800,
    owned_by: 'posthouse',
    description: 'the desk',
  });
  expect(toModel({ ...clerks('desk'), description: '' }, 0)).not.toHaveProperty('description');
});

test.each([
  ['/v1', true],
  ['/v1/responses', true],
  ['/v1beta', false],
  ['/responses', false],
  ['/message', false],
])('isOpenAIPath(%j) is %s', (path, expected) => {
  expect(isOpenAIPath(path)).toBe(expected);
});

test('unsupported fields are refused unless they are null', () => {
  for (const name of ['conversation', 'prompt', 'functions', 'function_call']) {
    expect(() => refuseFields({ [name]: 'x' })).toThrow(name);
    expect(() => refuseFields({ [name]: null })).not.toThrow();
  }
});
