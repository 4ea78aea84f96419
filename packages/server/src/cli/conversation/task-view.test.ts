import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { endFrame, messageFrame, tokenFrame, usageFrame } from '../__fixtures__/frames.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { Palette } from '../terminal/palette.ts';
import { TaskView } from './task-view.ts';

const palette = new Palette(false);
const frames = [
  messageFrame('ada', 'boss', 'hi', { type: 'user' }),
  usageFrame('boss', 10, 5),
  endFrame('complete', 'Hello.'),
];

function view(mode: 'conversation' | 'answer' | 'json', isTTY = false) {
  const terminal = testTerminal({ isTTY });
  const shown = new TaskView({ terminal, palette, mode });
  for (const each of frames) shown.show(each);
  shown.finish({ status: 'complete', response: 'Hello.' });
  shown[Symbol.dispose]();
  return terminal.said();
}

/** What is left on a screen after everything was written to it. */
function toScreen(text: string): string {
  const lines = [''];
  for (const piece of text.split(/(\r\p{Cc}\[K|\n)/u)) {
    if (piece === '\n') lines.push('');
    else if (piece === '\r\u001B[K') lines[lines.length - 1] = '';
    else lines[lines.length - 1] += piece;
  }
  return lines.join('\n');
}

describe('a task on a pipe', () => {
  test('is plain lines', () => {
    expect(view('conversation')).toBe('ada → boss  Work: hi\nanswer: Hello.\n');
  });

  test('is only its answer, if that is all that is wanted', () => {
    expect(view('answer')).toBe('Hello.\n');
  });

  test('is a JSON object per line, as it came over the wire', () => {
    const lines = view('json')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ event }) => event)).toEqual(['new_message', 'usage', 'task_complete']);
    expect(lines[1]).toMatchObject({ data: { task_id: 'task-1', extra_data: { input_tokens: 10 } } });
  });

  test('tells of failure', () => {
    const terminal = testTerminal();
    using shown = new TaskView({ terminal, palette, mode: 'answer' });
    shown.finish({ status: 'cancelled', response: 'The run was cancelled.' });
    shown.finish({ status: 'paused', response: '[]' });
    expect(terminal.said()).toBe('cancelled: The run was cancelled.\n');
  });
});

describe('a task on a terminal', () => {
  test('leaves the same lines behind', () => {
    expect(toScreen(view('conversation', true))).toBe('ada → boss  Work: hi\nanswer: Hello.\n');
    expect(toScreen(view('answer', true))).toBe('Hello.\n');
  });

  test('shows who is at work below them, and keeps it up to date', async () => {
    const terminal = testTerminal({ isTTY: true });
    using shown = new TaskView({ terminal, palette, mode: 'conversation' });
    shown.show(frames[0]!);
    expect(toScreen(terminal.said())).toMatch(/^ada → boss {2}Work: hi\n\S boss at work · \d+ s$/);
    shown.show(frames[1]!);
    const later = /^ada → boss {2}Work: hi\n\S waiting · 15 tokens · \d+ s$/;
    await vi.waitFor(() => expect(toScreen(terminal.said())).toMatch(later), { timeout: 10_000 });
  });

  test('does not write into the middle of an answer', async () => {
    const terminal = testTerminal({ isTTY: true });
    using shown = new TaskView({ terminal, palette, mode: 'conversation' });
    shown.show(tokenFrame('boss', 'It is '));
    await sleep(250);
    shown.show(tokenFrame('boss', '3.', { offset: 6 }));
    expect(toScreen(terminal.said())).toBe('boss answers: It is 3.');
  });

  test('keeps the line shorter than the screen is wide', () => {
    const terminal = Object.assign(testTerminal({ isTTY: true }));
    Object.assign(terminal.output, { columns: 12 });
    using shown = new TaskView({ terminal, palette: new Palette(true), mode: 'conversation' });
    shown.show(messageFrame('ada', 'an-agent-with-a-long-name', 'x'));
    expect(toScreen(terminal.said()).split('\n').at(-1)).toMatch(/^\S an-agent-$/);
  });
});
