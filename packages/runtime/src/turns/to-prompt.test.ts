import { expect, test } from 'vitest';
import {
  agentAddress,
  composeBroadcast,
  composeRequest,
  composeSystemBroadcast,
} from '../messages/compose-messages.ts';
import { toPrompt, toResultText } from './to-prompt.ts';
import type { TurnCall, TurnData } from '../task/turn-data.ts';

const place = { taskId: 't', swarm: 'desk' };
const request = (body: string) =>
  composeRequest(place, { sender: agentAddress('boss'), recipient: 'math', subject: 's', body });
const broadcast = composeBroadcast(place, {
  sender: agentAddress('boss'),
  recipients: ['all'],
  subject: 'news',
  body: 'long text',
});
const signal = composeSystemBroadcast(place, 'math', {
  subject: '::action_complete::',
  body: 'Action completed successfully',
});

function turn(changes: Partial<TurnData>): TurnData {
  return { format: 1, inputs: [], attempt: 1, messages: [], calls: [], ...changes };
}

const call = (tool: string, changes: Partial<TurnCall> = {}): TurnCall => ({
  callId: `c-${tool}`,
  tool,
  input: {},
  kind: 'mail',
  result: { status: 'success', content: 'ok' },
  ...changes,
});

test('a prompt ends with new mail as one message of the user', () => {
  const prompt = toPrompt([], [request('one'), request('two')]);
  expect(prompt.map((message) => message.role)).toEqual(['user']);
  expect(prompt[0]!.content).toMatch(/^one$[\s\S]*^two$/m);
});

test('a turn becomes what was read, what was said, and the result of every call', () => {
  const said = { role: 'assistant' as const, content: 'hm' };
  const calls = [
    call('send_request'),
    call('add', { kind: 'action', result: { status: 'success', content: { sum: 3 } } }),
  ];
  const prompt = toPrompt([turn({ inputs: [request('go')], messages: [said], calls })], []);
  expect(prompt.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
  expect(prompt[2]!.content).toEqual([
    {
      type: 'tool-result',
      toolCallId: 'c-send_request',
      toolName: 'send_request',
      output: { type: 'text', value: 'SUCCESS: ok' },
    },
    {
      type: 'tool-result',
      toolCallId: 'c-add',
      toolName: 'add',
      output: { type: 'text', value: 'SUCCESS: {"sum":3}' },
    },
  ]);
});

test('mail that only wakes an agent is not repeated in the history', () => {
  expect(toPrompt([turn({ inputs: [request('go')] })], [signal]).map((message) => message.role)).toEqual(['user']);
});

test('an acknowledged broadcast stays in the history, an ignored one becomes a line', () => {
  const [kept] = toPrompt([turn({ inputs: [broadcast], calls: [call('acknowledge_broadcast')] })], []);
  expect(kept!.content).toContain('long text');
  const [note] = toPrompt([turn({ inputs: [broadcast], calls: [call('ignore_broadcast')] })], []);
  expect(note!.content).toBe('(You ignored a broadcast from boss.)');
});

test('calls that the provider ran have their own results', () => {
  const prompt = toPrompt([turn({ inputs: [request('go')], calls: [call('web_search', { kind: 'builtin' })] })], []);
  expect(prompt.map((message) => message.role)).toEqual(['user']);
});

test('a summary replaces the turns that it sums up', () => {
  const [message] = toPrompt([turn({ summary: 'They agreed.' })], []);
  expect(message).toMatchObject({ role: 'user' });
  expect(message!.content).toContain('They agreed.');
});

test.each([
  ['mail', { status: 'success', content: 'message sent' }, 'SUCCESS: message sent'],
  ['mail', { status: 'success', content: '' }, 'SUCCESS'],
  ['action', { status: 'error', content: 'no' }, 'ERROR: no'],
  ['action', { status: 'unknown', content: 'who knows' }, 'ERROR: who knows'],
  ['action', { status: 'not-run', content: '' }, 'ERROR'],
  ['breakpoint', { status: 'success', content: 'as the person said' }, 'as the person said'],
] as const)('a result of kind %s shows %j as %s', (kind, result, text) => {
  expect(toResultText(kind, result)).toBe(text);
});

test('a call without a result gets one', () => {
  expect(toResultText('action', undefined)).toBe('ERROR: not run');
});
