import { expect, test } from 'vitest';
import { toChatMessage, toText } from './chat-message.ts';

test('a question consists of its words', () => {
  const parts = [{ type: 'text', text: 'Which ones?' }];
  const question = toChatMessage({ id: 'q', role: 'user', parts, metadata: {}, finishReason: null });
  expect(question).toEqual({ id: 'q', role: 'user', parts });
  expect(toText(question)).toBe('Which ones?');
});

test('an answer keeps its metadata', () => {
  const answer = toChatMessage({
    id: 'a',
    role: 'assistant',
    parts: [],
    metadata: { model: 'm', outcome: 'complete' },
    finishReason: 'stop',
    usage: { totalTokens: 7 },
  });
  expect(answer.metadata).toEqual({ model: 'm', outcome: 'complete', usage: { totalTokens: 7 } });
});

test('an answer with nothing but an aborted end was stopped', () => {
  const answer = toChatMessage({ id: 'a', role: 'assistant', parts: [], metadata: {}, finishReason: 'aborted' });
  expect(answer.metadata).toEqual({ outcome: 'stopped' });
});

test('the words of a message are its texts, without reasoning and calls', () => {
  const call = { type: 'dynamic-tool', toolName: 'x', toolCallId: '1', state: 'input-available', input: {} } as const;
  const text = toText({
    parts: [{ type: 'reasoning', text: 'hm' }, { type: 'text', text: 'One. ' }, call, { type: 'text', text: ' Two.' }],
  });
  expect(text).toBe('One. \n\n Two.');
});
