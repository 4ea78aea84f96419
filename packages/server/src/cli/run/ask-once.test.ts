import { expect, test, vi } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { askOnce } from './ask-once.ts';

test.each([
  ['the answer that was typed', 'yes\r', 'yes'],
  ['an answer as it was corrected', 'yep\u007Fs\r', 'yes'],
  ['an empty answer for an empty line', '\r', ''],
  ['nothing after Ctrl-C', 'half\u0003', undefined],
  ['nothing after Ctrl-D', '\u0004', undefined],
])('askOnce returns %s', async (_, keys, answer) => {
  const terminal = testTerminal({ isTTY: true });
  const asked = askOnce('Shall I?', terminal);
  await vi.waitFor(() => expect(terminal.said()).toContain('Shall I?'), 10_000);
  terminal.input.write(keys);
  expect(await asked).toBe(answer);
});

test('askOnce can be called repeatedly', async () => {
  const terminal = testTerminal({ isTTY: true });
  for (const word of ['one', 'two', 'three']) {
    const asked = askOnce(`${word}?`, terminal);
    await vi.waitFor(() => expect(terminal.said()).toContain(`${word}?`), 10_000);
    terminal.input.write(`${word}\r`);
    expect(await asked).toBe(word);
  }
});
