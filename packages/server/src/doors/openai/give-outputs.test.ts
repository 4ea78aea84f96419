import { expect, test } from 'vitest';
import type { Turn } from './conversation.ts';
import { toCallId } from './door-ids.ts';
import { splitOutputs } from './give-outputs.ts';

const taskId = '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77';
const callId = toCallId({ taskId, seq: 9, index: 0 });
const user = (text: string): Turn => ({ type: 'said', role: 'user', text });

test('results for calls of the task are separated from everything else', () => {
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
