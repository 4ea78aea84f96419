import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { spawnProgram } from './spawn-program.ts';

describe('spawnProgram', () => {
  it("keeps the end of a program's error output", async () => {
    const program = 'process.stderr.write("x".repeat(100000) + " the reason\\n")';
    const { child, complaints } = spawnProgram(process.execPath, ['-e', program], {});
    await once(child, 'close');
    expect(complaints()).toHaveLength(4_095);
    expect(complaints()).toMatch(/^x+ the reason$/);
  });

  it('survives writing to a program that has ended', async () => {
    const { child, complaints } = spawnProgram(process.execPath, ['-e', ''], {});
    await once(child, 'close');
    child.stdin?.write('hello');
    await new Promise(setImmediate);
    expect(complaints()).toBe('');
  });
});
