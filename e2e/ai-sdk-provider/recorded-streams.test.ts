import { expect, it } from 'vitest';
import { answerOf, findDisorder } from '../../packages/ai-sdk-provider/src/__fixtures__/check-parts.ts';
import { letter, type Spoken, told } from '../../packages/ai-sdk-provider/src/__fixtures__/frames.ts';
import { outline, translate } from '../../packages/ai-sdk-provider/src/__fixtures__/translate.ts';
import { listReference, readStream } from '../../packages/protocol/src/__fixtures__/reference.ts';

/** As the reference implementation tells of an agent that asks another: names in prose, no tokens, no results in fields. */
const sample: Spoken[] = [
  letter('u', 'go', { role: 'user' }),
  told(
    'tool_call',
    { tool_name: 'get_weather', tool_args: { city: 'Oslo' }, tool_call_id: 'w' },
    'agent weather called get_weather',
  ),
  told('action_call', {}, 'agent weather executing action tool: get_weather with args: {"city": "Oslo"}'),
  told('action_complete', {}, 'action complete (caller = weather):\n{"t": 20}'),
  told('task_error', {}, 'agent x is the swarm name; message from y cannot be delivered to it'),
  told(
    'tool_call',
    { tool_name: 'task_complete', tool_args: {}, tool_call_id: 'c' },
    'agent weather called task_complete',
  ),
  told('task_complete_call', {}, 'agent weather called task_complete, full response to follow'),
  { event: 'task_complete', data: { timestamp: '2026-03-01T08:30:00+00:00', task_id: 't', response: 'Twenty.' } },
];

it('understands streams of the reference implementation', () => {
  const recorded = listReference('wire', '.sse').map((name) => [name, readStream(name) as Spoken[]] as const);
  for (const [name, frames] of [['sample', sample] as const, ...recorded]) {
    const parts = translate(frames);
    expect({ name, disorder: findDisorder(parts) }).toEqual({ name, disorder: [] });
    const { response } = frames.at(-1)!.data as { response: string };
    const paused = parts.some((part) => part.type === 'tool-approval-request');
    expect({ name, answer: answerOf(parts) }).toEqual({ name, answer: paused ? '' : response });
  }
});

it('sees who did what, though it is only said in prose', () => {
  expect(outline(translate(sample))).toEqual([
    'within get_weather w {"city":"Oslo"}',
    'result w "{\\"t\\": 20}"',
    'text-1 of undefined',
    'text-1 + Twenty.',
    'text-1 ends',
    'finish stop complete',
  ]);
});
