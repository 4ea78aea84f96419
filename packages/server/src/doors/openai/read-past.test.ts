import { expect, test } from 'vitest';
import type { Turn } from './conversation.ts';
import { toCallId, toItemId } from './door-ids.ts';
import { toPlace } from './read-past.ts';

const place = { taskId: '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77', after: 4, posted: 4 };
const call = { taskId: place.taskId, seq: 9, index: 0 };
const itemId = toItemId('msg', place, 0);
const callId = toCallId(call);

test('an answer is found by its id, however the client names it, and its calls by theirs', () => {
  const turns: [Turn, object | undefined][] = [
    [{ type: 'named', itemId }, place],
    [{ type: 'said', role: 'assistant', text: 'Hi', itemId }, place],
    [{ type: 'called', callId, tool: 'look', input: '{}' }, call],
    [{ type: 'named', itemId: toCallId(call, 'fc') }, call],
  ];
  for (const [turn, expected] of turns) expect(toPlace(turn)).toEqual(expected);
});

test('foreign text and outputs are not recognised as answers', () => {
  const turns: Turn[] = [
    { type: 'said', role: 'user', text: 'a' },
    { type: 'said', role: 'assistant', text: 'Hi', itemId: 'msg_68af' },
    { type: 'called', callId: 'call_1', tool: 'x', input: '{}' },
    { type: 'gave', callId, output: 'alone' },
  ];
  expect(turns.map(toPlace)).toEqual([undefined, undefined, undefined, undefined]);
});
