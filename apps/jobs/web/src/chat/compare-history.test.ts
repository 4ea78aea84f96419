import { expect, test } from 'vitest';
import { compareHistory } from './compare-history.ts';

const messages = (...ids: string[]) => ids.map((id) => ({ id, role: id.startsWith('q') ? 'user' : 'assistant' }));

test.each([
  ['two empty histories', [], [], 'ready', 'same'],
  ['the same messages', ['q1', 'a1'], ['q1', 'a1'], 'ready', 'same'],
  ['the last page of many', ['q1', 'a1', 'q2', 'a2'], ['q2', 'a2'], 'ready', 'same'],
  ['a question of somebody else', ['q1', 'a1'], ['q1', 'a1', 'q2'], 'running', 'other'],
  ['a whole exchange of somebody else', ['q1', 'a1'], ['q1', 'a1', 'q2', 'a2'], 'ready', 'other'],
  ['an answer that the screen has not seen', ['q1'], ['q1', 'a1'], 'ready', 'other'],
  ['an answer that is being written elsewhere', ['q1'], ['q1'], 'running', 'other'],
  ['an answer that is complete here and not yet stored there', ['q1', 'a1'], ['q1'], 'running', 'ahead'],
  ['an answer to something else', ['q1', 'a1'], ['q1', 'a1'], 'running', 'other'],
  ['a message that never arrived', ['q1', 'a1', 'q2'], ['q1', 'a1'], 'ready', 'other'],
  ['a conversation of which nothing is on the screen', [], ['q1', 'a1'], 'ready', 'other'],
] as const)('compareHistory recognises %s', (_, shown, known, status, expected) => {
  expect(compareHistory(messages(...shown), { messages: messages(...known), status })).toBe(expected);
});
