import { describe, expect, test } from 'vitest';
import { call, mail, notice, reasoning, text } from '../__fixtures__/parts.ts';
import { agentHue } from './agent-hue.ts';
import { mailFactsOf, namedAgentOf } from './mail-facts.ts';
import { toAnswer } from './to-answer.ts';
import { toErrorText } from './to-error-text.ts';
import { toFields } from './to-fields.ts';
import { toShownValue } from './to-shown-value.ts';
import { toSummary } from './to-summary.ts';
import { toUsageText } from './to-usage-text.ts';

describe('mailFactsOf', () => {
  test('names the agent and the kind of a part', () => {
    expect(mailFactsOf(reasoning('Hm.'))).toEqual({ agent: 'math', kind: 'reasoning' });
    expect(mailFactsOf(call('input-available')).agent).toBe('math');
  });

  test('invents facts for parts that have none', () => {
    const { providerMetadata: _, ...bare } = text('Hello.');
    expect(mailFactsOf(bare)).toEqual({ agent: 'swarm', kind: undefined });
    const strange = text('', { providerMetadata: { mail: { agent: 7, kind: 8 } } });
    expect(mailFactsOf(strange)).toEqual({ agent: 'swarm', kind: undefined });
  });
});

describe("facts of a single agent's parts", () => {
  const own = { providerMetadata: { posthouse: { part: 'p-1' } } };

  test("facts of a single agent's parts do not name the agent, which whoever shows them knows", () => {
    expect(mailFactsOf(reasoning('Hm.', own), 'pi')).toEqual({ agent: 'pi', kind: 'reasoning' });
    expect(namedAgentOf(reasoning('Hm.', own))).toBeUndefined();
  });
});

describe('the summary of an answer', () => {
  test('counts nested agents, and not the one that answers', () => {
    const own = { providerMetadata: { posthouse: { part: 'p-1' } } };
    const nested = { type: 'nested-agent' as const, note: { toolCallId: 'c', status: 'running' as const }, items: [] };
    expect(toSummary([reasoning('Hm.', own), nested])).toBe('1 agent, 1 thought');
    expect(toSummary([{ type: 'data-todos', id: 'todos', data: { items: [] } }])).toBe('A plan');
  });

  test('counts agents once, whatever they do', () => {
    const parts = [mail('supervisor', 'math'), reasoning('Hm.'), call('output-available'), mail('math', 'supervisor')];
    expect(toSummary(parts)).toBe('2 agents, 1 thought, 2 messages, 1 call');
  });

  test('leaves out counts of zero', () => {
    expect(toSummary([reasoning('Hm.')])).toBe('1 agent, 1 thought');
    expect(toSummary([notice('Once more.')])).toBe('1 notice');
  });
});

describe('toAnswer', () => {
  test.each<[string, unknown]>([
    ['two, please', 'two, please'],
    ['  spaces  ', 'spaces'],
    ['2', 2],
    ['{"seats": 2}', { seats: 2 }],
    ['"2"', '2'],
    ['{broken', '{broken'],
  ])('reads %j as %j', (typed, answer) => {
    expect(toAnswer(typed)).toEqual(answer);
  });
});

describe('toErrorText', () => {
  test.each([
    ['{"detail":"the session is busy","code":"session_busy"}', 'the session is busy'],
    ['{"other":1}', '{"other":1}'],
    ['null', 'null'],
    ['The model is overloaded.', 'The model is overloaded.'],
  ])('reads %s as %s', (message, sentence) => {
    expect(toErrorText(new Error(message))).toBe(sentence);
  });
});

test('values are shown as text, or as readable JSON', () => {
  expect(toShownValue('as it is')).toBe('as it is');
  expect(toShownValue({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(toShownValue(undefined)).toBe('');
  expect(toShownValue([])).toBe('[]');
});

test('wrapped tool output is shown as its text', () => {
  const said = [
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ];
  expect(toShownValue({ content: said, details: { exitCode: 0 } })).toBe('one\ntwo');
  expect(toShownValue(said)).toBe('one\ntwo');
  expect(toShownValue({ content: [{ type: 'image' }] })).toContain('"image"');
});

describe('the fields of a value', () => {
  test('the fields of a value are its keys, when they have no nested values', () => {
    expect(toFields({ city: 'Oslo', days: 1, snow: true, sun: null })).toEqual([
      ['city', 'Oslo'],
      ['days', '1'],
      ['snow', 'true'],
      ['sun', 'null'],
    ]);
  });

  test.each([['text'], [7], [null], [undefined], [[1, 2]], [{ a: { b: 1 } }], [{}]])(
    'there are no fields for %j',
    (value) => {
      expect(toFields(value)).toBeUndefined();
    },
  );
});

test('the cost of an answer is shown once it is known', () => {
  expect(toUsageText({})).toBeUndefined();
  expect(toUsageText({ usage: {}, cost: 0 })).toBeUndefined();
  expect(toUsageText({ usage: { inputTokens: 1200, outputTokens: 30 } })).toBe('1,200 tokens read, 30 written');
  expect(toUsageText({ usage: { inputTokens: 1 }, cost: 0.00123 })).toBe('1 tokens read, 0 written, $0.0012');
});

test('an agent has one colour, and others have different ones', () => {
  const names = ['supervisor', 'math', 'weather', 'analyst', 'consultant'];
  const hues = names.map(agentHue);
  expect(hues).toEqual(names.map(agentHue));
  expect(new Set(hues).size).toBe(names.length);
  for (const hue of hues) expect(hue >= 0 && hue < 360).toBe(true);
});
