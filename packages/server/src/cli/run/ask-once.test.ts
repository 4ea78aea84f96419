import { expect, test, vi } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { askOnce } from './ask-once.ts';

test.each([
  ['an answer', 'yes\r', 'yes'],
  ['an answer that was corrected', 'yep\u007Fs\r', 'yes'],
  ['nothing', '\r', ''],
  ['Ctrl-C', 'half\u0003', undefined],
  ['Ctrl-D', '\u0004', undefined],
])('%s', async (_, keys, answer) => {
  const terminal = testTerminal({ isTTY: true });
  const asked = askOnce('Shall I?', terminal);
  await vi.waitFor(() => expect(terminal.said()).toContain('Shall I?'), 10_000);
  terminal.input.write(keys);
  expect(await asked).toBe(answer);
});

test('can be asked again and again', async () => {
  const terminal = testTerminal({ isTTY: true });
  for (const word of ['one', 'two', 'three']) {
    const asked = askOnce(`${word}?`, terminal);
    await vi.waitFor(() => expect(terminal.said()).toContain(`${word}?`), 10_000);
    terminal.input.write(`${word}\r`);
    expect(await asked).toBe(word);
  }
});
