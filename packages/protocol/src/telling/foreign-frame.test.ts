import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JSONObject } from '../json.ts';
import { toForeignFrame, toOpenCalls } from './foreign-frame.ts';

const stored = { timestamp: '2026-03-01T08:30:00.000000+00:00', task_id: 't' };
const frame = (event: string, data: JSONObject) =>
  toForeignFrame({ event, data: JSON.stringify({ ...stored, ...data }) });
const told = (event: string, extra: JSONObject = {}, description = '') =>
  frame(event, { description, extra_data: extra });
const mail = (type: string, from: string, more: JSONObject = {}) =>
  told('new_message', {
    full_message: {
      id: 'm1',
      msg_type: 'request',
      message: { sender: { address_type: type, address: from }, subject: 'Sum', body: 'Seven.' },
      ...more,
    },
  });

describe('toForeignFrame', () => {
  it('reads a call', () => {
    const call = { caller: 'boss', tool_name: 'add', tool_call_id: 'c1', tool_args: { a: 1 } };
    expect(told('tool_call', { ...call, reasoning: 'hm', preamble: 'So.' })).toMatchObject({
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

  it('reads mail of agents and of people, with all who get it', () => {
    const message = { sender: { address_type: 'agent', address: 'clerk' }, subject: 'Sum', body: 'Seven.' };
    const recipients: JSONObject[] = [{ address: 'boss' }, { address: 'desk' }, {}];
    expect(mail('agent', 'clerk', { message: { ...message, recipients } })).toMatchObject({
      agent: 'clerk',
      mail: { id: 'm1', from: 'clerk', fromAgent: true, to: ['boss', 'desk'], subject: 'Sum', body: 'Seven.' },
    });
    expect(mail('agent', 'clerk', { message: { ...message, recipient: { address: 'boss' } } }).mail?.to).toEqual([
      'boss',
    ]);
    expect(mail('user', 'u-1').agent).toBeUndefined();
    expect(mail('agent', 'boss', { msg_type: 'broadcast_complete' }).mail?.completes).toBe(true);
  });

  it.each([
    ['agent weather called get_weather', 'weather'],
    ["agent 'weather' is awaiting a new message", 'weather'],
    ['action complete (caller = weather):\n{}', 'weather'],
    ['action error (caller = weather, tool = x):\nboom', 'weather'],
    ['sending message:\n', undefined],
  ])('finds out who did it where that is only said in prose: %j', (description, agent) => {
    expect(told('action_complete', {}, description).agent).toBe(agent);
  });

  it('knows the frame that ends a stream from one that only tells of an end', () => {
    expect(frame('task_complete', { response: 'done', status: 'complete' }).end).toEqual({
      response: 'done',
      status: 'complete',
    });
    const failed = { response: 'boom', status: 'error', code: 'stalled' };
    expect(frame('task_error', failed).end).toEqual({ response: 'boom', status: 'error', code: 'stalled' });
    expect(told('task_error', {}, 'timeout for task').end).toBeUndefined();
    expect(toForeignFrame({ event: 'task_complete', data: '{"response":"from elsewhere"}' }).end).toEqual({
      response: 'from elsewhere',
    });
  });

  it.each(['nonsense', '[]', '1', 'null'])('refuses data that is no object: %s', (data) => {
    expect(() => toForeignFrame({ event: 'x', data })).toThrow(/JSON|no object/);
  });

  it('takes any object', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('tool_call', 'usage', 'new_message', 'task_complete'),
        fc.jsonValue(),
        (event, value) => {
          const data = { extra_data: value, description: value, timestamp: value };
          expect(toForeignFrame({ event, data: JSON.stringify(data) })).toMatchObject({ event });
        },
      ),
    );
  });
});

describe('toOpenCalls', () => {
  it('reads the calls of a pause', () => {
    const calls = [
      { call_id: 'a', name: 'ask', arguments: '{"q":1}' },
      { call_id: 'b', name: 'tell' },
    ];
    expect(toOpenCalls(JSON.stringify(calls))).toEqual([
      { callId: 'a', tool: 'ask', input: { q: 1 } },
      { callId: 'b', tool: 'tell', input: {} },
    ]);
  });

  it.each([
    ['no text', { q: 1 }, { q: 1 }],
    ['no JSON', '{q', '{q'],
  ])('also reads arguments that are %s', (_, given, input) => {
    const calls = JSON.stringify([{ call_id: 'a', name: 'ask', arguments: given }]);
    expect(toOpenCalls(calls)).toEqual([{ callId: 'a', tool: 'ask', input }]);
  });

  it.each(['', 'An answer.', '[]', '{}', '[1]', '[{"name":"x"}]', '["a"]'])('takes %j for an answer', (response) => {
    expect(toOpenCalls(response)).toBeUndefined();
  });
});
