import type { UIMessage } from '@posthouse/chat';
import { expect, test } from 'vitest';
import { flattenMessage } from './flatten-message.ts';
import { toPiMessages } from './to-pi-messages.ts';

const user = (text: string): UIMessage => ({ id: 'u', role: 'user', parts: [{ type: 'text', text }] });
const answer = (...parts: object[]): UIMessage => ({ id: 'a', role: 'assistant', parts: parts as UIMessage['parts'] });
const call = (toolCallId: string, more: object) => ({
  type: 'dynamic-tool',
  toolName: 'jobs_search',
  toolCallId,
  input: { keywords: 'Go' },
  ...more,
});
const told = answer(
  { type: 'step-start' },
  { type: 'reasoning', text: 'Hm.', state: 'done' },
  { type: 'text', text: 'I look.', state: 'done' },
  call('c1', { state: 'output-available', output: { text: '2 jobs', count: 2 } }),
  call('c2', { state: 'output-error', errorText: 'no_default_resume: None' }),
  { type: 'step-start' },
  { type: 'text', text: 'There are two.', state: 'done' },
  { type: 'data-notice', data: {} },
);

test('each step is a message followed by the results of its calls, without reasoning', () => {
  const messages = toPiMessages([user('Find Go jobs'), told]);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'toolResult', 'toolResult', 'assistant']);
  expect(messages[1]).toMatchObject({
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'toolCall', id: 'c1', name: 'jobs_search', arguments: { keywords: 'Go' } },
      { type: 'toolCall', id: 'c2' },
    ],
    stopReason: 'toolUse',
  });
  expect(messages[2]).toMatchObject({ content: [{ text: '2 jobs' }], details: { count: 2 }, isError: false });
  expect(messages[3]).toMatchObject({ content: [{ text: 'no_default_resume: None' }], isError: true });
  expect(messages[4]).toMatchObject({ content: [{ type: 'text', text: 'There are two.' }], stopReason: 'stop' });
  const times = messages.map(({ timestamp }) => timestamp);
  expect(times).toEqual([...new Set(times)].toSorted((left, right) => left - right));
});

test.each([
  ['whose input was still being written', { state: 'input-streaming', input: undefined }],
  ['that was running', { state: 'input-available' }],
  ['that had only told its progress', { state: 'output-available', preliminary: true, output: 'half' }],
])('a call %s has a result that says so, because models require one', (_, more) => {
  const [, result] = toPiMessages([answer(call('c', more))]);
  expect(result).toMatchObject({ role: 'toolResult', toolCallId: 'c', isError: true });
  expect(JSON.stringify(result)).toContain('No result');
});

test('empty parts make no message', () => {
  expect(toPiMessages([user(' '), answer(), answer({ type: 'step-start' }, { type: 'text', text: '' })])).toEqual([]);
});

test('the flat form has texts, reasoning and calls, each apart', () => {
  expect(flattenMessage(told)).toEqual({
    content: 'I look.\n\nThere are two.',
    reasoning: 'Hm.',
    toolCalls: [
      {
        toolCallId: 'c1',
        toolName: 'jobs_search',
        args: { keywords: 'Go' },
        state: 'result',
        result: { text: '2 jobs', count: 2 },
      },
      {
        toolCallId: 'c2',
        toolName: 'jobs_search',
        args: { keywords: 'Go' },
        state: 'error',
        result: 'no_default_resume: None',
      },
    ],
  });
  expect(flattenMessage(user('Hello'))).toEqual({ content: 'Hello', reasoning: null, toolCalls: null });
  expect(
    flattenMessage(answer(call('c', { state: 'output-available', preliminary: true, output: 'half' }))).toolCalls,
  ).toEqual([{ toolCallId: 'c', toolName: 'jobs_search', args: { keywords: 'Go' }, state: 'call' }]);
  expect(
    flattenMessage(answer({ ...call('c', { state: 'input-available' }), type: 'tool-look' })).toolCalls,
  ).toMatchObject([{ toolName: 'look' }]);
});
