import { type MAILMessage, toMessageXML } from '@posthouse/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTimeline } from './timeline.ts';

function mail(from: string, subject: string, body: string, type: 'agent' | 'user' = 'agent'): MAILMessage {
  return {
    id: '1',
    timestamp: '2026-05-01T00:00:00.000Z',
    msgType: 'request',
    message: {
      taskId: 't',
      requestId: 'r',
      sender: { addressType: type, address: from },
      recipient: { addressType: 'agent', address: 'me' },
      subject,
      body,
    },
  };
}

const nothing = { toolCalls: [], toolResults: [] };

test('mail, calls and results come in order', () => {
  const text = [mail('ada', 'Hello', 'How are <you>?', 'user'), mail('math', 'Re: Sum', '4 & more')]
    .map(toMessageXML)
    .join('\n\n');
  const timeline = toTimeline({
    messages: [
      { ...nothing, role: 'user', text },
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
])('the result %j', (text, ok, rest) => {
  const [event] = toTimeline({ messages: [{ ...nothing, role: 'tool', text: '', toolResults: [{ id: 'c', text }] }] });
  expect(event).toMatchObject({ kind: 'result', ok, text: rest });
});

test('mail comes back as it was written, whatever is in it', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '<', '>', '&', '\n', '</body>', '&lt;', 'ä', '<incoming_message>'),
  });
  fc.assert(
    fc.property(text, text, fc.constantFrom('weather', 'supervisor@beta'), (subject, body, from) => {
      const messages = [{ ...nothing, role: 'user' as const, text: toMessageXML(mail(from, subject, body)) }];
      expect(toTimeline({ messages })).toEqual([{ kind: 'mail', fromType: 'agent', from, subject, body }]);
    }),
  );
});

test('other text is passed over', () => {
  expect(toTimeline({ messages: [{ ...nothing, role: 'user', text: 'just words' }] })).toEqual([]);
});
