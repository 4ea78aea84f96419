import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endProcess } from './end-process.ts';
import { descendantsOf, isRunning } from './process-table.ts';

/** A program in JavaScript that says when it is ready. */
async function start(program: string): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout!, 'data');
  return { child, pid: child.pid! };
}

const STAY = 'setInterval(() => {}, 1000); console.log("ready");';
const DEAF = `process.on('SIGTERM', () => {}); ${STAY}`;

describe('endProcess', () => {
  it('asks first, so that a program can clean up', async () => {
    const { child, pid } = await start(`process.on('SIGTERM', () => process.exit(7)); ${STAY}`);
    await endProcess(child);
    expect(child.exitCode).toBe(7);
    expect(isRunning(pid)).toBe(false);
  });

  it('kills a program that does not react', async () => {
    const { child, pid } = await start(DEAF);
    await endProcess(child, { graceMs: 20 });
    expect(child.signalCode).toBe('SIGKILL');
    expect(isRunning(pid)).toBe(false);
  });

  it("ends the program's children, even in sessions of their own and when they ignore signals", async () => {
    const inner = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(DEAF)}], { detached: true, stdio: 'inherit' });`;
    const { child, pid } = await start(`setInterval(() => {}, 1000); ${inner}`);
    const family = descendantsOf(pid);
    expect(family).toHaveLength(1);
    await endProcess(child);
    expect([pid, ...family].filter(isRunning)).toEqual([]);
  });

  it('ends the group that a program leads, even when the program itself is gone', async () => {
    const program = `const { pid } = require('child_process').spawn('sleep', ['60'], { stdio: 'ignore' }); console.log(pid); process.exit();`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    if (child.exitCode === null) await once(child, 'exit');
    const orphan = Number(String(text));
    expect(isRunning(orphan)).toBe(true);
    await endProcess(child, { leadsGroup: true });
    expect(isRunning(orphan)).toBe(false);
  });

  it('needs no listener of its own', async () => {
    const { child, pid } = await start(STAY);
    const ending = endProcess(child);
    child.removeAllListeners();
    await ending;
    expect(isRunning(pid)).toBe(false);
  });

  it('endProcess does nothing for a program that is gone or never started', async () => {
    const { child } = await start('console.log("bye")');
    if (child.exitCode === null) await once(child, 'exit');
    await endProcess(child);
    const missing = spawn('/no/such/program');
    missing.on('error', () => undefined);
    await endProcess(missing);
    expect(missing.pid).toBeUndefined();
  });
});

describe('isRunning', () => {
  it('isRunning is true for this and other running processes, and false otherwise', () => {
    expect(isRunning(process.pid)).toBe(true);
    expect(isRunning(1)).toBe(true);
    expect(isRunning(2 ** 22 + 12_345)).toBe(false);
  });
});
