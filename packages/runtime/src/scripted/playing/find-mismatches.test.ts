import { describe, expect, it } from 'vitest';
import { makeMessage, makeRequest } from '../__fixtures__/make-request.ts';
import type { RequestProperties } from '../expectation.ts';
import { describeMismatches, findMismatches } from './find-mismatches.ts';

const request = makeRequest({
  dialect: 'anthropic-messages',
  model: 'claude-sonnet-4-5',
  system: 'You add numbers.',
  messages: [
    makeMessage({ text: 'First question' }),
    makeMessage({ role: 'assistant', text: 'First answer' }),
    makeMessage({ text: 'What is 1 and 2?' }),
    makeMessage({ role: 'assistant', toolCalls: [{ id: '1', name: 'add', input: {} }] }),
    makeMessage({
      role: 'tool',
      toolResults: [
        { id: '1', text: '3' },
        { id: '2', text: '{"sum":3}' },
      ],
    }),
  ],
  tools: [{ name: 'subtract' }, { name: 'add' }],
  toolChoice: { tool: 'add' },
});

describe('findMismatches', () => {
  it.each<RequestProperties>([
    {},
    { dialect: 'anthropic-messages' },
    { model: 'claude-sonnet-4-5' },
    { model: /^claude/ },
    { stream: true },
    { system: 'You add numbers.' },
    { system: /numbers/g },
    { lastUserText: 'What is 1 and 2?' },
    { lastUserText: /\d and \d/ },
    { toolResults: ['3', /sum/] },
    { tools: ['add', 'subtract'] },
    { toolChoice: { tool: 'add' } },
  ])('finds no mismatch with %o', (expected) => {
    expect(findMismatches(expected, request)).toEqual([]);
  });

  it.each<[RequestProperties, string, string]>([
    [{ dialect: 'openai-chat' }, '"openai-chat"', '"anthropic-messages"'],
    [{ model: 'claude' }, '"claude"', '"claude-sonnet-4-5"'],
    [{ model: /^gpt/ }, '/^gpt/', '"claude-sonnet-4-5"'],
    [{ stream: false }, '"false"', '"true"'],
    [{ system: 'You add' }, '"You add"', '"You add numbers."'],
    [{ lastUserText: 'First question' }, '"First question"', '"What is 1 and 2?"'],
    [{ toolResults: ['3'] }, '"3"', String.raw`"3", "{\"sum\":3}"`],
    [{ toolResults: ['3', '4'] }, '"3", "4"', String.raw`"3", "{\"sum\":3}"`],
    [{ toolResults: [] }, 'none', String.raw`"3", "{\"sum\":3}"`],
    [{ tools: ['add'] }, '"add"', '"add", "subtract"'],
    [{ tools: ['add', 'multiply'] }, '"add", "multiply"', '"add", "subtract"'],
    [{ tools: [] }, 'none', '"add", "subtract"'],
    [{ toolChoice: 'auto' }, '"auto"', '"tool add"'],
  ])('finds a mismatch with %o', (properties, expected, received) => {
    expect(findMismatches(properties, request)).toEqual([{ property: Object.keys(properties)[0], expected, received }]);
  });

  it('finds all mismatches at once', () => {
    const mismatches = findMismatches({ tools: [], model: 'gpt-5', stream: true, lastUserText: /nothing/ }, request);
    expect(mismatches.map(({ property }) => property)).toEqual(['model', 'lastUserText', 'tools']);
  });

  it('gives the same result twice, even for a global pattern', () => {
    const expected = { system: /add/g };
    expect(findMismatches(expected, request)).toEqual([]);
    expect(findMismatches(expected, request)).toEqual([]);
  });

  it('takes a conversation without a user, or without results, as empty', () => {
    const empty = makeRequest({ messages: [] });
    expect(findMismatches({ lastUserText: '', toolResults: [], tools: [] }, empty)).toEqual([]);
    expect(findMismatches({ toolResults: ['3'] }, empty)).toMatchObject([{ expected: '"3"', received: 'none' }]);
  });

  it('distinguishes older results from new ones', () => {
    const later = makeRequest({ messages: [...request.messages, makeMessage({ text: 'Thanks.' })] });
    expect(findMismatches({ toolResults: [] }, later)).toEqual([]);
  });
});

describe('describeMismatches', () => {
  it('puts what was expected above what came', () => {
    expect(describeMismatches(findMismatches({ tools: ['add'], system: /divide/ }, request))).toBe(
      `  system
    expected: /divide/
    received: "You add numbers."
  tools
    expected: "add"
    received: "add", "subtract"`,
    );
  });
});
