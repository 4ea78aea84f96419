import type { MAILFrame, MAILMessage } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { endFrame, frame, messageFrame, tokenFrame, usageFrame } from '../__fixtures__/frames.ts';
import { Palette } from '../terminal/palette.ts';
import { toFrameLine } from './to-frame-line.ts';

const options = { palette: new Palette(false), verbose: false, inputOf: () => undefined };
const line = (each: MAILFrame, more: Partial<Parameters<typeof toFrameLine>[1]> = {}) =>
  toFrameLine(each, { ...options, ...more });
const call = { caller: 'math', toolName: 'add', toolCallId: 'c1' };

describe('a frame in a line', () => {
  test.each<[MAILFrame, string]>([
    [messageFrame('ada', 'boss', 'hi', { type: 'user' }), 'ada → boss  Work: hi'],
    [messageFrame('a', 'b', 'one\n\n  two\n', { subject: 'x\ny' }), 'a → b  x y: one two '],
    [frame('action_call', call), 'math runs add()'],
    [frame('builtin_tool_call', { ...call, toolName: 'web_search' }), 'math runs web_search()'],
    [frame('action_complete', { ...call, result: 'text' }), '    text'],
    [frame('action_complete', { ...call, result: null }), '    null'],
    [frame('breakpoint_action_complete', { ...call, result: [1] }), '    [1]'],
    [frame('action_error', { ...call, errorMessage: 'broke' }), '    broke'],
    [frame('agent_error', {}, 'could not answer'), '(could not answer)'],
    [frame('interswarm_message_sent', {}, 'sent to beta:\n<xml>'), '(sent to beta: <xml>)'],
    [frame('interswarm_message_received', {}, 'received'), '(received)'],
    [frame('interswarm_message_error', {}, 'lost'), '(lost)'],
    [frame('breakpoint_tool_call', {}, 'asks'), '(asks)'],
    [frame('notice', { code: 'x' }, 'a remark'), '(a remark)'],
    [frame('text_abandoned', {}, 'starts again'), '(starts again)'],
    [frame('history_compacted', {}, 'summed up'), '(summed up)'],
    [frame('task_resumed', {}, 'resumed'), '(resumed)'],
    [frame('run_loop_error', {}, 'x'), '(x)'],
    [frame('run_loop_cancelled', {}, 'y'), '(y)'],
    [frame('shutdown_requested', {}, 'z'), '(z)'],
  ])('%j', (each, text) => {
    expect(line(each)).toBe(text);
  });

  test.each<[MAILFrame]>([
    [messageFrame('sys', 'boss', 'x', { type: 'system' })],
    [messageFrame('boss', 'all', 'x', { subject: '::task_complete::' })],
    [usageFrame('boss', 1, 1)],
    [tokenFrame('boss', 'x')],
    [endFrame('complete', 'x')],
    [frame('run_started', { run: 1, answerId: 'a' })],
    [frame('ping')],
    [frame('tool_call', call)],
    [frame('await_message', call)],
    [frame('help_called', call)],
    [frame('broadcast_ignored', call)],
    [frame('task_complete_call', call)],
    [frame('task_complete_call_duplicate', call)],
  ])('is none where the others say it all: %j', (each) => {
    expect(line(each)).toBeUndefined();
  });

  test.each([
    'await_message',
    'help_called',
    'broadcast_ignored',
    'task_complete_call',
    'task_complete_call_duplicate',
  ] as const)('is one for everything when it is verbose: %s', (event) => {
    expect(line(frame(event, call, 'words'), { verbose: true })).toBe('(words)');
  });

  test('shows what a call was made with, once that is known', () => {
    const inputOf = (id: string) => (id === 'c1' ? { a: 1 } : undefined);
    expect(line(frame('action_call', call), { inputOf })).toBe('math runs add({"a":1})');
    expect(line(frame('tool_call', { ...call, toolArgs: { a: 1 } }), { verbose: true })).toBe(
      'math calls add({"a":1})',
    );
    expect(line(frame('tool_call', {}, 'agent x called y'), { verbose: true })).toBe('agent x called y');
  });

  test('names all who get a message', () => {
    const each = messageFrame('a', 'b', 'x') as Extract<MAILFrame, { event: 'new_message' }>;
    const { recipient: _, ...message } = each.data.extraData.fullMessage!.message as { recipient: unknown };
    const recipients = ['b', 'c'].map((address) => ({ addressType: 'agent', address }));
    const fullMessage = {
      ...each.data.extraData.fullMessage,
      msgType: 'broadcast',
      message: { ...message, recipients },
    };
    expect(line(frame('new_message', { fullMessage: fullMessage as unknown as MAILMessage }))).toBe(
      'a → b, c  Work: x',
    );
  });

  test('does not grow without bounds', () => {
    const long = line(messageFrame('a', 'b', 'x'.repeat(10_000)))!;
    expect(long.length).toBeLessThan(2_100);
    expect(long).toMatch(/x…$/);
  });
});
