import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOrphans } from './end-orphans.ts';
import { guardedEnvironment } from './orphan-guard.ts';
import { isGone, OWNER_VARIABLE, ownMark } from './process-owner.ts';
import { descendantsOf, isRunning } from './process-table.ts';

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0).filter(isRunning)) process.kill(pid, 'SIGKILL');
});

/** A process whose agent program and the program's command end for nothing but a kill. */
async function startHost() {
  const program = new URL('__fixtures__/program-host.ts', import.meta.url).pathname;
  const host = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  const family = JSON.parse(line) as number[];
  const guards = descendantsOf(host.pid!).filter((pid) => !family.includes(pid));
  started.push(host.pid!, ...family, ...guards);
  return { host, family, guards };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const goneSoon = (pids: number[]) => vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), 20_000);

describe.runIf(process.platform === 'linux')('a process that is killed', () => {
  it('leaves nothing behind of its programs and of the commands that they have started', async () => {
    const { host, family, guards } = await startHost();
    expect(guards).toHaveLength(1);
    expect(family.filter(isRunning)).toEqual(family);
    await kill(host);
    await goneSoon([...family, ...guards]);
  });

  it('a killed process has its programs ended by the next process when its guard was killed too', async () => {
    const { host, family, guards } = await startHost();
    for (const pid of guards) process.kill(pid, 'SIGKILL');
    await kill(host);
    await endOrphans();
    expect(family.filter(isRunning)).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('endOrphans', () => {
  it('lets those alone whose process is at work', async () => {
    const { family } = await startHost();
    await endOrphans();
    expect(family.filter(isRunning)).toEqual(family);
  });
});

describe.runIf(process.platform === 'linux')('guardedEnvironment', () => {
  it('outlives a thread that has used it, while the process goes on', async () => {
    const file = new URL('orphan-guard.ts', import.meta.url).href;
    const program = `
      const { guardedEnvironment } = await import(${JSON.stringify(file)});
      const { spawn } = await import('node:child_process');
      const child = spawn('sleep', ['60'], { env: guardedEnvironment({ PATH: process.env.PATH }), stdio: 'ignore' });
      (await import('node:worker_threads')).parentPort.postMessage(child.pid);
      setInterval(() => {}, 1000);`;
    // Another test file of this worker may have a guard too.
    const others = descendantsOf(process.pid);
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
    const [pid] = (await once(worker, 'message')) as [number];
    started.push(pid);
    const guards = descendantsOf(process.pid).filter((each) => each !== pid && !others.includes(each));
    expect(guards).toHaveLength(1);
    await worker.terminate();
    await goneSoon(guards);
    expect(isRunning(pid)).toBe(true);
  });

  it('adds one variable, which names this process', () => {
    const env = guardedEnvironment({ A: '1' });
    expect(env).toEqual({ A: '1', [OWNER_VARIABLE]: ownMark() });
    expect(isGone(env[OWNER_VARIABLE]!)).toBe(false);
  });
});

describe.runIf(process.platform === 'linux')('isGone', () => {
  it('isGone is true of a process whose number was given to another one', () => {
    expect(isGone(ownMark()!.replace(/\d+\/$/, '1/'))).toBe(true);
  });

  it('isGone is false of processes of other containers, which nobody can tell of', () => {
    expect(isGone(`pid:[1]/${process.pid}/1/`)).toBe(false);
  });
});
