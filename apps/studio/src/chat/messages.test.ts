import { describe, expect, test } from 'vitest';
import type { SwarmPart } from './swarm-message.ts';
import { toAnswerText } from './to-answer-text.ts';
import { toResult } from './to-result.ts';
import { isOpenQuestion, toSections, type WorkPart } from './to-sections.ts';
import { toSummary } from './to-summary.ts';
import { readWaiting, writeWaiting } from './waiting-messages.ts';

const of = (agent: string, retracted = false) => ({ mail: { agent, ...(retracted ? { retracted } : {}) } });
const text = (words: string, retracted = false): SwarmPart => ({
  type: 'text',
  text: words,
  providerMetadata: of('desk', retracted),
});
const thought = (words: string): SwarmPart => ({ type: 'reasoning', text: words, providerMetadata: of('desk') });
const mail: SwarmPart = {
  type: 'data-mail-message',
  id: 'm',
  data: { from: 'desk', to: 'math', subject: 'A sum', body: 'One and one?' },
};
const notice = (words: string): SwarmPart => ({ type: 'data-notice', id: 'n', data: { code: 'limit', text: words } });
const call = (fields: object): SwarmPart =>
  ({
    type: 'dynamic-tool',
    toolName: 'add',
    toolCallId: 'c',
    state: 'output-available',
    input: {},
    output: 2,
    providerExecuted: true,
    callProviderMetadata: of('math'),
    ...fields,
  }) as SwarmPart;

describe('the sections of an answer', () => {
  const kinds = (...parts: SwarmPart[]) => toSections({ parts }).map(({ kind }) => kind);

  test('sections keep the order, and group work between words', () => {
    expect(kinds(thought('hm'), mail, call({}), text('so'), notice('slow'), text('far'))).toEqual([
      'work',
      'text',
      'work',
      'text',
    ]);
  });

  test('empty parts are left out', () => {
    const step: SwarmPart = { type: 'step-start' };
    expect(kinds(step, text(''), thought(''), call({ toolName: 'send_request' }))).toEqual([]);
    expect(kinds(call({ toolName: 'send_request', state: 'output-error', errorText: 'nobody there' }))).toEqual([
      'work',
    ]);
  });

  test('questions to the reader have sections of their own', () => {
    expect(kinds(call({ providerExecuted: false, state: 'input-available' }))).toEqual(['question']);
    expect(kinds(call({ approval: { id: 'a' }, state: 'approval-requested' }))).toEqual(['question']);
  });

  test('a failure is shown once', () => {
    const parts = [notice('the model has no idea')];
    expect(toSections({ parts, metadata: { error: 'the model has no idea' } })).toEqual([]);
  });

  test('open questions are told from answered ones and other parts', () => {
    expect(isOpenQuestion(call({ providerExecuted: false, state: 'input-available' }))).toBe(true);
    expect(isOpenQuestion(call({ approval: { id: 'a' }, state: 'approval-requested' }))).toBe(true);
    expect(isOpenQuestion(call({ providerExecuted: false }))).toBe(false);
    expect(isOpenQuestion(call({ state: 'input-available' }))).toBe(false);
    expect(isOpenQuestion(text('?'))).toBe(false);
  });
});

test('work is summed up in a few words', () => {
  expect(toSummary([thought('a'), thought('b'), mail, call({}), notice('x')] as WorkPart[])).toBe(
    '2 agents, 2 thoughts, 1 message, 1 call, 1 notice',
  );
});

test('only text that was not retracted is copied', () => {
  expect(toAnswerText({ parts: [text('one'), thought('hm'), text('gone', true), text('two')] })).toBe('one\n\ntwo');
});

test.each([
  ['{"seats": 2}', { seats: 2 }],
  ['7', 7],
  ['true', true],
  [' two, please ', 'two, please'],
  ['{oops', '{oops'],
])('the typed text %s becomes a value', (typed, result) => {
  expect(toResult(typed)).toEqual(result);
});

describe('queued messages', () => {
  const keep = () => {
    const kept = new Map<string, string>();
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
  };

  test('queued messages are restored, for each conversation its own', () => {
    const storage = keep();
    writeWaiting(storage, 'a', ['one', 'two']);
    expect([readWaiting(storage, 'a'), readWaiting(storage, 'b')]).toEqual([['one', 'two'], []]);
    writeWaiting(storage, 'a', []);
    expect(storage.kept.size).toBe(0);
  });

  test.each(['{', '7', '{"a":1}', '[1, null]'])(
    'queued messages are empty when the stored text is invalid: %s',
    (odd) => {
      expect(readWaiting({ getItem: () => odd }, 'a')).toEqual([]);
    },
  );
});
