import { afterEach, describe, expect, test, vi } from 'vitest';
import { testTerminal, type TestTerminal } from '../__fixtures__/test-terminal.ts';
import { LineReader } from './line-reader.ts';

let reader: LineReader;
afterEach(() => reader[Symbol.dispose]());

function open(terminal: TestTerminal, options: Partial<ConstructorParameters<typeof LineReader>[0]> = {}): LineReader {
  reader = new LineReader({
    terminal,
    history: [],
    complete: async (line) => [[], line],
    onInterrupt: () => undefined,
    ...options,
  });
  return reader;
}

/** The part of the last line that is visible. */
function visible(terminal: TestTerminal): string {
  return terminal
    .said()
    .split('\n')
    .at(-1)!
    .split('[0J')
    .at(-1)!
    .replaceAll(/\p{Cc}\[\d*[A-Z]/gu, '');
}

describe('lines from a pipe', () => {
  test('lines from a pipe are returned in order, without a prompt, until the end', async () => {
    const terminal = testTerminal();
    open(terminal);
    terminal.input.end('one\ntwo\n\nlast without an end');
    expect(await reader.next('> ')).toBe('one');
    expect(await reader.next('> ')).toBe('two');
    expect(await reader.next('> ')).toBe('');
    expect(await reader.next('> ')).toBe('last without an end');
    expect(await reader.next('> ')).toBeUndefined();
    expect(await reader.next('> ')).toBeUndefined();
    expect(terminal.said()).toBe('');
    expect(reader.ended.aborted).toBe(true);
  });

  test('a line that comes late is waited for', async () => {
    const terminal = testTerminal();
    open(terminal);
    const line = reader.next('> ');
    terminal.input.write('la');
    terminal.input.write('te\n');
    expect(await line).toBe('late');
  });

  test('lines from a pipe may end with a Windows line break', async () => {
    const terminal = testTerminal();
    open(terminal);
    terminal.input.end('one\r\ntwo\r\n');
    expect([await reader.next(''), await reader.next(''), await reader.next('')]).toEqual(['one', 'two', undefined]);
  });
});

describe('lines from a terminal', () => {
  test('a line is edited behind a prompt', async () => {
    const terminal = testTerminal({ isTTY: true });
    open(terminal);
    const line = reader.next('ask> ');
    terminal.input.write('helo\u001B[Dl');
    await vi.waitFor(() => expect(visible(terminal)).toBe('ask> hello'), 10_000);
    terminal.input.write('\r');
    expect(await line).toBe('hello');
  });

  test('lines that arrive early are kept but not shown', async () => {
    const terminal = testTerminal({ isTTY: true });
    open(terminal);
    terminal.input.write('first\rsec');
    await new Promise((done) => setTimeout(done, 20));
    expect(terminal.said()).toBe('');
    expect(await reader.next('> ')).toBe('first');
    const second = reader.next('> ');
    await vi.waitFor(() => expect(visible(terminal)).toBe('> sec'), 10_000);
    terminal.input.write('ond\r');
    expect(await second).toBe('second');
  });

  test('Ctrl-C clears a line, wherever the cursor is', async () => {
    const terminal = testTerminal({ isTTY: true });
    open(terminal, { onInterrupt: () => expect.fail('nothing is under way') });
    const line = reader.next('> ');
    terminal.input.write('garbage\u001B[D\u001B[D\u0003');
    await vi.waitFor(() => expect(terminal.said()).toContain('^C\n'), 10_000);
    terminal.input.write('good\r');
    expect(await line).toBe('good');
  });

  test('Ctrl-C abandons a line where that is allowed', async () => {
    const terminal = testTerminal({ isTTY: true });
    open(terminal);
    const line = reader.next('> ', { mayLeave: true });
    terminal.input.write('half\u0003');
    expect(await line).toBeUndefined();
    expect(reader.ended.aborted).toBe(false);
    const next = reader.next('> ');
    terminal.input.write('x\r');
    expect(await next).toBe('x');
  });

  test('Ctrl-D ends the lines, even while one is awaited', async () => {
    const terminal = testTerminal({ isTTY: true });
    open(terminal);
    const line = reader.next('> ');
    terminal.input.write('\u0004');
    expect(await line).toBeUndefined();
    expect(terminal.said()).toMatch(/\n$/);
    expect(reader.ended.aborted).toBe(true);
  });

  test('Ctrl-C goes to the running command while no line is asked for', async () => {
    const terminal = testTerminal({ isTTY: true });
    const onInterrupt = vi.fn<() => void>();
    open(terminal, { onInterrupt });
    terminal.input.write('\u0003\u0003');
    await vi.waitFor(() => expect(onInterrupt).toHaveBeenCalledTimes(2), 10_000);
    expect(terminal.said()).toBe('');
  });

  test('lines can be recalled from earlier sessions', async () => {
    const terminal = testTerminal({ isTTY: true });
    open(terminal, { history: ['oldest', 'newest'] });
    const line = reader.next('> ');
    terminal.input.write('\u001B[A');
    await vi.waitFor(() => expect(visible(terminal)).toBe('> newest'), 10_000);
    terminal.input.write('\u001B[A\r');
    expect(await line).toBe('oldest');
  });

  test('a line is completed, and stays as it is when completion fails', async () => {
    const terminal = testTerminal({ isTTY: true });
    const complete = vi.fn<(line: string) => Promise<[string[], string]>>();
    complete.mockResolvedValueOnce([['hello '], 'he']).mockRejectedValueOnce(new Error('no server'));
    open(terminal, { complete });
    const line = reader.next('> ');
    terminal.input.write('he\t');
    await vi.waitFor(() => expect(visible(terminal)).toBe('> hello '), 10_000);
    terminal.input.write('x\t');
    await vi.waitFor(() => expect(complete).toHaveBeenCalledWith('hello x'), 10_000);
    terminal.input.write('y\r');
    expect(await line).toBe('hello xy');
  });
});
