import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { called, completed, failed, letter, paused, toFrames, told } from '../__fixtures__/frames.ts';
import { toFrame, toOpenCalls } from './frame.ts';

const one = (frame: Parameters<typeof toFrames>[0][number]) => toFrames([frame])[0]!;

describe('toFrame', () => {
  it('reads a call', () => {
    expect(one(called('boss', 'add', 'c1', { tool_args: { a: 1 }, reasoning: 'hm', preamble: 'So.' }))).toMatchObject({
      event: 'tool_call',
      agent: 'boss',
      tool: 'add',
      callId: 'c1',
      input: { a: 1 },
      reasoning: 'hm',
      preamble: 'So.',
      at: '2026-03-01T08:30:00.000000+00:00',
    });
  });

  it('reads letters of agents and of people', () => {
    expect(one(letter('clerk', 'Seven.', { id: 'm1' }))).toMatchObject({
      agent: 'clerk',
      letter: { id: 'm1', from: 'clerk', fromAgent: true, completes: false, body: 'Seven.' },
    });
    expect(one(letter('u-1', 'Hi', { role: 'user' })).agent).toBeUndefined();
    expect(one(letter('boss', 'x', { type: 'broadcast_complete' })).letter?.completes).toBe(true);
  });

  it.each([
    ['agent weather called get_weather', 'weather'],
    ["agent 'weather' is awaiting a new message", 'weather'],
    ['action complete (caller = weather):\n{}', 'weather'],
    ['action error (caller = weather, tool = x):\nboom', 'weather'],
    ['sending message:\n', undefined],
  ])('finds out who did it where that is only said in prose: %j', (description, agent) => {
    expect(one(told('action_complete', {}, description)).agent).toBe(agent);
  });

  it('knows the frame that ends a stream from one that only tells of an end', () => {
    expect(one(completed('done')).end).toEqual({ response: 'done', status: 'complete' });
    expect(one(failed('boom', 'stalled')).end).toEqual({ response: 'boom', status: 'error', code: 'stalled' });
    expect(one(told('task_error', {}, 'timeout for task')).end).toBeUndefined();
    expect(toFrame({ event: 'task_complete', data: '{"response":"from elsewhere"}' }).end).toEqual({
      response: 'from elsewhere',
    });
  });

  it.each(['nonsense', '[]', '1', 'null'])('refuses data that is no object: %s', (data) => {
    expect(() => toFrame({ event: 'x', data })).toThrow(/JSON|no object/);
  });

  it('takes any object', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('tool_call', 'usage', 'new_message', 'task_complete'),
        fc.jsonValue(),
        (event, value) => {
          const data = { extra_data: value, description: value, timestamp: value };
          expect(toFrame({ event, data: JSON.stringify(data) })).toMatchObject({ event });
        },
      ),
    );
  });
});

describe('toOpenCalls', () => {
  it('reads the calls of a pause', () => {
    const [, end] = paused({ call_id: 'a', name: 'ask', arguments: '{"q":1}' }, { call_id: 'b', name: 'tell' });
    expect(toOpenCalls(end!.data.response as string)).toEqual([
      { callId: 'a', tool: 'ask', input: '{"q":1}' },
      { callId: 'b', tool: 'tell', input: '{}' },
    ]);
  });

  it('also reads arguments that are no text', () => {
    expect(toOpenCalls('[{"call_id":"a","name":"ask","arguments":{"q":1}}]')).toEqual([
      { callId: 'a', tool: 'ask', input: '{"q":1}' },
    ]);
  });

  it.each(['', 'An answer.', '[]', '{}', '[1]', '[{"name":"x"}]', '["a"]'])('takes %j for an answer', (response) => {
    expect(toOpenCalls(response)).toBeUndefined();
  });
});
