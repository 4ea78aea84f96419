import { describe, expect, test } from 'vitest';
import type { JSONValue } from '../json.ts';
import type { CallKind, CallResult } from '../log/call.ts';
import { agentOf, toCallFrames } from './to-call-frames.ts';

const stored = { timestamp: '2026-03-01T08:30:00.000000+00:00', taskId: 'task-1' };
const caller = { caller: 'clerk', toolName: 'look', toolCallId: 'call-1' };

type Change = { kind?: CallKind; tool?: string; input?: JSONValue; result?: Partial<CallResult> };

const place = { seq: 1, run: 1, at: '2026-03-01T08:30:00.000Z', agent: 'clerk', turn: 1, callId: 'call-1' };
const frames = (
  type: 'call' | 'call-started' | 'call-ended',
  { kind = 'action', tool = 'look', input, result }: Change = {},
) => {
  const call = { ...place, tool, kind };
  const framesOfCall =
    type === 'call-ended'
      ? toCallFrames(
          {
            ...call,
            type,
            ...(input === undefined ? {} : { input }),
            result: { status: 'success', content: 'ok', ...result },
          },
          stored,
        )
      : toCallFrames({ ...call, type, input: input ?? {} }, stored);
  return framesOfCall.map(({ event, data }) => ({ event, ...data, timestamp: undefined, taskId: undefined }));
};

describe('frames of a call', () => {
  test.each(['mail', 'action', 'breakpoint', 'builtin'] as const)(
    'a call of kind %s is shown as a tool call',
    (kind) => {
      expect(frames('call', { kind, input: { snake_key: 1 } })).toMatchObject([
        {
          event: 'tool_call',
          description: 'agent clerk called look',
          extraData: { ...caller, toolArgs: { snake_key: 1 } },
        },
      ]);
    },
  );

  test('frames of a call show what led to it', () => {
    const entry = { ...place, type: 'call' as const, tool: 'look', kind: 'mail' as const, input: {} };
    const [first] = toCallFrames({ ...entry, reasoning: 'because', preamble: 'So' }, stored);
    const [second] = toCallFrames({ ...entry, reasoningRef: 'call-0' }, stored);
    expect(first?.data).toMatchObject({ extraData: { reasoning: 'because', preamble: 'So' } });
    expect(second?.data).toMatchObject({ extraData: { reasoningRef: 'call-0' } });
  });
});

describe('frames of the start of a call', () => {
  test('the start of an action is shown with its arguments', () => {
    expect(frames('call-started', { input: { city: 'Oslo' } })).toMatchObject([
      {
        event: 'action_call',
        description: 'agent clerk executing action tool: look with args: {"city":"Oslo"}',
        extraData: caller,
      },
    ]);
  });

  test.each(['mail', 'breakpoint', 'builtin'] as const)('the start of a call of kind %s is not shown', (kind) => {
    expect(frames('call-started', { kind })).toEqual([]);
  });
});

describe('frames of the end of an action', () => {
  test('the end of an action is shown with its result', () => {
    expect(frames('call-ended', { result: { content: { degrees: 7 } } })).toMatchObject([
      {
        event: 'action_complete',
        description: 'action complete (caller = clerk):\n{"degrees":7}',
        extraData: { ...caller, result: { degrees: 7 } },
      },
    ]);
  });

  test.each(['error', 'unknown', 'not-run'] as const)(
    'the end of an action with the status %s is shown as an error',
    (status) => {
      expect(frames('call-ended', { result: { status, content: 'kaboom' } })).toMatchObject([
        {
          event: 'action_error',
          description: 'action error (caller = clerk, tool = look):\nkaboom',
          extraData: { ...caller, errorMessage: 'kaboom' },
        },
      ]);
    },
  );
});

describe('frames of the end of a breakpoint or a built-in call', () => {
  test('the end of a breakpoint is shown with its result', () => {
    expect(frames('call-ended', { kind: 'breakpoint', result: { content: 'yes' } })).toMatchObject([
      {
        event: 'breakpoint_action_complete',
        description: 'breakpoint action complete (caller = clerk):\nyes',
        extraData: { ...caller, result: 'yes' },
      },
    ]);
  });

  test('the end of a built-in call is shown with the request to the provider', () => {
    expect(frames('call-ended', { kind: 'builtin', tool: 'web_search_call', input: { query: 'q' } })).toMatchObject([
      { event: 'builtin_tool_call', extraData: { toolType: 'web_search_call', toolArgs: { query: 'q' } } },
    ]);
  });
});

describe('frames of the end of a MAIL tool call', () => {
  test.each([
    ['task_complete', undefined, 'task_complete_call', 'agent clerk called task_complete, full response to follow'],
    [
      'task_complete',
      'duplicate',
      'task_complete_call_duplicate',
      'agent clerk called task_complete on already completed task',
    ],
    ['ignore_broadcast', undefined, 'broadcast_ignored', 'agent clerk called ignore_broadcast'],
    ['help', undefined, 'help_called', 'agent clerk called help'],
  ])('the end of %s (%s) is shown as %s', (tool, code, event, description) => {
    const result = code === undefined ? {} : { code };
    expect(frames('call-ended', { kind: 'mail', tool, result })).toMatchObject([
      { event, description, extraData: { ...caller, toolName: tool } },
    ]);
  });

  test.each([
    [{ reason: 'tea' }, "agent 'clerk' is awaiting a new message: tea", 'tea'],
    [{ reason: '' }, "agent 'clerk' is awaiting a new message", undefined],
    [{ reason: null }, "agent 'clerk' is awaiting a new message", undefined],
    [{}, "agent 'clerk' is awaiting a new message", undefined],
    [['reason'], "agent 'clerk' is awaiting a new message", undefined],
    [undefined, "agent 'clerk' is awaiting a new message", undefined],
  ])('the end of await_message with %j has the reason, if there is one', (input, description, reason) => {
    const change = { kind: 'mail' as const, tool: 'await_message', ...(input === undefined ? {} : { input }) };
    const [frame] = frames('call-ended', change) as {
      event: string;
      description: string;
      extraData: { reason?: string };
    }[];
    expect(frame).toMatchObject({ event: 'await_message', description });
    expect(frame?.extraData.reason).toBe(reason);
  });

  test.each([
    'send_request',
    'send_response',
    'send_broadcast',
    'send_interrupt',
    'acknowledge_broadcast',
    'text_output',
  ])('the end of %s is not shown, as the mail it sends is', (tool) => {
    expect(frames('call-ended', { kind: 'mail', tool })).toEqual([]);
  });

  test.each(['send_request', 'await_message', 'task_complete', 'help'])(
    'a failed %s is shown as an agent error',
    (tool) => {
      expect(frames('call-ended', { kind: 'mail', tool, result: { status: 'error', content: 'no' } })).toMatchObject([
        {
          event: 'agent_error',
          description: `agent clerk called ${tool}: no`,
          extraData: { ...caller, toolName: tool },
        },
      ]);
    },
  );

  test('a wrong acknowledge_broadcast is not shown, as only the agent is told of it', () => {
    expect(frames('call-ended', { kind: 'mail', tool: 'acknowledge_broadcast', result: { status: 'error' } })).toEqual(
      [],
    );
  });
});

describe('text in frames', () => {
  test('calls an agent without a name unknown', () => {
    expect([agentOf({}), agentOf({ agent: 'clerk' })]).toEqual(['unknown', 'clerk']);
  });
});
