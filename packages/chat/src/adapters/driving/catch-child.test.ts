import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { catchChild } from './catch-child.ts';

async function startLater(code: number): Promise<number | null> {
  await sleep(1);
  const child = spawn(process.execPath, ['-e', `process.exit(${code})`]);
  await once(child, 'exit');
  return child.exitCode;
}

describe('catchChild', () => {
  it('returns the process that was started, also after a while and beside others', async () => {
    const caught: ChildProcess[][] = [[], []];
    const codes = await Promise.all([
      catchChild(
        () => startLater(3),
        (child) => caught[0]!.push(child),
      ),
      catchChild(
        () => startLater(4),
        (child) => caught[1]!.push(child),
      ),
      startLater(5),
    ]);
    expect(codes).toEqual([3, 4, 5]);
    expect(caught.map((children) => children.map(({ exitCode }) => exitCode))).toEqual([[3], [4]]);
  });

  it('returns what the action returns', () => {
    expect(
      catchChild(
        () => 42,
        () => undefined,
      ),
    ).toBe(42);
  });
});
