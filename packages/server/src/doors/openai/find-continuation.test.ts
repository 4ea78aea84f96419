import { describe, expect, test } from 'vitest';
import type { Turn } from './conversation.ts';
import { toCallId, toItemId } from './door-ids.ts';
import { findContinuation, splitOutputs } from './find-continuation.ts';

const taskId = '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77';
const place = { taskId, after: 4, posted: 4 };
const itemId = toItemId('msg', place, 0);
const callId = toCallId({ taskId, seq: 9, index: 0 });
const user = (text: string): Turn => ({ type: 'said', role: 'user', text });

describe('where a history leaves a task', () => {
  test('is behind the last thing that the task wrote, however the client names it', () => {
    const marks: Turn[] = [
      { type: 'named', itemId },
      { type: 'said', role: 'assistant', text: 'Hi', itemId },
    ];
    for (const mark of marks) {
      expect(findContinuation([user('a'), mark, user('b')])).toEqual({ taskId, place, news: [user('b')] });
    }
    const called: Turn = { type: 'called', callId, tool: 'look', input: '{}' };
    const gave: Turn = { type: 'gave', callId, output: 'rain' };
    expect(findContinuation([user('a'), called, gave])).toEqual({ taskId, news: [gave] });
    const named: Turn = { type: 'named', itemId: toCallId({ taskId, seq: 9, index: 0 }, 'fc') };
    expect(findContinuation([named, gave])).toEqual({ taskId, news: [gave] });
  });

  test('is nowhere when the words come from elsewhere', () => {
    const turns: Turn[] = [
      user('a'),
      { type: 'said', role: 'assistant', text: 'Hi', itemId: 'msg_68af' },
      { type: 'called', callId: 'call_1', tool: 'x', input: '{}' },
      { type: 'gave', callId, output: 'alone' },
    ];
    expect(findContinuation(turns)).toBeUndefined();
  });
});

test('results for calls of the task are told as results, everything else in words', () => {
  const other = toCallId({ taskId: '00000000-0000-4000-8000-000000000000', seq: 1, index: 0 });
  const turns: Turn[] = [
    { type: 'gave', callId, output: 'rain' },
    { type: 'gave', callId: other, output: 'not mine' },
    { type: 'gave', callId: 'call_1', output: 'nobody’s' },
    user('b'),
  ];
  const { outputs, words } = splitOutputs(turns, taskId);
  expect(outputs).toEqual([{ call: { taskId, seq: 9, index: 0 }, id: callId, output: 'rain' }]);
  expect(words).toEqual(turns.slice(1));
});
