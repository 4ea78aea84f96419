import type { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { PausableOutput } from './pausable-output.ts';

describe('a curtain', () => {
  test('lets through what is written while it is open, and nothing else', () => {
    const terminal = testTerminal({ isTTY: true });
    const curtain = new PausableOutput(terminal.output);
    curtain.write('seen ');
    curtain.open = false;
    curtain.write('hidden ');
    curtain.open = true;
    curtain.write('seen again');
    expect(terminal.said()).toBe('seen seen again');
    curtain.destroy();
  });

  test('is as wide as the terminal, at any time', () => {
    const terminal = testTerminal({ isTTY: true });
    const curtain = new PausableOutput(terminal.output);
    expect([curtain.isTTY, curtain.columns]).toEqual([true, 100]);
    Object.assign(terminal.output, { columns: 40 });
    const resized = vi.fn<() => void>();
    curtain.on('resize', resized);
    (terminal.output as EventEmitter).emit('resize');
    expect(curtain.columns).toBe(40);
    expect(resized).toHaveBeenCalledOnce();
    curtain.destroy();
  });

  test('leaves nothing behind', async () => {
    const terminal = testTerminal();
    const curtain = new PausableOutput(terminal.output);
    expect(curtain.isTTY).toBe(false);
    curtain.destroy();
    await vi.waitFor(() => expect(terminal.output.listenerCount('resize')).toBe(0), 10_000);
    expect(terminal.output.destroyed).toBe(false);
  });
});
