import type { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { PausableOutput } from './pausable-output.ts';

describe('PausableOutput', () => {
  test('passes on what is written while it is open, and nothing else', () => {
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

  test('always has the width of the terminal', () => {
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

  test('leaves no listeners behind', async () => {
    const terminal = testTerminal();
    const curtain = new PausableOutput(terminal.output);
    expect(curtain.isTTY).toBe(false);
    curtain.destroy();
    await vi.waitFor(() => expect(terminal.output.listenerCount('resize')).toBe(0), 10_000);
    expect(terminal.output.destroyed).toBe(false);
  });
});
