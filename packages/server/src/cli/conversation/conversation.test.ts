import { MAIL_FRAME_NAMES, type MAILFrame } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../__fixtures__/any-text.ts';
import { endFrame, frame, messageFrame, tokenFrame } from '../__fixtures__/frames.ts';
import { Palette } from '../terminal/palette.ts';
import { Conversation } from './conversation.ts';

const plain = new Palette(false);

function show(frames: readonly MAILFrame[], options: { verbose?: boolean; palette?: Palette } = {}): string {
  const conversation = new Conversation({ palette: plain, ...options });
  return frames.map((each) => conversation.show(each)).join('');
}

const call = { caller: 'math', toolName: 'add', toolCallId: 'c1' };

describe('a conversation', () => {
  test('shows who writes to whom, who runs what, and the answer', () => {
    const frames = [
      frame('run_started', { run: 1, answerId: 'a' }),
      messageFrame('ada', 'boss', 'What is 1 + 2?', { type: 'user' }),
      frame('tool_call', { caller: 'boss', toolName: 'send_request', toolCallId: 'c0', toolArgs: {} }),
      messageFrame('boss', 'math', '1 +\n  2', { subject: 'Sum' }),
      frame('tool_call', { ...call, toolArgs: { a: 1, b: 2 } }),
      frame('action_call', call),
      frame('action_complete', { ...call, result: { sum: 3 } }),
      messageFrame('system', 'math', 'done', { type: 'system', subject: '::action_complete::' }),
      messageFrame('math', 'boss', '3'),
      frame('task_complete_call', { caller: 'boss' }),
      endFrame('complete', 'It is 3.\nReally.'),
    ];
    expect(show(frames)).toBe(
      [
        'ada → boss  Work: What is 1 + 2?',
        'boss → math  Sum: 1 + 2',
        'math runs add({"a":1,"b":2})',
        '    {"sum":3}',
        'math → boss  Work: 3',
        'answer: It is 3.\nReally.',
        '',
      ].join('\n'),
    );
  });

  test('shows reasoning and every call when it is verbose', () => {
    const frames = [
      frame('tool_call', { ...call, toolArgs: 'text', reasoning: 'First the sum.' }),
      frame('await_message', { caller: 'math' }, "agent 'math' is awaiting a new message"),
    ];
    expect(show(frames)).toBe('');
    expect(show(frames, { verbose: true })).toBe(
      "    First the sum.\nmath calls add(text)\n(agent 'math' is awaiting a new message)\n",
    );
  });

  test('shows an answer while it is written, and not again', () => {
    const frames = [
      tokenFrame('boss', 'It is ', { offset: 0 }),
      tokenFrame('boss', 'ignored', { kind: 'reasoning' }),
      tokenFrame('boss', '3.', { offset: 6 }),
      frame('tool_call', { caller: 'boss', toolName: 'task_complete', toolCallId: 'c9' }),
      endFrame('complete', 'It is 3.'),
    ];
    expect(show(frames)).toBe('boss answers: It is 3.\n');
  });

  test('does not repeat an answer that something else came behind', () => {
    const frames = [tokenFrame('boss', 'Done.'), messageFrame('math', 'boss', 'late'), endFrame('complete', 'Done.')];
    expect(show(frames)).toBe('boss answers: Done.\nmath → boss  Work: late\n');
  });

  test('does not show text twice that came twice', () => {
    const frames = [tokenFrame('boss', 'It is '), tokenFrame('boss', 'It is 3.'), endFrame('complete', 'It is 3.')];
    expect(show(frames)).toBe('boss answers: It is 3.\n');
  });

  test('shows the whole answer when what was written was something else', () => {
    const frames = [
      tokenFrame('boss', 'It is 4'),
      frame('text_abandoned', {}, 'starts again'),
      endFrame('complete', 'It is 3.'),
    ];
    expect(show(frames)).toBe('boss answers: It is 4\n(starts again)\nanswer: It is 3.\n');
  });

  test.each([
    ['error', 'error: It broke.\n'],
    ['cancelled', 'cancelled: It broke.\n'],
    ['paused', ''],
  ] as const)('ends as the task does: %s', (status, text) => {
    expect(show([endFrame(status, 'It broke.')])).toBe(text);
  });

  test('gives every agent one colour', () => {
    const text = show([messageFrame('a', 'b', 'x'), messageFrame('b', 'a', 'y')], { palette: new Palette(true) });
    const [one, two, ...others] = new Set(
      text.split(/(?<=m[ab])|(?=\p{Cc}\[\d+m[ab])/u).filter((part) => /m[ab]$/.test(part)),
    );
    expect(others).toEqual([]);
    expect(one!.at(-1)).not.toBe(two!.at(-1));
    expect(one!.slice(0, -1)).not.toBe(two!.slice(0, -1));
  });

  test('is understood without the additions of our server', () => {
    const frames = [
      frame('new_message', {}, 'sending message:\n<incoming_message>'),
      frame('action_call', {}, 'agent a executing action tool: t with args: {}'),
      frame('action_complete', {}, 'action complete (caller = a):\n3'),
      frame('action_error', {}, 'action x not found'),
      frame('agent_error', {}, 'agent x is unknown'),
      endFrame(undefined, 'done'),
      endFrame(undefined, 'timeout', 'task_error'),
    ];
    expect(show(frames)).toBe(
      [
        'sending message: <incoming_message>',
        '    agent a executing action tool: t with args: {}',
        '    action complete (caller = a): 3',
        '    action x not found',
        '(agent x is unknown)',
        'answer: done',
        'error: timeout',
        '',
      ].join('\n'),
    );
  });

  test('cannot be made to command the terminal', () => {
    const hostile = anyText;
    const anything = fc.tuple(
      fc.constantFrom(...MAIL_FRAME_NAMES.filter((name) => !/ping|task_complete$|task_error/.test(name))),
      hostile,
      hostile,
    );
    fc.assert(
      fc.property(fc.array(anything), hostile, (frames, text) => {
        const shown = show(
          [
            ...frames.map(([event, one, two]) =>
              frame(
                event,
                { caller: one, toolName: two, toolArgs: one, result: two, errorMessage: one, reasoning: two },
                one,
              ),
            ),
            messageFrame(text, text, text, { subject: text }),
            tokenFrame(text, text),
            endFrame('complete', text),
          ],
          { verbose: true },
        );
        expect(shown).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
  });
});
