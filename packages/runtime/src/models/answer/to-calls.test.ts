import { NoSuchToolError } from 'ai';
import { describe, expect, it } from 'vitest';
import type { ModelAnswerPart } from './answer-parts.ts';
import { toCalls } from './to-calls.ts';

const text = (words: string): ModelAnswerPart => ({ type: 'text', text: words });
const reasoning = (words: string): ModelAnswerPart => ({ type: 'reasoning', text: words });

function call(toolCallId: string, input: unknown = {}, more: object = {}): ModelAnswerPart {
  return { type: 'tool-call', toolCallId, toolName: 'add', input, dynamic: true, ...more } as ModelAnswerPart;
}

function search(toolCallId: string, query: string): ModelAnswerPart[] {
  const part = { toolCallId, toolName: 'web_search', input: { query }, dynamic: true, providerExecuted: true } as const;
  return [
    { type: 'tool-call', ...part },
    { type: 'tool-result', ...part, output: [{ url: `https://${query}.example` }] },
  ];
}

describe('toCalls', () => {
  it('leaves plain text alone', () => {
    expect(toCalls([reasoning('Hm.'), text('Hello.')])).toEqual({ calls: [], text: 'Hello.', reasoning: 'Hm.' });
    expect(toCalls([])).toEqual({ calls: [], text: '' });
  });

  it('gives each call the text before it, and nothing twice', () => {
    const { calls, text: rest } = toCalls([
      reasoning('One.'),
      text('First.'),
      reasoning('Two.'),
      call('a'),
      call('b'),
      text('Third.'),
      call('c'),
      text('That is all.'),
    ]);

    expect(calls).toEqual([
      { callId: 'a', tool: 'add', input: {}, reasoning: 'One.\n\nTwo.', preamble: 'First.' },
      { callId: 'b', tool: 'add', input: {} },
      { callId: 'c', tool: 'add', input: {}, preamble: 'Third.' },
    ]);
    expect(rest).toBe('That is all.');
  });

  it('gives built-in calls their part, and the first search the citations', () => {
    const { calls, text: rest } = toCalls([
      reasoning('Where?'),
      ...search('s1', 'inns'),
      text('Not there.'),
      ...search('s2', 'posts'),
      text('There.'),
      { type: 'source', sourceType: 'url', id: '1', url: 'https://posts.example' },
      call('a'),
    ]);

    expect(calls.map(({ callId, reasoning: why, preamble }) => [callId, why, preamble])).toEqual([
      ['s1', 'Where?', undefined],
      ['s2', undefined, 'Not there.'],
      ['a', undefined, 'There.'],
    ]);
    expect(calls.map(({ builtin }) => builtin?.content)).toEqual([
      { results: [{ url: 'https://inns.example' }], citations: [{ url: 'https://posts.example' }] },
      { results: [{ url: 'https://posts.example' }] },
      undefined,
    ]);
    expect(rest).toBe('');
  });

  it('makes call ids unique, but never renames those of a provider', () => {
    const { calls } = toCalls([call('a'), ...search('a', 'inns'), call('a')]);

    expect(calls.map(({ callId, tool }) => [callId, tool])).toEqual([
      ['a', 'add'],
      ['a', 'web_search_call'],
      ['a_2', 'add'],
    ]);
  });

  it('marks calls with unusable arguments', () => {
    const error = new NoSuchToolError({ toolName: 'add' });

    expect(toCalls([call('a', [1]), call('b', 'oops', { invalid: true, error }), call('c', '')]).calls).toEqual([
      { callId: 'a', tool: 'add', input: [1], inputError: 'the arguments are not a JSON object' },
      { callId: 'b', tool: 'add', input: 'oops', inputError: 'the arguments are not a JSON object' },
      { callId: 'c', tool: 'add', input: {} },
    ]);
  });
});
