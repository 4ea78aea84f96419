import type { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { PausableOutput } from './pausable-output.ts';

describe('PausableOutput', () => {
  test('passes on what is written while it is open, and nothing else', () => {
    const terminal = testTerminal({ isTTY: true });
    const output = new PausableOutput(terminal.output);
    output.write('seen ');
    output.open = false;
    output.write('hidden ');
    output.open = true;
    output.write('seen again');
    expect(terminal.said()).toBe('seen seen again');
    output.destroy();
  });

  test('always has the width of the terminal', () => {
    const terminal = testTerminal({ isTTY: true });
    const output = new PausableOutput(terminal.output);
    expect([output.isTTY, output.columns]).toEqual([true, 100]);
    Object.assign(terminal.output, { columns: 40 });
    const resized = vi.fn<() => void>();
    output.on('resize', resized);
    (terminal.output as EventEmitter).emit('resize');
    expect(output.columns).toBe(40);
    expect(resized).toHaveBeenCalledOnce();
    output.destroy();
  });

  test('leaves no listeners behind', async () => {
    const terminal = testTerminal();
    const output = new PausableOutput(terminal.output);
    expect(output.isTTY).toBe(false);
    output.destroy();
    await vi.waitFor(() => expect(terminal.output.listenerCount('resize')).toBe(0), 10_000);
    expect(terminal.output.destroyed).toBe(false);
  });
});
