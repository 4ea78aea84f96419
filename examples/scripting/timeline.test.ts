import { expect, test } from 'vitest';
import { mailed } from '../__fixtures__/conversation.ts';
import { toTimeline } from './timeline.ts';

const nothing = { toolCalls: [], toolResults: [] };

test('mail, calls and results come in order', () => {
  const mail = [mailed('ada', 'Hello', 'How are <you>?', 'user'), mailed('math', 'Re: Sum', '4 & more')];
  const timeline = toTimeline({
    messages: [
      { ...nothing, role: 'user', text: mail.map(({ text }) => text).join('\n\n') },
      { ...nothing, role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'add', input: { a: 1 } }] },
      { ...nothing, role: 'tool', text: '', toolResults: [{ id: 'c1', text: 'SUCCESS: {"sum":1}' }] },
    ],
  });
  expect(timeline).toEqual([
    { kind: 'mail', fromType: 'user', from: 'ada', subject: 'Hello', body: 'How are <you>?' },
    { kind: 'mail', fromType: 'agent', from: 'math', subject: 'Re: Sum', body: '4 & more' },
    { kind: 'call', id: 'c1', name: 'add', input: { a: 1 } },
    { kind: 'result', id: 'c1', ok: true, text: '{"sum":1}', json: { sum: 1 } },
  ]);
});

test.each([
  ['SUCCESS: message sent', true, 'message sent'],
  ['SUCCESS', true, ''],
  ['ERROR: no such file', false, 'no such file'],
  ['ERROR', false, ''],
  ['SUCCESS: Error: division by zero', false, 'Error: division by zero'],
  ['plain words', true, 'plain words'],
])('the result %j is read as success or failure with its text', (text, ok, rest) => {
  const [event] = toTimeline({ messages: [{ ...nothing, role: 'tool', text: '', toolResults: [{ id: 'c', text }] }] });
  expect(event).toMatchObject({ kind: 'result', ok, text: rest });
});

test('other text is ignored', () => {
  expect(toTimeline({ messages: [{ ...nothing, role: 'user', text: 'just words' }] })).toEqual([]);
});
